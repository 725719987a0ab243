import { POPOVER_MAX_HEIGHT_PX, POPOVER_MAX_WIDTH_PX } from '../../../domain/constants.ts'

/** Between a popover and the edges of the viewport: on a phone the left edge of everything. */
export const POPOVER_MARGIN_PX = 16
/** Between a popover and its mark: far enough to tell them apart, near enough to be crossed in time. */
export const POPOVER_GAP_PX = 6

export interface Size {
  width: number
  height: number
}

/** In pixels of the viewport. */
export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** S-04: as large as the specification allows and the viewport has room for. */
export function popoverLimits(viewport: Size, mostHeightPx = POPOVER_MAX_HEIGHT_PX): Size {
  return {
    width: Math.min(POPOVER_MAX_WIDTH_PX, viewport.width - 2 * POPOVER_MARGIN_PX),
    height: Math.min(mostHeightPx, viewport.height - 2 * POPOVER_MARGIN_PX),
  }
}

/** S-04: below its mark, else above, else beside; over it only where no side has room. Always inside the viewport. */
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
