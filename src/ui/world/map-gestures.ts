import type { Point } from '../../domain/map/world-projection.ts'
import type { MapControl } from './map-control.ts'
import { markerAt, markersIn, middleOfMarker } from './map-keys.ts'

/** Anything less is a click with an unsteady hand. */
const DRAG_FROM_PX = 4
const TOUCH_REACH_PX = 22
const DOUBLE_CLICK_FACTOR = 2

/**
 * M-01: one finger moving vertically scrolls the page (`touch-action`); horizontally, or with two fingers, it
 * moves the map.
 */
export function followPointers(box: HTMLElement, control: MapControl, onMoved: () => void): () => void {
  const pointers = new Map<number, Point>()
  let start: Point | undefined
  let isDragging = false
  /** Vertical swipe: the page scrolls and the map stays. */
  let isScrolling = false
  const hint = mapHint(box)
  /** Ignore the click that ends a drag. */
  let isClickSpent = false

  function onDown(event: PointerEvent) {
    if (event.pointerType === 'mouse' && event.button !== 0) return
    if (pointers.size === 0) {
      start = clientPoint(event)
      isClickSpent = false
    }
    pointers.set(event.pointerId, clientPoint(event))
    if (pointers.size > 1) {
      isScrolling = false
      hint.hide()
      beginDrag()
    }
  }

  function onMove(event: PointerEvent) {
    const before = pointers.get(event.pointerId)
    if (before === undefined) return
    const now = clientPoint(event)
    if (isScrolling || (!isDragging && start !== undefined && distance(start, now) < DRAG_FROM_PX)) return
    if (!isDragging && start !== undefined && event.pointerType === 'touch' && isUpright(start, now)) {
      isScrolling = true
      if (control.isCloserThanAtFirst()) hint.show('touch')
      return
    }
    if (!isDragging) beginDrag()
    const others = [...pointers].filter(([id]) => id !== event.pointerId).map(([, place]) => place)
    pointers.set(event.pointerId, now)
    const [other] = others
    if (other === undefined) control.push(difference(now, before))
    else pinch(other, before, now)
  }

  function pinch(other: Point, before: Point, now: Point) {
    const middle = middleOf(other, now)
    control.push(difference(middle, middleOf(other, before)))
    const apart = distance(other, before)
    if (apart > 0) control.zoom(distance(other, now) / apart, control.fromMiddle(middle))
  }

  function beginDrag() {
    isDragging = true
    isClickSpent = true
    box.dataset.dragging = ''
    for (const id of pointers.keys()) box.setPointerCapture(id)
    onMoved()
  }

  function onEnd(event: PointerEvent) {
    pointers.delete(event.pointerId)
    if (pointers.size > 0) return
    isDragging = false
    isScrolling = false
    start = undefined
    delete box.dataset.dragging
  }

  function onClick(event: MouseEvent) {
    const isByKeyboard = event.detail === 0
    if (isClickSpent && !isByKeyboard) return swallow(event)
    if (!isByTouch(event)) return
    const meant = markerNear(box, { x: event.clientX, y: event.clientY })
    if (meant === undefined || meant === markerAt(event.target)) return
    swallow(event)
    const { clientX, clientY } = event
    meant.dispatchEvent(
      new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1, clientX, clientY }),
    )
  }

  function onDoubleClick(event: MouseEvent) {
    if (markerAt(event.target) !== undefined) return
    onMoved()
    control.zoomSoftly(DOUBLE_CLICK_FACTOR, control.fromMiddle({ x: event.clientX, y: event.clientY }))
  }

  /** Two fingers always move the map. */
  function onTouchMove(event: TouchEvent) {
    if (event.touches.length > 1 && event.cancelable) event.preventDefault()
  }

  const listening = new AbortController()
  const { signal } = listening
  box.addEventListener('pointerdown', onDown, { signal })
  box.addEventListener('pointermove', onMove, { signal })
  for (const end of ['pointerup', 'pointercancel'] as const) {
    // On the window: a press without a drag is not captured and may end anywhere.
    window.addEventListener(end, onEnd, { signal })
  }
  box.addEventListener('click', onClick, { signal, capture: true })
  box.addEventListener('dblclick', onDoubleClick, { signal })
  box.addEventListener('touchmove', onTouchMove, { signal, passive: false })
  // Markers are links, which browsers would drag.
  box.addEventListener('dragstart', (event) => event.preventDefault(), { signal })
  return () => {
    listening.abort()
    hint.hide()
  }
}

function markerNear(box: HTMLElement, finger: Point): Element | undefined {
  let nearest: Element | undefined
  let shortest = TOUCH_REACH_PX
  for (const marker of markersIn(box)) {
    const away = distance(middleOfMarker(marker), finger)
    if (away > shortest) continue
    nearest = marker
    shortest = away
  }
  return nearest
}

function swallow(event: Event) {
  event.preventDefault()
  event.stopPropagation()
}

/** A click by script or keyboard has no pointer. */
function isByTouch(event: MouseEvent) {
  return event instanceof PointerEvent && event.pointerType === 'touch'
}

function clientPoint({ clientX: x, clientY: y }: PointerEvent): Point {
  return { x, y }
}

function isUpright(from: Point, to: Point) {
  return Math.abs(to.y - from.y) > Math.abs(to.x - from.x)
}

function difference(a: Point, b: Point): Point {
  return { x: a.x - b.x, y: a.y - b.y }
}

function middleOf(a: Point, b: Point): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
}

function distance(a: Point, b: Point) {
  return Math.hypot(a.x - b.x, a.y - b.y)
}

const LINE_PX = 16
/** A wheel step of 100 px is a factor of 1.3. */
const DOUBLINGS_PER_PX = 0.004
/** Trackpads report a pinch as a wheel with Ctrl, in small numbers. */
const DOUBLINGS_PER_PINCH_PX = 0.012

/**
 * The wheel scrolls the page unless Ctrl or ⌘ is held or the map was clicked, so that readers don't get
 * stuck.
 */
export function followWheel(box: HTMLElement, control: MapControl, onMoved: () => void): () => void {
  let isChosen = false
  const hint = mapHint(box)

  function onWheel(event: WheelEvent) {
    if (event.deltaY === 0) return
    const isAsked = event.ctrlKey || event.metaKey
    const factor = 2 ** -doublings(event)
    if (!isAsked && !isChosen) return hint.show('wheel')
    hint.hide()
    // At its limit the wheel scrolls the page; with Ctrl it would zoom the whole page.
    if (isAsked || control.canZoom(factor)) event.preventDefault()
    onMoved()
    control.zoom(factor, control.fromMiddle({ x: event.clientX, y: event.clientY }))
  }

  const listening = new AbortController()
  const { signal } = listening
  box.addEventListener('wheel', onWheel, { signal, passive: false })
  box.addEventListener(
    'pointerdown',
    () => {
      isChosen = true
    },
    { signal },
  )
  box.addEventListener(
    'pointerleave',
    () => {
      isChosen = false
    },
    { signal },
  )
  return () => {
    listening.abort()
    hint.hide()
  }
}

function doublings({ deltaY, deltaMode, ctrlKey }: WheelEvent) {
  const px = deltaMode === WheelEvent.DOM_DELTA_PIXEL ? deltaY : deltaY * LINE_PX
  const isPinch = ctrlKey && Math.abs(px) < 50
  return px * (isPinch ? DOUBLINGS_PER_PINCH_PX : DOUBLINGS_PER_PX)
}

const HINT_MS = 1_600

function mapHint(box: HTMLElement) {
  let hiding: ReturnType<typeof setTimeout> | undefined
  function hide() {
    clearTimeout(hiding)
    delete box.dataset.hint
  }
  return {
    show(about: 'wheel' | 'touch') {
      clearTimeout(hiding)
      box.dataset.hint = about
      hiding = setTimeout(hide, HINT_MS)
    },
    hide,
  }
}
