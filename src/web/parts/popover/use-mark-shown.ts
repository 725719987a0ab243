import {
  type FocusEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useLocation } from 'react-router'
import { POPOVER_CLOSE_DELAY_MS } from '../../../domain/constants.ts'
import { isPlainClick } from '../is-plain-click.ts'

/** A pointer just passing over opens nothing. */
const OPEN_DELAY_MS = 80

export type Mark = Element & HTMLOrSVGElement

export interface MarkShown {
  id: number
  mark: Mark
  /** Pointer position in viewport pixels; a mark may be as wide as the week. */
  pointerX: number | undefined
  takesFocus: boolean
}

interface Pending {
  mark: Mark | undefined
  timer: ReturnType<typeof setTimeout>
}

/** S-04. Marks are links with a numeric `data-mark`. */
export function useMarkShown({
  marks,
  popover,
  isKnown,
  isAsleep,
}: {
  marks: RefObject<HTMLElement | null>
  popover: RefObject<HTMLElement | null>
  isKnown: (id: number) => boolean
  /** Something covers the marks; focus returning to them must not open a popover. */
  isAsleep: boolean
}) {
  const [shown, setShown] = useState<MarkShown>()
  const pending = useRef<Pending>(undefined)
  const pointerX = useRef(0)

  const forgetPending = () => {
    clearTimeout(pending.current?.timer)
    pending.current = undefined
  }
  const later = (delayMs: number, mark: Mark | undefined, act: () => void) => {
    forgetPending()
    pending.current = { mark, timer: setTimeout(act, delayMs) }
  }
  const show = (mark: Mark, how: { pointerX?: number; takesFocus?: boolean }) => {
    forgetPending()
    if (isAsleep) return
    setShown((before) => ({
      id: idOf(mark),
      mark,
      // Clicking the mark of the open popover must not move it.
      pointerX: before?.mark === mark ? before.pointerX : how.pointerX,
      takesFocus: how.takesFocus ?? false,
    }))
  }
  const close = () => {
    forgetPending()
    if (isInside(popover, document.activeElement)) shown?.mark.focus({ preventScroll: true })
    // Last, because the focus returned to the mark would open it again.
    setShown(undefined)
  }
  const closeUnlessInUse = () => {
    const focused = document.activeElement
    const isHere = focused === shown?.mark || isInside(popover, focused)
    const isInUseByKeyboard = isHere && focused?.matches(':focus-visible') === true
    if (!isInUseByKeyboard) close()
  }
  const leave = () => {
    if (shown === undefined) return forgetPending()
    const isLeaving = pending.current !== undefined && pending.current.mark === undefined
    if (!isLeaving) later(POPOVER_CLOSE_DELAY_MS, undefined, closeUnlessInUse)
  }
  const markAt = (target: EventTarget | null) => markOf(target, isKnown)
  const isElsewhere = (target: EventTarget | null) =>
    markAt(target) === undefined && !isInside(popover, target)

  useMarkLabels(marks, shown?.mark)
  useClosing({ isOpen: shown !== undefined, isElsewhere, close })
  useEffect(() => () => clearTimeout(pending.current?.timer), [])
  useLayoutEffect(() => {
    const isGone = shown !== undefined && !(shown.mark.isConnected && isKnown(shown.id))
    if (isGone) setShown(undefined)
  })

  const handlers = {
    onPointerOver({ target, pointerType }: PointerEvent) {
      if (pointerType === 'touch') return
      const mark = markAt(target)
      if (mark === undefined) {
        if (isInside(popover, target)) forgetPending()
        else leave()
      } else if (mark === shown?.mark) {
        forgetPending()
      } else if (mark !== pending.current?.mark) {
        later(OPEN_DELAY_MS, mark, () => show(mark, { pointerX: pointerX.current }))
      }
    },
    onPointerMove({ clientX }: PointerEvent) {
      pointerX.current = clientX
    },
    onPointerLeave({ pointerType }: PointerEvent) {
      if (pointerType !== 'touch') leave()
    },
    onFocus({ target }: FocusEvent) {
      const mark = markAt(target)
      if (mark?.matches(':focus-visible')) show(mark, {})
    },
    onBlur({ relatedTarget }: FocusEvent) {
      // A window in the background keeps its focus.
      if (shown !== undefined && document.hasFocus() && isElsewhere(relatedTarget)) close()
    },
    onClick(event: MouseEvent) {
      const mark = markAt(event.target)
      if (mark === undefined || !isPlainClick(event)) return
      event.preventDefault()
      const isByKeyboard = event.detail === 0
      show(mark, isByKeyboard ? { takesFocus: true } : { takesFocus: true, pointerX: event.clientX })
    },
  }
  return { shown, close, handlers }
}

function useClosing({
  isOpen,
  isElsewhere,
  close,
}: {
  isOpen: boolean
  isElsewhere: (target: EventTarget | null) => boolean
  close: () => void
}) {
  const { key } = useLocation()
  const onPress = useEffectEvent(({ target }: Event) => {
    if (isElsewhere(target)) close()
  })
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape') close()
  })
  const onElsewhere = useEffectEvent(close)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` changes on navigation.
  useEffect(() => onElsewhere(), [key])

  useEffect(() => {
    if (!isOpen) return
    const press = (event: Event) => onPress(event)
    const keyDown = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('pointerdown', press)
    document.addEventListener('keydown', keyDown)
    return () => {
      document.removeEventListener('pointerdown', press)
      document.removeEventListener('keydown', keyDown)
    }
  }, [isOpen])
}

/** With scripts the marks open dialogs, so they are labeled accordingly. */
function useMarkLabels(marks: RefObject<HTMLElement | null>, shown: Mark | undefined) {
  useEffect(() => {
    for (const mark of marks.current?.querySelectorAll(MARKS) ?? []) {
      mark.setAttribute('aria-haspopup', 'dialog')
      mark.setAttribute('aria-expanded', String(mark === shown))
    }
  })
}

const MARKS = '[data-mark]'

function markOf(target: EventTarget | null, isKnown: (id: number) => boolean): Mark | undefined {
  const mark = target instanceof Element ? target.closest<Mark>(MARKS) : null
  return mark !== null && isKnown(idOf(mark)) ? mark : undefined
}

function idOf(mark: Mark) {
  return Number(mark.dataset.mark)
}

function isInside(popover: RefObject<HTMLElement | null>, target: EventTarget | null) {
  return target instanceof Node && popover.current?.contains(target) === true
}
