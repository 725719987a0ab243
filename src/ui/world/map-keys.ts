import type { Point } from '../../domain/map/world-projection.ts'
import type { MapControl } from './map-control.ts'

export const ZOOM_STEP = 2
const PUSH_PX = 100
const EDGE_PX = 32

/** M-01: arrow keys move the map; on a marker they lead to the nearest one on that side. */
export function followKeys(box: HTMLElement, control: MapControl, onMoved: () => void): () => void {
  function onKey(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const act = actionOf(event)
    if (act === undefined) return
    event.preventDefault()
    act()
  }

  function actionOf({ key, target }: KeyboardEvent): (() => void) | undefined {
    const direction = directionOfKey(key)
    if (direction !== undefined) {
      const marker = markerAt(target)
      return marker === undefined ? () => push(direction) : () => focusNext(box, marker, direction)
    }
    switch (key) {
      case '+':
      case '=':
        return () => zoom(ZOOM_STEP)
      case '-':
      case '_':
        return () => zoom(1 / ZOOM_STEP)
      case '0':
      case 'Home':
        return () => {
          onMoved()
          control.showWorld()
        }
      default:
        return undefined
    }
  }

  function push({ x, y }: Point) {
    onMoved()
    control.pushSoftly({ x: -x * PUSH_PX, y: -y * PUSH_PX })
  }

  function zoom(factor: number) {
    onMoved()
    const focused = markerAt(document.activeElement)
    control.zoomSoftly(factor, focused && control.fromMiddle(middleOfMarker(focused)))
  }

  function onFocus({ target }: FocusEvent) {
    const marker = markerAt(target)
    if (marker?.matches(':focus-visible') !== true) return
    const by = intoSight(control.fromMiddle(middleOfMarker(marker)), box)
    if (by.x === 0 && by.y === 0) return
    onMoved()
    control.pushSoftly(by)
  }

  box.addEventListener('keydown', onKey)
  box.addEventListener('focusin', onFocus)
  return () => {
    box.removeEventListener('keydown', onKey)
    box.removeEventListener('focusin', onFocus)
  }
}

function focusNext(box: HTMLElement, from: Element, direction: Point) {
  const others = markersIn(box)
    .filter((marker) => marker !== from)
    .map((marker) => ({ marker, ...middleOfMarker(marker) }))
  nearestInDirection(middleOfMarker(from), others, direction)?.marker.focus({ preventScroll: true })
}

function intoSight({ x, y }: Point, { clientWidth, clientHeight }: HTMLElement): Point {
  return { x: excess(x, clientWidth / 2 - EDGE_PX), y: excess(y, clientHeight / 2 - EDGE_PX) }
}

function excess(from: number, most: number) {
  if (from > most) return most - from
  return from < -most ? -most - from : 0
}

const DIRECTIONS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

export function directionOfKey(key: string): Point | undefined {
  return Object.hasOwn(DIRECTIONS, key) ? DIRECTIONS[key] : undefined
}

export function nearestInDirection<P extends Point>(
  from: Point,
  others: readonly P[],
  direction: Point,
): P | undefined {
  let nearest: P | undefined
  let shortest = Number.POSITIVE_INFINITY
  for (const other of others) {
    const dx = other.x - from.x
    const dy = other.y - from.y
    const along = dx * direction.x + dy * direction.y
    const aside = Math.abs(dx * direction.y) + Math.abs(dy * direction.x)
    const distance = Math.hypot(dx, dy)
    if (along > 0 && along >= aside && distance < shortest) {
      nearest = other
      shortest = distance
    }
  }
  return nearest
}

/** Same selector as in the popover hook. */
const MARKERS = '[data-mark]'

export function markersIn(box: HTMLElement): SVGAElement[] {
  return [...box.querySelectorAll<SVGAElement>(`${MARKERS}:not([data-dim])`)]
}

export function markerAt(target: EventTarget | null): Element | undefined {
  return target instanceof Element ? (target.closest(MARKERS) ?? undefined) : undefined
}

/** In viewport pixels. The hit area is centered on the place; the shape isn't, because of its badge. */
export function middleOfMarker(marker: Element): Point {
  const { left, right, top, bottom } = (marker.querySelector('circle') ?? marker).getBoundingClientRect()
  return { x: (left + right) / 2, y: (top + bottom) / 2 }
}
