import { counted } from '../../ui/parts/words.ts'
import type { PageContext } from '../page.ts'
import { CenterFold } from './center-fold.tsx'
import { CenterRows } from './center-rows.tsx'
import styles from './center-table.module.css'
import { type MapCenter, type MapRegion, rowId, troubleId } from './map-center.ts'
import { troubledOf } from './trouble-words.tsx'

/** The same as on the map for those who would rather read: what is wrong, then a fold for each region. */
export function CenterTable({
  regions,
  wanted,
  isSearching,
  context,
}: {
  regions: readonly MapRegion[]
  wanted: readonly MapCenter[]
  isSearching: boolean
  context: PageContext
}) {
  const troubled = troubledOf(wanted)
  const found = new Set(wanted)
  return (
    <>
      {troubled.length > 0 && !isSearching && (
        <section className={styles.region} aria-labelledby="trouble-title">
          <header>
            <h2 id="trouble-title">Not running normally</h2>
            <p>{counted(troubled.length, 'data center')}</p>
          </header>
          <CenterRows centers={troubled} idOf={troubleId} titleId="trouble-title" context={context} />
        </section>
      )}
      <div className={styles.regions}>
        {regions.map(({ title, anchor, centers }) => {
          const here = centers.filter((center) => found.has(center))
          if (here.length === 0) return null
          const all = counted(centers.length, 'data center')
          return (
            <CenterFold
              key={anchor}
              anchor={anchor}
              title={title}
              words={here.length < centers.length ? `${here.length} of ${all}` : all}
              isSearching={isSearching}
              holds={(id) => id === anchor || here.some((center) => rowId(center) === id)}
            >
              <CenterRows centers={here} idOf={rowId} titleId={`${anchor}-title`} context={context} />
            </CenterFold>
          )
        })}
      </div>
    </>
  )
}
