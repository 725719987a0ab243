import { LETTER_WIDTH, LINE_HEIGHT, waysToWrite } from './arc-label.ts'

/** Angles in radians, clockwise from the top; positions in drawing units from the center. */
export interface CalloutAsked {
  key: string
  name: string
  angle: number
  /** Where the leader line starts inside the rings. */
  fromRadius: number
}

export interface Callout {
  key: string
  lines: string[]
  x: number
  /** Vertical center of its lines. */
  y: number
  anchor: 'start' | 'end'
  leader: string
}

export interface CalloutRoom {
  radius: number
  halfWidth: number
  halfHeight: number
  size: number
}

const GAP = 7
const STEP = 3
/** Prefer a leader longer by this much over one more line of text. */
const LINE_COST = 4

/** O-05: names beside the rings for segments without room. Names that don't fit are left out. */
export function sunburstCallouts(asked: readonly CalloutAsked[], room: CalloutRoom): Callout[] {
  const taken: Box[] = []
  return asked.flatMap((each) => {
    const found = findRoom(each, room, taken)
    if (found === undefined) return []
    taken.push(found.box)
    return found.callout
  })
}

interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

function findRoom(asked: CalloutAsked, room: CalloutRoom, taken: readonly Box[]) {
  const isRight = Math.sin(asked.angle) >= 0
  const idealY = -(room.radius + GAP) * Math.cos(asked.angle)
  const sides = isTop(asked.angle) ? [isRight, !isRight] : [isRight]
  const places = sides.flatMap((side) =>
    waysToWrite(asked.name).flatMap((lines) => {
      const size = sizeOf(lines, room)
      return heights(idealY, room, size.height).map((y) => ({
        side,
        lines,
        size,
        y,
      }))
    }),
  )
  const sorted = places
    .map((place) => {
      const near = nearEdge(place.y, place.size.height, room)
      const away = Math.abs(turnTo(asked.angle, place.side ? near : -near, place.y)) * room.radius
      return { ...place, near, cost: away + LINE_COST * place.lines.length }
    })
    .sort((a, b) => a.cost - b.cost)
  for (const { side, lines, size, y, near } of sorted) {
    const box = {
      left: side ? near : -near - size.width,
      right: side ? near + size.width : -near,
      top: y - size.height / 2,
      bottom: y + size.height / 2,
    }
    const isOnDrawing = near + size.width <= room.halfWidth
    if (isOnDrawing && !taken.some((other) => meet(box, other))) {
      return { box, callout: calloutAt(asked, room, { lines, y, near: side ? near : -near }) }
    }
  }
  return undefined
}

/** Near the top or bottom, both sides are close. */
function isTop(angle: number) {
  return Math.abs(Math.sin(angle)) < 0.5
}

function nearEdge(y: number, height: number, { radius }: CalloutRoom) {
  const nearest = Math.max(0, Math.abs(y) - height / 2)
  const outer = radius + GAP
  return nearest >= outer ? GAP : Math.sqrt(outer ** 2 - nearest ** 2) + GAP / 2
}

function heights(ideal: number, { halfHeight }: CalloutRoom, height: number) {
  const most = halfHeight - height / 2
  const count = Math.floor((2 * most) / STEP) + 1
  const all = Array.from({ length: count }, (_, index) => -most + index * STEP)
  return Math.abs(ideal) <= most ? [ideal, ...all] : all
}

function meet(a: Box, b: Box) {
  return a.left < b.right + GAP && b.left < a.right + GAP && a.top < b.bottom + 2 && b.top < a.bottom + 2
}

function calloutAt(
  { key, angle, fromRadius }: CalloutAsked,
  { radius }: CalloutRoom,
  { lines, y, near }: { lines: string[]; y: number; near: number },
): Callout {
  const start = at(angle, fromRadius)
  const rim = radius + GAP / 2
  const end = { x: near - Math.sign(near) * 2, y }
  const turn = turnTo(angle, end.x, end.y)
  const corner = at(angle, rim)
  const last = at(angle + turn, rim)
  const round = `A${rim} ${rim} 0 0 ${turn > 0 ? 1 : 0} ${written(last)}`
  return {
    key,
    lines,
    x: rounded(near),
    y: rounded(y),
    anchor: near > 0 ? 'start' : 'end',
    leader: `M${written(start)}L${written(corner)}${Math.abs(turn) < 0.02 ? '' : round}L${written(end)}`,
  }
}

function turnTo(angle: number, x: number, y: number) {
  const end = Math.atan2(x, -y)
  return Math.atan2(Math.sin(end - angle), Math.cos(end - angle))
}

function sizeOf(lines: readonly string[], { size }: CalloutRoom) {
  return {
    width: Math.max(...lines.map((line) => line.length)) * size * LETTER_WIDTH,
    height: size * (1 + (lines.length - 1) * LINE_HEIGHT),
  }
}

function at(angle: number, radius: number) {
  return { x: radius * Math.sin(angle), y: -radius * Math.cos(angle) }
}

function written({ x, y }: { x: number; y: number }) {
  return `${rounded(x)} ${rounded(y)}`
}

function rounded(value: number) {
  return Math.round(value * 100) / 100
}
