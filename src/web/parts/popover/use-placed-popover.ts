import { type RefObject, useEffectEvent, useLayoutEffect } from 'react'
import { type Box, placePopover, popoverLimits, type Size } from './place-popover.ts'
import type { MarkShown } from './use-mark-shown.ts'

/** How much of a wide mark the popover is placed at: a fingertip to either side. */
const REACH_PX = 22

/** Shows a popover in the top layer and keeps it at its mark until the mark is out of sight. */
export function usePlacedPopover(
  popover: RefObject<HTMLElement | null>,
  shown: MarkShown,
  onOutOfSight: () => void,
  /** Share of the viewport height, for taller popovers. */
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

/** Without the scroll bars. */
function viewportSize(): Size {
  const { clientWidth: width, clientHeight: height } = document.documentElement
  return { width, height }
}

function isOutOfSight(mark: Box, viewport: Size) {
  return mark.bottom <= 0 || mark.top >= viewport.height || mark.right <= 0 || mark.left >= viewport.width
}
