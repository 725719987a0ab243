import { doOverlap, type LabelBox } from './label-box.ts'

/**
 * Places names without overlap. The first name has first choice; names without a free position are left out. Returns
 * the index of the chosen position for each name.
 */
export function placeLabels(
  wishes: readonly (readonly LabelBox[])[],
  taken: readonly LabelBox[],
): (number | undefined)[] {
  const ground = crowd(taken)
  return wishes.map((places) => {
    const chosen = places.findIndex((place) => !ground.isHit(place))
    const place = places[chosen]
    if (place === undefined) return undefined
    ground.add(place)
    return chosen
  })
}

/** Larger than most names, so each is in few cells. */
const CELL_PX = 96

function crowd(boxes: readonly LabelBox[]) {
  const cells = new Map<string, LabelBox[]>()
  function add(box: LabelBox) {
    for (const key of cellsOf(box)) {
      const there = cells.get(key)
      if (there === undefined) cells.set(key, [box])
      else there.push(box)
    }
  }
  for (const box of boxes) add(box)
  return {
    add,
    isHit: (box: LabelBox) =>
      cellsOf(box).some((key) => cells.get(key)?.some((other) => doOverlap(box, other)) === true),
  }
}

function cellsOf({ left, top, right, bottom }: LabelBox): string[] {
  const keys: string[] = []
  for (let x = Math.floor(left / CELL_PX); x <= Math.floor(right / CELL_PX); x++) {
    for (let y = Math.floor(top / CELL_PX); y <= Math.floor(bottom / CELL_PX); y++) keys.push(`${x} ${y}`)
  }
  return keys
}
