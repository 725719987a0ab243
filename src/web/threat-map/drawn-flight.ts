import categories from '../threats/category.module.css'
import { CATEGORY_SHAPES } from '../threats/category-shape.tsx'
import { type Arc, arcPath, placeOnArc } from './arc.ts'
import styles from './drawn-flight.module.css'
import type { FlightStage } from './flight.ts'
import { arcOf, wayOf } from './still-arcs.ts'
import type { ThreatFlow } from './threat-flow.ts'

const HEAD_PX = 11
const SHAPE_UNITS = 16
const RING_FROM_PX = 3
const RING_TO_PX = 17

/** An arc in flight, drawn directly into the SVG: React doesn't render sixty times a second. */
export interface DrawnFlight {
  show(stage: FlightStage): void
  remove(): void
}

export function drawFlight(map: SVGGElement, flow: ThreatFlow): DrawnFlight {
  const arc = arcOf(flow)
  // Sizes in pixels are the same on every screen.
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
