import type { PostRecord } from '../../contract/records.ts'
import { StatusBadge } from './badge.tsx'
import { Moment } from './moment.tsx'
import styles from './record-history.module.css'
import { RichText } from './rich-text.tsx'

type Update = PostRecord['updates'][number]

/** P-03: what was said when, newest first. */
export function RecordHistory({ updates }: { updates: readonly Update[] }) {
  if (updates.length === 0) return null
  return (
    <section className={styles.history}>
      <h2>Updates</h2>
      <ol>
        {newestFirst(updates).map((update) => (
          <li key={update.id} id={`update-${update.id}`}>
            <div className={styles.when}>
              <Moment at={update.posted_on} />
              {update.status !== '' && <StatusBadge status={update.status} />}
            </div>
            <RichText html={update.body} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function newestFirst(updates: readonly Update[]) {
  return updates.toSorted((a, b) => Date.parse(b.posted_on) - Date.parse(a.posted_on) || b.id - a.id)
}
