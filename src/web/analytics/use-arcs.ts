import { type FocusEvent, type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { type ThreatQuery, threatAddress } from '../../domain/threats/threat-query.ts'
import { nextArc } from './next-arc.ts'
import type { SunburstArc } from './sunburst-layout.ts'

export const CENTER = 'center'

export function useArcs({ arcs, query, path }: { arcs: SunburstArc[]; query: ThreatQuery; path: string }) {
  const navigate = useNavigate()
  const svg = useRef<SVGSVGElement>(null)
  const [shownKey, setShown] = useState<string>()
  const [lastFocused, setLastFocused] = useState<string>()
  const wanted = useRef<string>(undefined)
  const shown = arcs.find(({ key }) => key === shownKey)
  const tabStop = (arcs.find(({ key }) => key === lastFocused) ?? arcs[0])?.key

  // biome-ignore lint/correctness/useExhaustiveDependencies: another category has other arcs.
  useEffect(() => {
    setShown(undefined)
    const target = wanted.current
    wanted.current = undefined
    if (target !== undefined) focusOn(svg.current, target)
  }, [query.category])

  useEffect(() => {
    if (shownKey === undefined) return
    const onPress = ({ target }: Event) => {
      if (target instanceof Node && !svg.current?.contains(target)) setShown(undefined)
    }
    document.addEventListener('pointerdown', onPress)
    return () => document.removeEventListener('pointerdown', onPress)
  }, [shownKey])

  function drill({ category }: SunburstArc) {
    if (query.category !== undefined) return
    wanted.current = CENTER
    void navigate(threatAddress(path, { ...query, category }), { preventScrollReset: true })
  }

  const handlers = {
    onPointerOver: ({ target }: PointerEvent) => setShown(keyOf(target)),
    onPointerLeave: ({ pointerType }: PointerEvent) => {
      // Lifting a finger also fires this event; keep what it selected.
      if (pointerType !== 'touch') setShown(undefined)
    },
    onFocus: ({ target }: FocusEvent) => {
      const key = keyOf(target)
      setLastFocused(key)
      if (target.matches(':focus-visible')) setShown(key)
    },
    onBlur: () => setShown(undefined),
    onKeyDown: (event: KeyboardEvent) => {
      const from = keyOf(event.target)
      if (event.key === 'Escape') setShown(undefined)
      if (from === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      const arc = arcs.find(({ key }) => key === from)
      // The browser follows category links natively.
      if (event.key === 'Enter' && arc?.kind === 'family') return drill(arc)
      const next = nextArc(arcs, from, event.key)
      if (next === undefined) return
      event.preventDefault()
      focusOn(svg.current, next)
    },
  }

  const noteMove = (target: string) => () => {
    wanted.current = target
  }
  return { svg, shown, tabStop, handlers, noteMove }
}

function keyOf(target: EventTarget): string | undefined {
  return target instanceof Element
    ? (target.closest('[data-arc]')?.getAttribute('data-arc') ?? undefined)
    : undefined
}

function focusOn(svg: SVGSVGElement | null, key: string) {
  const selector = key === CENTER ? '[data-center]' : `[data-arc="${CSS.escape(key)}"]`
  svg?.querySelector<SVGElement>(selector)?.focus({ preventScroll: true })
}
