import { useMemo, useState } from 'react'
import { projectPlace } from '../../../domain/map/world-projection.ts'
import { SelectField } from '../../../ui/forms/select-field.tsx'
import { WorldGround } from '../../../ui/world/world-ground.tsx'
import type { Region } from './centers-picker.tsx'
import { mapFrame } from './map-frame.ts'
import styles from './pickers.module.css'

/** Size of a point and its click area, as a share of the map's width. */
const POINT_SHARE = 0.006
const REACH_SHARE = 0.014

/**
 * Clickable points, with a map section per region. The list by region offers the same choices for keyboards and screen
 * readers.
 */
export function CentersByMap({
  regions,
  has,
  onSet,
}: {
  regions: readonly Region[]
  has: (tid: number) => boolean
  onSet: (tids: readonly number[], isPicked: boolean) => void
}) {
  const [shown, setShown] = useState(0)
  const region = regions.find(({ tid }) => tid === shown)
  const frame = useMemo(() => mapFrame(region?.data_centers ?? []), [region])
  const inSight = region === undefined ? regions : [region]
  const centers = inSight.flatMap(({ data_centers }) => data_centers)
  return (
    <div className={styles.pasted}>
      <div className={styles.row}>
        <SelectField
          name="part"
          label="Part of the map"
          value={shown}
          onPick={(picked) => setShown(Number(picked))}
        >
          <option value={0}>The whole world</option>
          {regions.map(({ tid, title }) => (
            <option key={tid} value={tid}>
              {title}
            </option>
          ))}
        </SelectField>
        <button
          type="button"
          className="button"
          onClick={() =>
            onSet(
              centers.map(({ tid }) => tid),
              !centers.every(({ tid }) => has(tid)),
            )
          }
        >
          {centers.every(({ tid }) => has(tid)) ? 'Remove all of these' : 'Choose all of these'}
        </button>
      </div>
      <svg
        className={styles.map}
        viewBox={`${frame.x} ${frame.y} ${frame.width} ${frame.height}`}
        aria-hidden="true"
        focusable="false"
      >
        <WorldGround isClose={region !== undefined} />
        {centers.map((center) => {
          const { x, y } = projectPlace(center)
          return (
            <g key={center.tid}>
              <title>{center.name}</title>
              {/* biome-ignore lint/a11y/noStaticElementInteractions: hidden from all but the pointer. */}
              <circle
                className={styles.reach}
                cx={x}
                cy={y}
                r={frame.width * REACH_SHARE}
                data-center={center.tid}
                onClick={() => onSet([center.tid], !has(center.tid))}
              />
              <circle
                className={styles.point}
                cx={x}
                cy={y}
                r={frame.width * POINT_SHARE}
                data-picked={has(center.tid) ? '' : undefined}
              />
            </g>
          )
        })}
      </svg>
      <p className={styles.none}>Click a point to choose it. With the keyboard, choose by region.</p>
    </div>
  )
}
