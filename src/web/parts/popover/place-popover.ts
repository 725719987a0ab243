import { POPOVER_MAX_HEIGHT_PX, POPOVER_MAX_WIDTH_PX } from '../../../domain/constants.ts'

/** Distance to the viewport edges, the same as the page margin on phones. */
export const POPOVER_MARGIN_PX = 16
/** Distance to the mark: far enough to see both, near enough for a pointer to cross in time. */
export const POPOVER_GAP_PX = 6

export interface Size {
  width: number
  height: number
}

/** In viewport pixels. */
export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

export function popoverLimits(viewport: Size, mostHeightPx = POPOVER_MAX_HEIGHT_PX): Size {
  return {
    width: Math.min(POPOVER_MAX_WIDTH_PX, viewport.width - 2 * POPOVER_MARGIN_PX),
    height: Math.min(mostHeightPx, viewport.height - 2 * POPOVER_MARGIN_PX),
  }
}

/** S-04: below its mark, or above, or beside; over it only if no side has room. Always inside the viewport. */
export function placePopover({ anchor, size, viewport }: { anchor: Box; size: Size; viewport: Size }): {
  left: number
  top: number
} {
  const lastLeft = viewport.width - POPOVER_MARGIN_PX - size.width
  const lastTop = viewport.height - POPOVER_MARGIN_PX - size.height
  const fitsAcross = (left: number) => left >= POPOVER_MARGIN_PX && left <= lastLeft
  const fitsDown = (top: number) => top >= POPOVER_MARGIN_PX && top <= lastTop

  const alongside = { left: within(anchor.left, lastLeft), top: within(anchor.top, lastTop) }
  const below = anchor.bottom + POPOVER_GAP_PX
  const above = anchor.top - POPOVER_GAP_PX - size.height
  const after = anchor.right + POPOVER_GAP_PX
  const before = anchor.left - POPOVER_GAP_PX - size.width

  if (fitsDown(below)) return { ...alongside, top: below }
  if (fitsDown(above)) return { ...alongside, top: above }
  if (fitsAcross(after)) return { ...alongside, left: after }
  if (fitsAcross(before)) return { ...alongside, left: before }
  return { ...alongside, top: within(below, lastTop) }
}

function within(wanted: number, last: number) {
  return Math.max(POPOVER_MARGIN_PX, Math.min(wanted, last))
}
