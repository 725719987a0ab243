import {
  type Ref,
  type RefObject,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { gravity } from '../../domain/map/center-state.ts'
import { type Point, projectPlace, WORLD } from '../../domain/map/world-projection.ts'
import { shapeOf } from '../../ui/parts/state-shape.tsx'
import tones from '../../ui/parts/tone.module.css'
import { toneOfState } from '../../ui/parts/tone.ts'
import { ZOOM_STEP } from '../../ui/world/map-keys.ts'
import { useMapControl } from '../../ui/world/use-map-control.ts'
import { WorldGround } from '../../ui/world/world-ground.tsx'
import { shareOfHeight, shareOfWidth } from '../../ui/world/world-share.ts'
import { ZoomButtons } from '../../ui/world/zoom-buttons.tsx'
import type { PageContext } from '../page.ts'
import { useMarkShown } from '../parts/popover/use-mark-shown.ts'
import { useIsAlive } from '../parts/use-is-alive.ts'
import { kindsOnShow, kindWords } from './center-kind.ts'
import { CenterStatus } from './center-status.tsx'
import { CountShapes, KindIcon } from './kind-shape.tsx'
import type { MapCenter } from './map-center.ts'
import { MapLabels } from './map-labels.tsx'
import { type MapBadge, mapBadges, mapLabels } from './map-lettering.ts'
import { type MapMarker, mapMarkers, markerWith } from './map-marker.ts'
import { Marker } from './marker.tsx'
import { MarkerPopover } from './marker-popover.tsx'
import styles from './world-map.module.css'

export interface WorldMapHandle {
  show(centers: readonly MapCenter[]): void
  showWorld(): void
  scrollIntoView(): void
}

export function WorldMap({
  ref,
  centers,
  isLookedFor,
  context,
  onMoved,
}: {
  ref: Ref<WorldMapHandle>
  centers: readonly MapCenter[]
  isLookedFor: (center: MapCenter) => boolean
  context: PageContext
  onMoved: () => void
}) {
  const box = useRef<HTMLDivElement>(null)
  const world = useRef<SVGSVGElement>(null)
  const popover = useRef<HTMLDivElement>(null)
  const hintId = useId()
  const isAlive = useIsAlive()
  const { control, detail } = useMapControl(box, world, () => {
    // Otherwise the popover would have to be repositioned in every frame.
    if (box.current?.dataset.dragging !== undefined) close()
    onMoved()
  })
  const { markers, markerOf } = useMarkers(centers, detail.mergeDegrees)
  const { labels, badges } = useLettering(markers, detail.pxPerUnit, isLookedFor)
  const { shown, close, handlers } = useMarkShown({
    marks: box,
    popover,
    isKnown: (id) => markerOf.has(id),
    isAsleep: false,
  })
  const marker = shown === undefined ? undefined : markerOf.get(shown.id)
  const [lastFocused, setLastFocused] = useState<number>()
  const isFound = (id: number) => markerOf.get(id)?.members.some(isLookedFor) === true
  const tabStop =
    lastFocused !== undefined && isFound(lastFocused)
      ? lastFocused
      : markers.findLast(({ id }) => isFound(id))?.id

  const focusedNow = useFocusOfMerged(box, markers)

  useImperativeHandle(ref, () => ({
    show: (wanted) => control.current?.fit(wanted.map(pointOf)),
    showWorld: () => control.current?.showWorld(),
    scrollIntoView: () => box.current?.scrollIntoView({ block: 'nearest' }),
  }))

  return (
    <div>
      <div className={styles.map}>
        <div
          ref={box}
          className={styles.box}
          role="application"
          aria-label="World map of data centers"
          {...(isAlive && { tabIndex: 0, 'aria-describedby': hintId })}
          {...handlers}
          onFocus={(event) => {
            handlers.onFocus(event)
            const id = Number((event.target as Element).getAttribute('data-mark'))
            focusedNow.current = markerOf.has(id) ? id : undefined
            if (markerOf.has(id)) setLastFocused(id)
          }}
          onBlur={(event) => {
            handlers.onBlur(event)
            focusedNow.current = undefined
          }}
        >
          <svg ref={world} className={styles.world} role="presentation">
            <svg viewBox={`0 0 ${WORLD.width} ${WORLD.height}`} preserveAspectRatio="none" aria-hidden="true">
              <WorldGround isClose={detail.isClose} />
            </svg>
            <CountShapes counts={markers.map(({ members }) => members.length)} />
            <MapLabels labels={labels.quiet} isAlive={isAlive} />
            {markers.map((marker) => (
              <Marker
                key={marker.id}
                marker={marker}
                isDim={!isFound(marker.id)}
                isTabStop={marker.id === tabStop}
                hasTitle={!isAlive}
              />
            ))}
            <MapLabels labels={labels.affected} isAlive={isAlive} />
            <MarkerBadges badges={badges} isDim={({ marker }) => !isFound(marker.id)} />
          </svg>
          {shown !== undefined &&
            marker !== undefined &&
            createPortal(
              <MarkerPopover
                ref={popover}
                box={box}
                marker={marker}
                shown={shown}
                context={context}
                onClose={close}
              />,
              document.body,
            )}
        </div>
        <p className={styles.hint} data-about="wheel" aria-hidden="true">
          Click the map first, or hold Ctrl or ⌘, to zoom with the wheel
        </p>
        <p className={styles.hint} data-about="touch" aria-hidden="true">
          Use two fingers to move the map
        </p>
        <p id={hintId} className="hidden">
          Arrow keys move the map, plus and minus zoom, 0 shows the whole world. Tab leads to the data
          centers; there arrow keys go from one to the next. The table below has all of them.
        </p>
        <ZoomButtons
          isAlive={isAlive}
          detail={detail}
          onZoom={(factor) => {
            onMoved()
            control.current?.zoomSoftly(factor)
          }}
          onReset={() => {
            onMoved()
            control.current?.showWorld()
          }}
          step={ZOOM_STEP}
        />
      </div>
      <MapLegend markers={markers} />
    </div>
  )
}

function useMarkers(centers: readonly MapCenter[], mergeDegrees: number) {
  return useMemo(() => {
    const markers = mapMarkers(centers, mergeDegrees)
    return { markers, markerOf: new Map(markers.map((marker) => [marker.id, marker])) }
  }, [centers, mergeDegrees])
}

/** Zooming out merges markers: the focus goes to the one that contains the focused one. */
function useFocusOfMerged(box: RefObject<HTMLElement | null>, markers: readonly MapMarker[]) {
  // React reports no blur for what it removes itself.
  const focused = useRef<number>(undefined)
  useLayoutEffect(() => {
    if (focused.current === undefined || document.activeElement !== document.body) return
    const into = markerWith(markers, focused.current)
    const link = box.current?.querySelector<SVGAElement>(`[data-mark="${into?.id}"]`)
    const target = link ?? box.current
    target?.focus({ preventScroll: true })
  }, [box, markers])
  return focused
}

function useLettering(
  markers: readonly MapMarker[],
  pxPerUnit: number,
  isLookedFor: (center: MapCenter) => boolean,
) {
  const badges = useMemo(() => mapBadges(markers, pxPerUnit), [markers, pxPerUnit])
  const labels = useMemo(() => {
    const all = mapLabels(markers, { pxPerUnit, isNamed: ({ members }) => members.some(isLookedFor) })
    return {
      quiet: all.filter(({ isAffected }) => !isAffected),
      affected: all.filter(({ isAffected }) => isAffected),
    }
  }, [markers, pxPerUnit, isLookedFor])
  return { badges, labels }
}

function pointOf(center: MapCenter): Point {
  return projectPlace(center)
}

function MapLegend({ markers }: { markers: readonly MapMarker[] }) {
  const states = [...new Set(markers.map(({ state }) => state))]
    .filter((state) => state !== 'operational')
    .sort((a, b) => gravity(b) - gravity(a))
  return (
    <ul className={styles.legend} aria-label="Legend">
      {kindsOnShow(markers.map(({ kind }) => kind)).map((kind) => (
        <li key={kind}>
          <KindIcon kind={kind} /> {kindWords(kind)}
        </li>
      ))}
      {states.map((state) => (
        <li key={state} data-state="">
          <CenterStatus state={state} />
        </li>
      ))}
    </ul>
  )
}

/** Above all markers, so that trouble is visible even in a crowd. */
function MarkerBadges({
  badges,
  isDim,
}: {
  badges: readonly MapBadge[]
  isDim: (badge: MapBadge) => boolean
}) {
  return (
    <svg className={styles.badges} aria-hidden="true">
      {badges.map((badge) => {
        const { marker, away } = badge
        const tone = toneOfState(marker.state)
        return (
          <svg
            key={marker.id}
            className={`${tones.tone} ${styles.badge}`}
            data-tone={tone}
            data-dim={isDim(badge) ? '' : undefined}
            role="presentation"
            x={shareOfWidth(marker.point)}
            y={shareOfHeight(marker.point)}
            width="1"
            height="1"
          >
            <circle className={styles.edge} cx={away.x} cy={away.y} r={BADGE_PX / 2 + 2} />
            <svg
              role="presentation"
              x={away.x - BADGE_PX / 2}
              y={away.y - BADGE_PX / 2}
              width={BADGE_PX}
              height={BADGE_PX}
              viewBox="0 0 16 16"
            >
              {shapeOf(tone)}
            </svg>
          </svg>
        )
      })}
    </svg>
  )
}

const BADGE_PX = 10
