import type { Point } from '../../domain/map/world-projection.ts'

/** What the hook of popovers knows marks by. */
const MARKERS = '[data-mark]'

/** Those that a reader looks for. */
export function markersIn(box: HTMLElement): SVGAElement[] {
  return [...box.querySelectorAll<SVGAElement>(`${MARKERS}:not([data-dim])`)]
}

export function markerAt(target: EventTarget | null): Element | undefined {
  return target instanceof Element ? (target.closest(MARKERS) ?? undefined) : undefined
}

/** In pixels of the viewport. What fingers may hit lies round the place itself; a shape grows to one side with its badge. */
export function middleOfMarker(marker: Element): Point {
  const { left, right, top, bottom } = (marker.querySelector('circle') ?? marker).getBoundingClientRect()
  return { x: (left + right) / 2, y: (top + bottom) / 2 }
}
