import { ARC_SHOWN_MS } from './replay.ts'

/** Of the time that an arc is shown, the first part is its way, the rest its fading. */
export const FLIGHT_MS = 1600
const RING_MS = 900

export interface FlightStage {
  /** How much of the way is behind it. */
  flown: number
  /** How far the ring around the data center has spread; undefined before it and after it. */
  ring: number | undefined
  /** 1 while it flies, then down to 0. */
  strength: number
}

/** O-04: how an arc looks this long after its departure; undefined once it is gone. */
export function flightStage(elapsedMs: number): FlightStage | undefined {
  if (elapsedMs >= ARC_SHOWN_MS) return undefined
  const sinceImpactMs = elapsedMs - FLIGHT_MS
  if (sinceImpactMs < 0) return { flown: eased(elapsedMs / FLIGHT_MS), ring: undefined, strength: 1 }
  return {
    flown: 1,
    ring: sinceImpactMs < RING_MS ? sinceImpactMs / RING_MS : undefined,
    strength: 1 - sinceImpactMs / (ARC_SHOWN_MS - FLIGHT_MS),
  }
}

/** Starts and lands gently. */
function eased(part: number) {
  return part * part * (3 - 2 * part)
}
