import { gravity } from '../../domain/map/center-state.ts'
import { kindsOnShow, kindWords } from './center-kind.ts'
import { CenterStatus } from './center-status.tsx'
import { KindIcon } from './kind-shape.tsx'
import styles from './map-legend.module.css'
import type { MapMarker } from './map-marker.ts'

/** M-04: the kinds that are on the map, and the states that some of them are in. */
export function MapLegend({ markers }: { markers: readonly MapMarker[] }) {
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
