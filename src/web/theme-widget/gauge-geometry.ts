/** A half circle above its center, in view box units. */
export const DIAL = { width: 240, height: 128, centerX: 120, centerY: 119, radius: 116 } as const

const HALF_TURN_DEGREES = 180

interface Point {
  x: number
  y: number
}

export interface GaugeTick {
  share: number
  isMajor: boolean
  from: Point
  to: Point
}

/** Degrees clockwise from the left end of the dial, clamped to the scale. */
export function angleOfShare(share: number) {
  return onScale(share) * HALF_TURN_DEGREES
}

export function pointAt(share: number, radius: number): Point {
  const radians = (angleOfShare(share) * Math.PI) / HALF_TURN_DEGREES
  return {
    x: hundredths(DIAL.centerX - radius * Math.cos(radians)),
    y: hundredths(DIAL.centerY - radius * Math.sin(radians)),
  }
}

/** Never more than half a turn, so always the small arc, drawn clockwise. */
export function arcPath(fromShare: number, toShare: number, radius: number) {
  const from = pointAt(fromShare, radius)
  const to = pointAt(toShare, radius)
  return `M${from.x} ${from.y}A${radius} ${radius} 0 0 1 ${to.x} ${to.y}`
}

export function tickPositions(scale: {
  steps: number
  majorEvery: number
  outerRadius: number
  minorLength: number
  majorLength: number
}): GaugeTick[] {
  return Array.from({ length: scale.steps + 1 }, (_, step) => {
    const share = step / scale.steps
    const isMajor = step % scale.majorEvery === 0
    const length = isMajor ? scale.majorLength : scale.minorLength
    return {
      share,
      isMajor,
      from: pointAt(share, scale.outerRadius),
      to: pointAt(share, scale.outerRadius - length),
    }
  })
}

export function eased(progress: number) {
  return 1 - (1 - onScale(progress)) ** 4
}

function onScale(share: number) {
  return Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 0
}

function hundredths(value: number) {
  return Math.round(value * 100) / 100
}
