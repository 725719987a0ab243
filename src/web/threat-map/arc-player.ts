import categories from '../threats/category.module.css'
import { CATEGORY_SHAPES } from '../threats/category-shape.tsx'
import { type Arc, arcPath, placeOnArc } from './arc.ts'
import styles from './arc-player.module.css'
import { type FlightStage, flightStage } from './flight.ts'
import type { Departure } from './replay.ts'
import { arcOf, wayOf } from './still-arcs.ts'
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

const HEAD_PX = 11
const SHAPE_UNITS = 16
const RING_FROM_PX = 3
const RING_TO_PX = 17

/** An arc in flight, drawn directly into the SVG: React doesn't render sixty times a second. */
interface DrawnFlight {
  show(stage: FlightStage): void
  remove(): void
}

function drawFlight(map: SVGGElement, flow: ThreatFlow): DrawnFlight {
  const arc = arcOf(flow)
  const unitsPerPx = 1 / (map.getScreenCTM()?.a ?? 1)
  const flight = svg('g', {
    class: `${categories.category} ${styles.flight}`,
    'data-category': flow.category,
    'data-way': wayOf(flow),
  })
  const trail = svg('path', { class: styles.trail })
  const head = headOf(flow)
  const ring = svg('circle', { class: styles.ring, ...centerOf(arc) })
  flight.append(trail, head, ring)
  map.append(flight)

  return {
    show(stage) {
      trail.setAttribute('d', arcPath(arc, 0, stage.flown))
      flight.setAttribute('opacity', stage.strength.toFixed(3))
      if (stage.flown < 1) placeHead(head, arc, stage.flown, unitsPerPx)
      else head.remove()
      spread(ring, stage.ring, unitsPerPx)
    },
    remove: () => flight.remove(),
  }
}

function headOf({ category }: ThreatFlow) {
  const { d, fill, stroke, strokeWidth } = CATEGORY_SHAPES[category]
  return svg('path', { d, fill, stroke, 'stroke-width': strokeWidth })
}

function placeHead(head: Element, arc: Arc, flown: number, unitsPerPx: number) {
  const { x, y } = placeOnArc(arc, flown)
  const scale = (HEAD_PX * unitsPerPx) / SHAPE_UNITS
  const half = (SHAPE_UNITS / 2) * scale
  head.setAttribute('transform', `translate(${x - half} ${y - half}) scale(${scale})`)
}

function centerOf(arc: Arc) {
  const { x, y } = placeOnArc(arc, 1)
  return { cx: x, cy: y }
}

/** A circle without a radius is not drawn. */
function spread(ring: Element, part: number | undefined, unitsPerPx: number) {
  const radiusPx = part === undefined ? 0 : RING_FROM_PX + part * (RING_TO_PX - RING_FROM_PX)
  ring.setAttribute('r', String(radiusPx * unitsPerPx))
  ring.setAttribute('opacity', (1 - (part ?? 0)).toFixed(3))
}

function svg(name: string, attributes: Record<string, string | number | undefined>) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name)
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, String(value))
  return element
}
