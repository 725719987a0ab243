import { useEffect, useEffectEvent, useId, useRef } from 'react'
import { type Place, type Point, placeAt, projectPlace, WORLD } from '../../../domain/map/world-projection.ts'
import { ZOOM_STEP } from '../../../ui/world/map-keys.ts'
import { useMapControl } from '../../../ui/world/use-map-control.ts'
import { WorldGround } from '../../../ui/world/world-ground.tsx'
import { shareOfHeight, shareOfWidth } from '../../../ui/world/world-share.ts'
import { ZoomButtons } from '../../../ui/world/zoom-buttons.tsx'
import styles from './place-on-map.module.css'

/** About ten meters, precise enough for a data center. */
const DECIMALS = 4
const KEY_STEP_DEGREES = 0.1
const LARGE_KEY_STEP_DEGREES = 5

export function PlaceOnMap({
  label,
  place,
  others,
  onPlace,
}: {
  label: string
  place: Place | undefined
  others: readonly (Place & { name: string })[]
  onPlace: (place: Place) => void
}) {
  const box = useRef<HTMLDivElement>(null)
  const world = useRef<SVGSVGElement>(null)
  const hintId = useId()
  const { control, detail } = useMapControl(box, world, () => {})
  const put = (point: Point) => onPlace(rounded(placeAt(point)))
  const marker = useMarkerMoves({ world, place, onPlace: (next) => onPlace(rounded(next)) })

  return (
    <div className={styles.map}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: keyboard users have the marker and the two numbers. */}
      <div
        ref={box}
        className={styles.box}
        role="application"
        aria-label={label}
        aria-describedby={hintId}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move the map
        tabIndex={0}
        onClick={(event) => world.current && put(pointUnder(event, world.current))}
      >
        <svg ref={world} className={styles.world} role="presentation">
          <svg viewBox={`0 0 ${WORLD.width} ${WORLD.height}`} preserveAspectRatio="none" aria-hidden="true">
            <WorldGround isClose={detail.isClose} />
          </svg>
          {others.map((other) => (
            <Dot key={other.name} point={projectPlace(other)} name={other.name} />
          ))}
          {place !== undefined && (
            // biome-ignore lint/a11y/useSemanticElements: SVG has no button element
            <g
              ref={marker}
              className={styles.marker}
              role="button"
              tabIndex={0}
              aria-label={markerWords(place)}
            >
              <svg
                className={styles.place}
                role="presentation"
                x={shareOfWidth(projectPlace(place))}
                y={shareOfHeight(projectPlace(place))}
                width="1"
                height="1"
              >
                <circle className={styles.reach} r="20" />
                <circle className={styles.ring} r="11" />
                <circle className={styles.core} r="4" />
              </svg>
            </g>
          )}
        </svg>
      </div>
      <ZoomButtons
        isAlive
        detail={detail}
        step={ZOOM_STEP}
        onZoom={(factor) => control.current?.zoomSoftly(factor)}
        onReset={() => control.current?.showWorld()}
      />
      <p id={hintId} className={styles.hint}>
        Click its location, or drag the marker. On the marker, arrow keys move it by {KEY_STEP_DEGREES}°, with
        Shift by {LARGE_KEY_STEP_DEGREES}°.
      </p>
    </div>
  )
}

function Dot({ point, name }: { point: Point; name: string }) {
  return (
    <svg
      className={styles.place}
      role="presentation"
      x={shareOfWidth(point)}
      y={shareOfHeight(point)}
      width="1"
      height="1"
    >
      <circle className={styles.other} r="3">
        <title>{name}</title>
      </circle>
    </svg>
  )
}

/** Listens on the marker itself, before the map below it handles the same pointer. */
function useMarkerMoves({
  world,
  place,
  onPlace,
}: {
  world: { current: SVGSVGElement | null }
  place: Place | undefined
  onPlace: (place: Place) => void
}) {
  const marker = useRef<SVGGElement>(null)
  const isThere = place !== undefined
  const move = useEffectEvent((event: MouseEvent) => {
    if (world.current !== null) onPlace(placeAt(pointUnder(event, world.current)))
  })
  const step = useEffectEvent((event: KeyboardEvent) => {
    const by = event.shiftKey ? LARGE_KEY_STEP_DEGREES : KEY_STEP_DEGREES
    const [north, east] = STEPS[event.key] ?? []
    if (north === undefined || east === undefined || place === undefined) return
    event.preventDefault()
    event.stopPropagation()
    onPlace({
      latitude: Math.max(-90, Math.min(90, place.latitude + north * by)),
      longitude: aroundTheWorld(place.longitude + east * by),
    })
  })

  useEffect(() => {
    const element = marker.current
    if (!isThere || element === null) return
    const listening = new AbortController()
    const { signal } = listening
    let isHeld = false
    function onMove(event: PointerEvent) {
      if (isHeld) move(event)
    }
    element.addEventListener(
      'pointerdown',
      (event) => {
        if (event.button !== 0) return
        event.stopPropagation()
        element.setPointerCapture(event.pointerId)
        isHeld = true
      },
      { signal },
    )
    element.addEventListener('pointermove', onMove, { signal })
    for (const end of ['pointerup', 'pointercancel'] as const) {
      element.addEventListener(end, () => (isHeld = false), { signal })
    }
    // The click that ends a drag must not reach the map.
    element.addEventListener('click', (event) => event.stopPropagation(), { signal })
    element.addEventListener('keydown', (event) => step(event), { signal })
    return () => listening.abort()
  }, [isThere])
  return marker
}

const STEPS: Record<string, [north: number, east: number]> = {
  ArrowUp: [1, 0],
  ArrowDown: [-1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

function pointUnder({ clientX, clientY }: { clientX: number; clientY: number }, world: SVGSVGElement): Point {
  const { left, top, width, height } = world.getBoundingClientRect()
  return { x: ((clientX - left) / width) * WORLD.width, y: ((clientY - top) / height) * WORLD.height }
}

function rounded({ latitude, longitude }: Place): Place {
  return { latitude: Number(latitude.toFixed(DECIMALS)), longitude: Number(longitude.toFixed(DECIMALS)) }
}

function aroundTheWorld(longitude: number) {
  return ((((longitude + 180) % 360) + 360) % 360) - 180
}

function markerWords({ latitude, longitude }: Place) {
  const north = `${Math.abs(latitude)}° ${latitude < 0 ? 'south' : 'north'}`
  return `At ${north}, ${Math.abs(longitude)}° ${longitude < 0 ? 'west' : 'east'}`
}
