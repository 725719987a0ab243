import { type KeyboardEvent, type ReactNode, type RefObject, useEffectEvent, useLayoutEffect } from 'react'
import tones from '../../../ui/parts/tone.module.css'
import type { Tone } from '../../../ui/parts/tone.ts'
import { type Box, placePopover, popoverLimits, type Size } from './place-popover.ts'
import styles from './popover.module.css'
import type { MarkShown } from './use-mark-shown.ts'

/** Only rendered while open. */
export function Popover({
  ref,
  shown,
  titleId,
  tone,
  className,
  mostShareOfHeight,
  onClose,
  children,
}: {
  ref: RefObject<HTMLDivElement | null>
  shown: MarkShown
  titleId: string
  tone: Tone
  className: string | undefined
  mostShareOfHeight?: number
  onClose: () => void
  children: ReactNode
}) {
  usePlacedPopover(ref, shown, onClose, mostShareOfHeight)
  useLayoutEffect(() => {
    if (shown.takesFocus) ref.current?.focus({ preventScroll: true })
  }, [ref, shown])
  return (
    <div
      ref={ref}
      popover="manual"
      role="dialog"
      aria-labelledby={titleId}
      tabIndex={-1}
      className={`${tones.tone} ${styles.popover} ${className}`}
      data-tone={tone}
      onKeyDown={(event) => leaveByTab(event, onClose)}
    >
      {children}
    </div>
  )
}

/** Closing returns the focus to the mark; the browser's Tab continues from there. */
function leaveByTab(event: KeyboardEvent<HTMLElement>, close: () => void) {
  if (event.key !== 'Tab') return
  const links = [...event.currentTarget.querySelectorAll('a, button')]
  const isAtEnd = links.length === 0 || event.target === links.at(-1)
  const isAtStart = event.target === event.currentTarget || event.target === links[0]
  if (event.shiftKey && isAtStart) {
    event.preventDefault()
    close()
  } else if (!event.shiftKey && isAtEnd) close()
}

/** How much of a wide mark the popover is placed at: a fingertip to either side. */
const REACH_PX = 22

function usePlacedPopover(
  popover: RefObject<HTMLElement | null>,
  shown: MarkShown,
  onOutOfSight: () => void,
  mostShareOfHeight?: number,
) {
  const follow = useEffectEvent(() => {
    const anchor = shown.mark.getBoundingClientRect()
    if (isOutOfSight(anchor, viewportSize())) onOutOfSight()
    else if (popover.current !== null) place(popover.current, shown, mostShareOfHeight)
  })

  useLayoutEffect(() => {
    const element = popover.current
    if (element === null) return
    element.showPopover()
    const onChange = () => follow()
    // The size changes when fonts load or times switch to another zone.
    const sizes = new ResizeObserver(onChange)
    sizes.observe(element)
    window.addEventListener('scroll', onChange, { capture: true, passive: true })
    window.addEventListener('resize', onChange)
    return () => {
      sizes.disconnect()
      window.removeEventListener('scroll', onChange, { capture: true })
      window.removeEventListener('resize', onChange)
    }
  }, [popover])

  useLayoutEffect(() => {
    if (popover.current === null) return
    popover.current.scrollTop = 0
    place(popover.current, shown, mostShareOfHeight)
  }, [popover, shown, mostShareOfHeight])
}

function place(element: HTMLElement, { mark, pointerX }: MarkShown, mostShareOfHeight: number | undefined) {
  const viewport = viewportSize()
  const limits = popoverLimits(
    viewport,
    mostShareOfHeight === undefined ? undefined : mostShareOfHeight * viewport.height,
  )
  element.style.maxWidth = `${limits.width}px`
  element.style.maxHeight = `${limits.height}px`
  const size = { width: element.offsetWidth, height: element.offsetHeight }
  const anchor = nearPointer(mark.getBoundingClientRect(), pointerX)
  const { left, top } = placePopover({ anchor, size, viewport })
  // Text is blurry between pixels.
  element.style.left = `${Math.round(left)}px`
  element.style.top = `${Math.round(top)}px`
}

function nearPointer(mark: Box, pointerX: number | undefined): Box {
  if (pointerX === undefined) return mark
  const left = Math.max(mark.left, pointerX - REACH_PX)
  const right = Math.min(mark.right, pointerX + REACH_PX)
  return { left, right, top: mark.top, bottom: mark.bottom }
}

function viewportSize(): Size {
  const { clientWidth: width, clientHeight: height } = document.documentElement
  return { width, height }
}

function isOutOfSight(mark: Box, viewport: Size) {
  return mark.bottom <= 0 || mark.top >= viewport.height || mark.right <= 0 || mark.left >= viewport.width
}
