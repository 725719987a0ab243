import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { PostRecord, RecordChangeLine } from '../../contract/records.ts'
import { POST_MORTEM_ANCHOR } from '../../domain/post-mortem.ts'
import { RichText } from '../../ui/parts/rich-text.tsx'
import { statusOf } from '../../ui/parts/status.ts'
import { StatusIcon } from '../../ui/parts/status-icon.tsx'
import tones from '../../ui/parts/tone.module.css'
import { Moment } from '../../ui/times/moment.tsx'
import type { HeadingLevel } from '../parts/page-head.tsx'
import styles from './record-history.module.css'
import { type HistoryEntry, historyParts } from './record-history-entries.ts'

export function LatestUpdate({
  record,
  path,
  level,
}: {
  record: PostRecord
  path: string | undefined
  level: HeadingLevel
}) {
  const { latest } = historyParts(record)
  if (latest.length === 0) return null
  return (
    <History title="Latest update" isLatest level={level}>
      {latest.map((entry) => (
        <Entry key={keyOf(entry)} entry={entry} path={path} />
      ))}
    </History>
  )
}

/** P-03: the updates before the latest, newest first, back to the posting. */
export function RecordHistory({
  record,
  path,
  level = 2,
}: {
  record: PostRecord
  path: string
  level?: HeadingLevel
}) {
  const { latest, earlier } = historyParts(record)
  const isOnlyPosted = latest.length === 0 && earlier.length === 1
  if (isOnlyPosted || earlier.length === 0) return null
  return (
    <History title={latest.length === 0 ? 'Updates' : 'Earlier updates'} level={level}>
      {earlier.map((entry) => (
        <Entry key={keyOf(entry)} entry={entry} path={path} />
      ))}
    </History>
  )
}

function History({
  title,
  isLatest = false,
  level,
  children,
}: {
  title: string
  isLatest?: boolean
  level: HeadingLevel
  children: ReactNode
}) {
  const Heading = `h${level}` as const
  return (
    <section className={styles.history} data-latest={isLatest ? '' : undefined}>
      <Heading>{title}</Heading>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari ignores a list without numbers */}
      <ol role="list">{children}</ol>
    </section>
  )
}

function keyOf({ update, milestone, at }: HistoryEntry) {
  return `${update?.id} ${milestone} ${at}`
}

function Entry({ entry, path }: { entry: HistoryEntry; path: string | undefined }) {
  const { update } = entry
  const { tone, icon } = statusOf(update?.status ?? '')
  return (
    <li id={entryId(entry)} className={`${tones.tone} ${styles.entry}`} data-tone={tone}>
      <span className={styles.mark} data-small={icon === undefined ? '' : undefined}>
        {icon !== undefined && <StatusIcon name={icon} />}
      </span>
      <div className={styles.report}>
        <div className={styles.when}>
          {update !== undefined && update.status !== '' && (
            <strong className={styles.status} dir="auto">
              {update.status}
            </strong>
          )}
          <Milestone entry={entry} />
          <When entry={entry} path={path} />
        </div>
        {entry.changes.length > 0 && (
          <ul className={styles.changes}>
            {entry.changes.map((change) => (
              <li key={`${change.kind} ${change.text}`} dir="auto">
                <ChangeText change={change} path={path} />
                {change.removed_on !== undefined && (
                  <>
                    {' '}
                    on <Moment at={change.removed_on} />
                  </>
                )}
              </li>
            ))}
          </ul>
        )}
        {update !== undefined && <RichText html={update.body} />}
      </div>
    </li>
  )
}

function ChangeText({
  change: { kind, text },
  path,
}: {
  change: RecordChangeLine
  path: string | undefined
}) {
  if (kind !== 'post_mortem' || path === undefined) return text
  return <Link to={`${path}#${POST_MORTEM_ANCHOR}`}>{text}</Link>
}

/** Postponed work is not closed for readers: its status says what happened. */
function Milestone({ entry: { update, milestone, by = '' } }: { entry: HistoryEntry }) {
  if (milestone === undefined) return null
  const isPostponed =
    milestone === 'Closed' && update !== undefined && statusOf(update.status).phase === 'ahead'
  const words = [...(isPostponed ? [] : [milestone]), ...(by === '' ? [] : [`by ${by}`])].join(' ')
  return words === '' ? null : <span className={styles.milestone}>{words}</span>
}

function When({ entry, path }: { entry: HistoryEntry; path: string | undefined }) {
  const id = entryId(entry)
  if (id === undefined || path === undefined) return <Moment at={entry.at} />
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
