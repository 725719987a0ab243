import { rangesFile } from '../../domain/ip-ranges/ip-ranges-query.ts'
import { counted } from '../../ui/parts/words.ts'
import { CopyButton } from '../machines/copy-button.tsx'
import { CenterFold } from '../map/center-fold.tsx'
import rowStyles from '../map/center-rows.module.css'
import { type RangeCenter, type RangeOfCenter, type RangeRegion, rangeRowId } from './placed-center.ts'
import { PrefixLine } from './prefix-line.tsx'
import styles from './range-list.module.css'

const FAMILIES = [4, 6] as const
type Family = (typeof FAMILIES)[number]

export function RangeList({ regions, cloud }: { regions: readonly RangeRegion[]; cloud: string }) {
  const all = regions.flatMap(({ centers }) => centers).flatMap(({ ranges }) => ranges)
  return (
    <section className={styles.whole} aria-labelledby="ranges-title">
      <header className={styles.head}>
        <h2 id="ranges-title">All ranges</h2>
        <ul className={styles.families}>
          {FAMILIES.map((family) => {
            const prefixes = prefixesOf(all, family)
            if (prefixes.length === 0) return null
            return (
              <li key={family}>
                <span>
                  <b>IPv{family}</b> {counted(prefixes.length, 'prefix', 'prefixes')}
                </span>
                <CopyButton text={prefixes.join('\n')} name={`all IPv${family} prefixes`} />
              </li>
            )
          })}
        </ul>
        <Downloads cloud={cloud} />
      </header>
      <div>
        {regions.map(({ tid, title, centers }) => (
          <Region key={tid} anchor={`region-${tid}`} title={title} centers={centers} />
        ))}
      </div>
    </section>
  )
}

function Downloads({ cloud }: { cloud: string }) {
  return (
    <ul className={styles.downloads} aria-label="As a file">
      <li>
        <a href={rangesFile('json', { cloud })}>JSON</a>
      </li>
      <li>
        <a href={rangesFile('csv', { cloud })}>CSV</a>
      </li>
      <li>
        <a href={rangesFile('txt', { cloud })}>Text</a>
      </li>
    </ul>
  )
}

function Region({
  anchor,
  title,
  centers,
}: {
  anchor: string
  title: string
  centers: readonly RangeCenter[]
}) {
  const ranges = centers.flatMap((center) => center.ranges)
  return (
    <CenterFold
      anchor={anchor}
      title={title}
      words={counted(ranges.length, 'range')}
      isSearching={false}
      holds={(id) => id === anchor || centers.some((center) => rangeRowId(center) === id)}
    >
      <table className={`${rowStyles.rows} ${styles.rows}`} aria-labelledby={`${anchor}-title`}>
        <thead>
          <tr>
            <th scope="col">Data center</th>
            <th scope="col">IPv4</th>
            <th scope="col">IPv6</th>
          </tr>
        </thead>
        <tbody>
          {centers.map((center) => (
            <tr key={center.tid} id={rangeRowId(center)}>
              <th scope="row">
                {center.name} <span className={styles.place}>{center.place}</span>
              </th>
              {FAMILIES.map((family) => (
                <td key={family}>
                  <Prefixes ranges={center.ranges.filter((range) => range.family === family)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </CenterFold>
  )
}

function Prefixes({ ranges }: { ranges: readonly RangeOfCenter[] }) {
  if (ranges.length === 0) return <span className={styles.none}>None</span>
  return (
    <ul className={styles.prefixes}>
      {ranges.map((range) => (
        <li key={range.prefix}>
          <PrefixLine {...range} />
        </li>
      ))}
    </ul>
  )
}

/** Data centers may share a prefix. */
function prefixesOf(ranges: readonly RangeOfCenter[], family: Family): string[] {
  return [...new Set(ranges.filter((range) => range.family === family).map(({ prefix }) => prefix))]
}
