import { ARC_SHOWN_MS } from './replay.ts'

/** The flight; the rest of the time an arc is shown, it fades. */
export const FLIGHT_MS = 1600
const RING_MS = 900

export interface FlightStage {
  /** Fraction of the way. */
  flown: number
  /** Fraction of the ring's spread; undefined before and after it. */
  ring: number | undefined
  strength: number
}

/** O-04: undefined once it is gone. */
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

function eased(part: number) {
  return part * part * (3 - 2 * part)
}
