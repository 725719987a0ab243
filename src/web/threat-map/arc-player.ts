import { type DrawnFlight, drawFlight } from './drawn-flight.ts'
import { flightStage } from './flight.ts'
import type { Departure } from './replay.ts'
import type { ThreatFlow } from './threat-flow.ts'

export type Departures = Iterator<Departure<ThreatFlow>, void>

export interface ArcPlayer {
  /** Switches to these departures; arcs in flight continue. */
  follow(departures: Departures): void
  play(): void
  /** Freezes everything, including arcs in flight. */
  hold(): void
  end(): void
}

/** After a hidden tab or a busy moment, the replay continues where it was instead of catching up. */
const LONGEST_STEP_MS = 100

/**
 * O-04: one animation loop for all arcs, on its own clock that stops while paused. Browsers don't run it in hidden
 * tabs.
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

/** Shifts the departures so that the first is due immediately. */
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
