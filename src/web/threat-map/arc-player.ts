import { type DrawnFlight, drawFlight } from './drawn-flight.ts'
import { flightStage } from './flight.ts'
import type { Departure } from './replay.ts'
import type { ThreatFlow } from './threat-flow.ts'

export type Departures = Iterator<Departure<ThreatFlow>, void>

export interface ArcPlayer {
  /** Goes on with these from now; what is in the air flies on. */
  follow(departures: Departures): void
  play(): void
  /** Everything stands still, in the air too. */
  hold(): void
  end(): void
}

/** After a hidden tab or a busy moment the replay goes on where it was, and does not rush. */
const LONGEST_STEP_MS = 100

/**
 * O-04: one loop for all arcs, on a clock of its own that stands while the replay is held. A browser calls no loop in
 * a tab that nobody sees.
 */
export function arcPlayer(map: SVGGElement, onDeparture: (flow: ThreatFlow) => void): ArcPlayer {
  let clockMs = 0
  let lastFrameMs: number | undefined
  let frame: number | undefined
  let program: Program | undefined
  const flights = new Set<{ drawn: DrawnFlight; departedMs: number }>()

  function step(nowMs: number) {
    clockMs += Math.min(nowMs - (lastFrameMs ?? nowMs), LONGEST_STEP_MS)
    lastFrameMs = nowMs
    for (const flow of program?.dueAt(clockMs) ?? []) {
      flights.add({ drawn: drawFlight(map, flow), departedMs: clockMs })
      onDeparture(flow)
    }
    for (const flight of flights) {
      const stage = flightStage(clockMs - flight.departedMs)
      if (stage !== undefined) flight.drawn.show(stage)
      else if (flights.delete(flight)) flight.drawn.remove()
    }
    frame = requestAnimationFrame(step)
  }

  function hold() {
    if (frame !== undefined) cancelAnimationFrame(frame)
    frame = undefined
    lastFrameMs = undefined
  }

  return {
    follow(departures) {
      program = programOf(departures, clockMs)
    },
    play() {
      frame ??= requestAnimationFrame(step)
    },
    hold,
    end() {
      hold()
      for (const { drawn } of flights) drawn.remove()
    },
  }
}

interface Program {
  dueAt(clockMs: number): ThreatFlow[]
}

/** Its first departure is due at once, whenever in its own time that was. */
function programOf(departures: Departures, startMs: number): Program {
  let next = departures.next()
  const offsetMs = startMs - (next.done ? 0 : next.value.atMs)
  return {
    dueAt(clockMs) {
      const due: ThreatFlow[] = []
      while (!next.done && next.value.atMs + offsetMs <= clockMs) {
        due.push(next.value.flow)
        next = departures.next()
      }
      return due
    },
  }
}
