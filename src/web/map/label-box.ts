export interface LabelBox {
  left: number
  top: number
  right: number
  bottom: number
}

export function boxAround(middle: { x: number; y: number }, width: number, height: number): LabelBox {
  return {
    left: middle.x - width / 2,
    top: middle.y - height / 2,
    right: middle.x + width / 2,
    bottom: middle.y + height / 2,
  }
}

export function doOverlap(a: LabelBox, b: LabelBox): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}
