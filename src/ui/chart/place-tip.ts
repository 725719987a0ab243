const GAP_PX = 12

/** The axis labels are below the frame. */
const GAP_BELOW_PX = 30

export interface TipFrame {
  width: number
  height: number
  roomAbove: number
}

export interface TipPlace {
  left: number
  top: number
}

export function tipAbove(
  anchor: { x: number; y: number },
  size: { width: number; height: number },
  frame: Pick<TipFrame, 'width'>,
): TipPlace {
  const above = anchor.y - GAP_PX - size.height
  return {
    left: withinFrame(anchor.x - size.width / 2, size, frame),
    top: above >= 0 ? above : anchor.y + GAP_PX,
  }
}

export function tipBeside(x: number, size: { width: number; height: number }, frame: TipFrame): TipPlace {
  const right = x + GAP_PX
  const left = x - GAP_PX - size.width
  if (right + size.width <= frame.width) return { left: right, top: 0 }
  if (left >= 0) return { left, top: 0 }
  const needed = size.height + GAP_PX
  return {
    left: withinFrame(x - size.width / 2, size, frame),
    top: frame.roomAbove >= needed ? -needed : frame.height + GAP_BELOW_PX,
  }
}

function withinFrame(left: number, size: { width: number }, frame: Pick<TipFrame, 'width'>) {
  return Math.max(0, Math.min(frame.width - size.width, left))
}
