import type { ReadAnswer } from '../../contract/public-reads.ts'
import { rangeChangesFile } from '../../domain/ip-ranges/ip-ranges-query.ts'
import { Moment } from '../../ui/times/moment.tsx'
import { PrefixLine } from './prefix-line.tsx'
import styles from './range-changes.module.css'

type Change = ReadAnswer<'/api/ip-ranges'>['changes'][number]

export function RangeChanges({ changes, cloud }: { changes: readonly Change[]; cloud: string }) {
  return (
    <section className={styles.whole} aria-labelledby="range-changes-title">
      <header className={styles.head}>
        <h2 id="range-changes-title">Latest changes</h2>
        <p className={styles.feeds}>
          <a href={rangeChangesFile('rss', cloud)}>
            RSS<span className="hidden"> feed of changes</span>
          </a>
          <a href={rangeChangesFile('atom', cloud)}>
            Atom<span className="hidden"> feed of changes</span>
          </a>
          <a href={rangeChangesFile('json', cloud)}>
            JSON<span className="hidden"> feed of changes</span>
          </a>
        </p>
      </header>
      {changes.length === 0 ? (
        <p className={styles.none}>Nothing has changed yet.</p>
      ) : (
        <ol className={styles.changes}>
          {changes.map(({ id, at, data_center, added, removed }) => (
            <li key={id} id={id}>
              <p className={styles.when}>
                <Moment at={at} precision="minute" />
              </p>
              <div className={styles.what}>
                <h3>{data_center.name}</h3>
                <ul>
                  {added.map((range) => (
                    <li key={`+${range.prefix}`} data-way="added">
                      <span className={styles.way}>Added</span> <PrefixLine {...range} />
                    </li>
                  ))}
                  {removed.map((range) => (
                    <li key={`-${range.prefix}`} data-way="removed">
                      <span className={styles.way}>Removed</span> <PrefixLine {...range} />
                    </li>
                  ))}
                </ul>
              </div>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
