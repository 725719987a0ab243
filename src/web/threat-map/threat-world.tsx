import { memo, type PointerEvent, type Ref } from 'react'
import { projectPlace, WORLD } from '../../domain/map/world-projection.ts'
import { WorldGround } from '../../ui/world/world-ground.tsx'
import categories from '../threats/category.module.css'
import { arcPath } from './arc.ts'
import { mapNames } from './map-names.ts'
import { arcOf, stillArcs } from './still-arcs.ts'
import type { ThreatFlow } from './threat-flow.ts'
import styles from './threat-world.module.css'

/** Crops the polar regions. */
const TOP = Math.round(projectPlace({ latitude: 80, longitude: 0 }).y)
const BOTTOM = Math.round(projectPlace({ latitude: -57, longitude: 0 }).y)
const NAME_SIZE = 14

/** O-04: memoized, because the list beside it changes all the time and this doesn't. */
export const ThreatWorld = memo(function ThreatWorld({
  flows,
  label,
  isMoving,
  lit,
  onLight,
  flightsRef,
}: {
  flows: readonly ThreatFlow[]
  label: string
  isMoving: boolean
  lit: ThreatFlow | undefined
  onLight(way: string | undefined): void
  flightsRef: Ref<SVGGElement>
}) {
  const arcs = stillArcs(flows).map((each) => ({ ...each, path: arcPath(each.arc) }))
  return (
    <svg
      className={styles.world}
      viewBox={`0 ${TOP} ${WORLD.width} ${BOTTOM - TOP}`}
      preserveAspectRatio="xMidYMid slice"
      role="img"
      aria-label={label}
      data-moving={isMoving ? '' : undefined}
      data-lighting={lit === undefined ? undefined : ''}
      onPointerOver={({ target }) => onLight(wayAt(target))}
      onPointerLeave={({ pointerType }: PointerEvent) => pointerType === 'mouse' && onLight(undefined)}
    >
      <WorldGround />
      <g className={styles.still}>
        {arcs.map(({ key, path, category, widthPx }) => (
          <path
            key={key}
            className={categories.category}
            data-category={category}
            d={path}
            strokeWidth={widthPx}
          />
        ))}
      </g>
      <path className={styles.centers} d={centersPath(flows)} />
      <g ref={flightsRef} className={styles.flights} />
      {lit !== undefined && (
        <g className={`${categories.category} ${styles.lit}`} data-category={lit.category} data-lit>
          <path d={arcPath(arcOf(lit))} />
        </g>
      )}
      <g className={styles.names}>
        {mapNames(flows, { left: 4, right: WORLD.width - 4, top: TOP, bottom: BOTTOM, size: NAME_SIZE }).map(
          ({ key, name, kind, x, y, anchor }) => (
            <text
              key={key}
              data-kind={kind}
              x={x}
              y={y}
              textAnchor={anchor}
              dominantBaseline="central"
              fontSize={NAME_SIZE}
            >
              {name}
            </text>
          ),
        )}
      </g>
      <g className={styles.reach}>
        {arcs.map(({ key, path }) => (
          <path key={key} data-way={key} d={path} />
        ))}
      </g>
    </svg>
  )
})

function wayAt(target: EventTarget): string | undefined {
  return target instanceof Element
    ? (target.closest('[data-way]')?.getAttribute('data-way') ?? undefined)
    : undefined
}

/** A zero-length line with round caps is a dot of constant size. */
function centersPath(flows: readonly ThreatFlow[]) {
  const centers = new Map(flows.map(({ data_center }) => [data_center.tid, data_center]))
  return [...centers.values()]
    .map(projectPlace)
    .map(({ x, y }) => `M${x.toFixed(1)} ${y.toFixed(1)}h0`)
    .join('')
}
