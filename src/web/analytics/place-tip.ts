const GAP_PX = 12

export interface TipPlace {
  left: number
  top: number
}

/** Above what it tells of, below where there is no room, and never past the sides of its frame. In pixels of the frame. */
export function tipAbove(
  anchor: { x: number; y: number },
  size: { width: number; height: number },
  frame: { width: number },
): TipPlace {
  const above = anchor.y - GAP_PX - size.height
  return {
    left: Math.max(0, Math.min(frame.width - size.width, anchor.x - size.width / 2)),
    top: above >= 0 ? above : anchor.y + GAP_PX,
  }
}

/** Beside a line from top to bottom: to its right while there is room. */
export function tipBeside(x: number, size: { width: number }, frame: { width: number }): TipPlace {
  const right = x + GAP_PX
  const isRoomRight = right + size.width <= frame.width
  return { left: isRoomRight ? right : Math.max(0, x - GAP_PX - size.width), top: 0 }
}
