import { Link } from 'react-router'
import type { PostRecord } from '../../contract/records.ts'
import type { HeadingLevel } from '../parts/heading-level.ts'
import { RichText } from '../parts/rich-text.tsx'
import { statusOf } from '../parts/status.ts'
import { StatusIcon } from '../parts/status-icon.tsx'
import tones from '../parts/tone.module.css'
import { Moment } from '../times/moment.tsx'
import styles from './record-history.module.css'
import { type HistoryEntry, historyEntries } from './record-history-entries.ts'

/** P-03: what was said when, newest first, from the posting to the end. */
export function RecordHistory({
  record,
  path,
  level = 2,
}: {
  record: PostRecord
  /** The record's own page, for the links of its updates. */
  path: string
  level?: HeadingLevel
}) {
  const entries = historyEntries(record)
  const isOnlyPosted = entries.length === 1 && entries[0]?.update === undefined
  if (isOnlyPosted) return null
  const Heading = `h${level}` as const
  return (
    <section className={styles.history}>
      <Heading>Updates</Heading>
      {/* biome-ignore lint/a11y/noRedundantRoles: without its numbers Safari takes it for no list */}
      <ol role="list">
        {entries.map((entry) => (
          <Entry key={`${entry.update?.id} ${entry.milestone}`} entry={entry} path={path} />
        ))}
      </ol>
    </section>
  )
}

function Entry({ entry, path }: { entry: HistoryEntry; path: string }) {
  const { update, milestone, by } = entry
  const { tone, icon } = statusOf(update?.status ?? '')
  return (
    <li id={entryId(entry)} className={`${tones.tone} ${styles.entry}`} data-tone={tone}>
      <span className={styles.mark} data-small={icon === undefined ? '' : undefined}>
        {icon !== undefined && <StatusIcon name={icon} />}
      </span>
      <div className={styles.told}>
        <div className={styles.when}>
          {update !== undefined && update.status !== '' && (
            <strong className={styles.status}>{update.status}</strong>
          )}
          {milestone !== undefined && (
            <span className={styles.milestone}>
              {milestone}
              {by !== undefined && by !== '' && ` by ${by}`}
            </span>
          )}
          <When entry={entry} path={path} />
        </div>
        {update !== undefined && <RichText html={update.body} />}
      </div>
    </li>
  )
}

/** The moment of an update is its link, as feeds and mails have it. */
function When({ entry, path }: { entry: HistoryEntry; path: string }) {
  const id = entryId(entry)
  if (id === undefined) return <Moment at={entry.at} />
  return (
    <Link to={`${path}#${id}`} className={styles.permalink}>
      <span className="hidden">Link to the update of </span>
      <Moment at={entry.at} />
    </Link>
  )
}

function entryId({ update }: HistoryEntry) {
  return update === undefined ? undefined : `update-${update.id}`
}
