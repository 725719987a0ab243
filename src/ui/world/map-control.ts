import { type Point, WORLD } from '../../domain/map/world-projection.ts'
import {
  type BoxSize,
  detailAt,
  fittedTo,
  isAtStart,
  type MapDetail,
  type MapView,
  onTheWay,
  pushed,
  startView,
  withinWorld,
  zoomedAround,
} from './map-view.ts'

export interface MapShown extends MapDetail {
  isAtStart: boolean
}

export interface MapControl {
  push(by: Point): void
  zoom(factor: number, around: Point): void
  pushSoftly(by: Point): void
  zoomSoftly(factor: number, around?: Point): void
  fit(points: readonly Point[]): void
  showWorld(): void
  /** Pixels from the center of the box. */
  fromMiddle(client: Point): Point
  canZoom(factor: number): boolean
  isCloserThanAtFirst(): boolean
  stop(): void
}

const GLIDE_MS = 180
const MIDDLE: Point = { x: 0, y: 0 }

export function mapControl(
  { box, world }: { box: HTMLElement; world: SVGSVGElement },
  onShown: (shown: MapShown) => void,
): MapControl {
  let aim: MapView | undefined
  let frame = 0
  /** Cached: measuring on every move would force a layout. */
  let size = sizeOf(box)
  let view = startView(size)
  const motion = matchMedia('(prefers-reduced-motion: reduce)')

  function show(next: MapView) {
    const isZoomed = next.zoom !== view.zoom
    view = next
    if (isZoomed) {
      world.style.width = `${view.zoom * 100}%`
    }
    world.style.transform = `translate(${share(-view.x, WORLD.width)}, ${share(-view.y, WORLD.height)})`
    // Popovers follow their marker on scroll events, so a move counts as one.
    box.dispatchEvent(new Event('scroll'))
    notify()
  }

  function notify() {
    onShown({ ...detailAt(view.zoom, size), isAtStart: isAtStart(view, size) })
  }

  function settle() {
    cancelAnimationFrame(frame)
    aim = undefined
  }

  function glide(to: MapView) {
    settle()
    if (motion.matches) return show(to)
    const from = view
    const start = performance.now()
    aim = to
    frame = requestAnimationFrame(function step(now) {
      const part = Math.min(1, Math.max(0, (now - start) / GLIDE_MS))
      show(onTheWay(from, to, 1 - (1 - part) ** 3))
      if (part < 1) frame = requestAnimationFrame(step)
      else aim = undefined
    })
  }

  const sizes = new ResizeObserver(() => {
    const wanted = aim ?? view
    const wasAtStart = isAtStart(wanted, size)
    settle()
    size = sizeOf(box)
    if (wasAtStart) view = startView(size)
    // The initial style is correct, even before the size of the box is known.
    if (wasAtStart && world.style.width === '') notify()
    else show(wasAtStart ? view : withinWorld(wanted, size))
  })
  sizes.observe(box)

  return {
    push(by) {
      settle()
      show(pushed(view, by, size))
    },
    zoom(factor, around) {
      settle()
      show(zoomedAround(view, factor, around, size))
    },
    pushSoftly: (by) => glide(pushed(aim ?? view, by, size)),
    zoomSoftly: (factor, around = MIDDLE) => glide(zoomedAround(aim ?? view, factor, around, size)),
    fit: (points) => glide(fittedTo(points, size)),
    showWorld: () => glide(startView(size)),
    fromMiddle({ x, y }) {
      const { left, top, width, height } = box.getBoundingClientRect()
      return { x: x - left - width / 2, y: y - top - height / 2 }
    },
    canZoom(factor) {
      const { canZoomIn, canZoomOut } = detailAt(view.zoom, size)
      return factor > 1 ? canZoomIn : canZoomOut
    },
    isCloserThanAtFirst: () => view.zoom > startView(size).zoom * (1 + 1e-6),
    stop() {
      sizes.disconnect()
      cancelAnimationFrame(frame)
    },
  }
}

function sizeOf({ clientWidth, clientHeight }: HTMLElement): BoxSize {
  return { width: clientWidth, height: clientHeight }
}

/** Percent of the world's own size: correct at every width of the box. */
function share(units: number, of: number) {
  return `${(units / of) * 100}%`
}
