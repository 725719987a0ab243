/** The dial is a half circle above its centre, in the units of its view box. */
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

/** Degrees clockwise from the left end of the dial; a share beyond the scale stops at its end. */
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

/** Never more than half a turn, so the arc is always the small one, drawn clockwise. */
export function arcPath(fromShare: number, toShare: number, radius: number) {
  const from = pointAt(fromShare, radius)
  const to = pointAt(toShare, radius)
  return `M${from.x} ${from.y}A${radius} ${radius} 0 0 1 ${to.x} ${to.y}`
}

/** Ticks hang inward from the outer radius, both ends of the scale included. */
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

/** Starts quickly and settles without overshoot, as a damped needle does. */
export function eased(progress: number) {
  return 1 - (1 - onScale(progress)) ** 4
}

function onScale(share: number) {
  return Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 0
}

function hundredths(value: number) {
  return Math.round(value * 100) / 100
}
