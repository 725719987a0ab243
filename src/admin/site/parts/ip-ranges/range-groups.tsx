import type { IpRange } from '../../../../contract/admin/site/ip-ranges.ts'
import { counted } from '../../../../ui/parts/words.ts'
import { Moment } from '../../../../ui/times/moment.tsx'
import { Chip } from '../../../parts/chip.tsx'
import styles from './range-groups.module.css'

export interface CenterWithRanges {
  tid: number
  name: string
  place: string
  isRetired: boolean
  ranges: readonly IpRange[]
}

export function RangeGroups({
  groups,
  isStale,
  onAdd,
  onReplace,
  onNote,
  onRemove,
}: {
  groups: readonly CenterWithRanges[]
  isStale: boolean
  onAdd: (center: number) => void
  onReplace: (center: number) => void
  onNote: (range: IpRange) => void
  onRemove: (range: IpRange) => void
}) {
  return (
    <div className={styles.groups} aria-busy={isStale || undefined}>
      {groups.map(({ tid, name, place, isRetired, ranges }) => (
        <section key={tid} className={styles.group} aria-label={`IP ranges of ${name}`}>
          <header className={styles.head}>
            <h2>{name}</h2>
            <p>
              {place} · {counted(ranges.length, 'range')}
            </p>
            {isRetired && <Chip tone="degradation">Retired, but still in the list</Chip>}
            <div className={styles.actions}>
              {!isRetired && (
                <button type="button" className="linkLike" onClick={() => onAdd(tid)}>
                  Add<span className="hidden"> a range to {name}</span>
                </button>
              )}
              <button type="button" className="linkLike" onClick={() => onReplace(tid)}>
                Replace list<span className="hidden"> of {name}</span>
              </button>
            </div>
          </header>
          <ul>
            {ranges.map((range) => (
              <li key={range.id} className={styles.range}>
                <code>{range.prefix}</code>
                <span className={styles.note}>
                  <bdi>{range.note}</bdi>
                </span>
                <span className={styles.added}>
                  Since <Moment at={range.added_on} precision="minute" />
                </span>
                <span className={styles.actions}>
                  <button type="button" className="linkLike" onClick={() => onNote(range)}>
                    Change note<span className="hidden"> on {range.prefix}</span>
                  </button>
                  <button type="button" className="linkLike" onClick={() => onRemove(range)}>
                    Remove<span className="hidden"> {range.prefix}</span>
                  </button>
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
