import type { MapControl } from './map-control.ts'
import { mapHint } from './map-hint.ts'

const LINE_PX = 16
/** A wheel's notch of 100 px is a factor of 1.3. */
const DOUBLINGS_PER_PX = 0.004
/** A pinch on a trackpad comes as a wheel with Ctrl, in small numbers. */
const DOUBLINGS_PER_PINCH_PX = 0.012

/**
 * The wheel scrolls the page unless the reader holds Ctrl or ⌘, or has clicked the map before: nobody gets stuck in it
 * on the way down. Gives back what ends it.
 */
export function followWheel(box: HTMLElement, control: MapControl, onMoved: () => void): () => void {
  let isChosen = false
  const hint = mapHint(box)

  function onWheel(event: WheelEvent) {
    // Sideways it is not ours.
    if (event.deltaY === 0) return
    const isAsked = event.ctrlKey || event.metaKey
    const factor = 2 ** -doublings(event)
    if (!isAsked && !isChosen) return hint.show('wheel')
    hint.hide()
    // At its end the wheel goes on with the page; with Ctrl it would magnify the whole of it.
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
