import { useRef } from 'react'
import { useScrollHints } from '../../ui/parts/use-scroll-hints.ts'
import { counted } from '../../ui/parts/words.ts'
import type { MapRegion } from './map-center.ts'
import styles from './region-jumps.module.css'

export const WORLD_REGION = 'world'

export function RegionJumps({
  regions,
  chosen,
  onChoose,
  isAlive,
}: {
  regions: readonly MapRegion[]
  /** The anchor of the region shown; undefined once the map was moved. */
  chosen: string | undefined
  onChoose: (anchor: string) => void
  isAlive: boolean
}) {
  const row = useRef<HTMLUListElement>(null)
  const more = useScrollHints(row)
  const jumps = [
    { anchor: WORLD_REGION, title: 'World', count: undefined },
    ...regions.map(({ anchor, title, centers }) => ({ anchor, title, count: centers.length })),
  ]
  return (
    <nav className={styles.jumps} aria-label="Regions" data-more={more}>
      <ul ref={row}>
        {jumps.map(({ anchor, title, count }) => (
          <li key={anchor}>
            {isAlive ? (
              <button
                type="button"
                className={`button ${styles.jump}`}
                aria-pressed={anchor === chosen}
                onClick={() => onChoose(anchor)}
              >
                <Words title={title} count={count} />
              </button>
            ) : (
              <a
                href={`#${count === undefined ? 'main' : anchor}`}
                className={`button ${styles.jump}`}
                data-waits=""
              >
                <Words title={title} count={count} />
              </a>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Words({ title, count }: { title: string; count: number | undefined }) {
  if (count === undefined) return title
  return (
    <>
      {title}
      <span className="hidden">, {counted(count, 'data center')}</span>
      <span className={styles.count} aria-hidden="true">
        {count}
      </span>
    </>
  )
}
