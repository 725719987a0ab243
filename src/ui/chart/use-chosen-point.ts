import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'

export function useChosenPoint(count: number, pointAt: (percent: number, count: number) => number) {
  const plot = useRef<HTMLDivElement>(null)
  const [asked, setIndex] = useState<number>()
  const index = asked === undefined || count === 0 ? undefined : Math.min(asked, count - 1)

  const follow = ({ clientX }: PointerEvent) => {
    const box = plot.current?.getBoundingClientRect()
    if (box === undefined || box.width === 0) return
    setIndex(pointAt((100 * (clientX - box.left)) / box.width, count))
  }
  const handlers = {
    onPointerDown: follow,
    onPointerMove: follow,
    onPointerLeave: ({ pointerType }: PointerEvent) => {
      // Lifting a finger also fires this event. The point stays until focus moves away.
      if (pointerType !== 'touch') setIndex(undefined)
    },
    onFocus: () => {
      if (plot.current?.matches(':focus-visible')) setIndex((before) => before ?? count - 1)
    },
    onBlur: () => setIndex(undefined),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape') return setIndex(undefined)
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      const next = indexAfterKey(index ?? count - 1, event.key, count)
      if (next === undefined) return
      event.preventDefault()
      setIndex(next)
    },
  }
  return { plot, index, handlers }
}

const PAGE_POINTS = 7

export function indexAfterKey(index: number, key: string, count: number): number | undefined {
  const within = (wanted: number) => Math.max(0, Math.min(count - 1, wanted))
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return within(index + 1)
    case 'ArrowLeft':
    case 'ArrowDown':
      return within(index - 1)
    case 'PageUp':
      return within(index + PAGE_POINTS)
    case 'PageDown':
      return within(index - PAGE_POINTS)
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}
