import type { Point } from '../../domain/map/world-projection.ts'
import type { MapControl } from './map-control.ts'
import { markerAt, markersIn, middleOfMarker } from './marker-elements.ts'
import { directionOfKey, nearestInDirection } from './nearest-in-direction.ts'

export const ZOOM_STEP = 2
const PUSH_PX = 100
/** Between a marker that has the focus and the edge of the box. */
const EDGE_PX = 32

/**
 * M-01: on the map arrow keys move it; on a marker they lead to the nearest one on that side, which is brought into
 * sight. Gives back what ends it.
 */
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

/** How far the map must be pushed. */
function intoSight({ x, y }: Point, { clientWidth, clientHeight }: HTMLElement): Point {
  return { x: excess(x, clientWidth / 2 - EDGE_PX), y: excess(y, clientHeight / 2 - EDGE_PX) }
}

function excess(from: number, most: number) {
  if (from > most) return most - from
  return from < -most ? -most - from : 0
}
