import { memo } from 'react'
import { Link } from 'react-router'
import { type PlaceKind, placePath } from '../../domain/place-address.ts'
import { severityName } from '../../ui/parts/severity-name.ts'
import { counted } from '../../ui/parts/words.ts'
import { PlaceStar, type StarredPlace } from '../mine/place-star.tsx'
import { IssueMark, MARK_PX } from './issue-mark.tsx'
import { lifeLine } from './life-line.ts'
import { markReach } from './mark-reach.ts'
import { lanesOf, placeIssues } from './place-issues.ts'
import { issuesOf, troublesOf } from './row-state.ts'
import type { TimelineRow as Row } from './timeline-block.ts'
import styles from './timeline-row.module.css'
import type { Week } from './week.ts'
import { windowPercent } from './window-percent.ts'

/** There may be hundreds, and neither the clock nor a star changes the others. */
export const TimelineRow = memo(function TimelineRow({ row, week }: { row: Row; week: Week }) {
  return (
    <li id={`row-${row.tid}`} className={styles.row} data-gone={row.isActive ? undefined : ''}>
      <div className={styles.head}>
        <div className={styles.names} title={row.info === '' ? undefined : row.info}>
          <Link className={styles.name} to={placePath(week.context.cloud.domain, kindOf(week), row.slug)}>
            <bdi>{row.name}</bdi>
          </Link>
          {row.isActive ? (
            <span className="hidden">, {stateWords(row, week)}</span>
          ) : (
            <span className={styles.gone}>
              <span aria-hidden="true"> · </span>decommissioned
            </span>
          )}
          {row.info !== '' && (
            <p className={styles.info} dir="auto">
              {row.info}
            </p>
          )}
        </div>
        <PlaceStar place={starredPlace(row, week)} context={week.context} statusPath={week.context.path} />
      </div>
      <div className={styles.track}>
        <Track row={row} week={week} />
      </div>
    </li>
  )
})

function starredPlace({ tid, name, isActive, isSubscribed, isPartOfAll }: Row, week: Week): StarredPlace {
  const known = { isSubscribed: isSubscribed === true, isPartOfAll: isPartOfAll === true, all: week.all }
  return { kind: kindOf(week), tid, name, isActive, known }
}

function kindOf({ all }: Week): PlaceKind {
  return all === 'core_cloud_services' ? 'service' : 'data-center'
}

function stateWords(row: Row, { page, issues }: Week) {
  const troubles = troublesOf(row, issues)
  if (page > 0) return troubles.length === 0 ? 'no issues' : counted(troubles.length, 'issue')
  const open = troubles.filter(({ to }) => to === null)
  if (open.length === 0) return row.work === undefined ? 'running' : `under maintenance: ${row.work.title}`
  return [...new Set(open.map(({ severityTid }) => severityName(severityTid)))].join(', ')
}

const LANE_PX = 28
const PADDING_PX = 10
const RAN_ALL_THROUGH = { isActive: true, startDate: '1970-01-01', endDate: null }

function Track({ row, week }: { row: Row; week: Week }) {
  const { window, now, zone, context } = week
  const issues = issuesOf(row, week.issues)
  const marks = placeIssues({ issues, window, now })
  const line = lifeLine({ life: row.life ?? RAN_ALL_THROUGH, issues, window, now })
  const lineY = PADDING_PX + MARK_PX / 2
  const lanes = lanesOf(marks)
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: the group has a label; a title would pop up over every mark.
    <svg
      className={styles.bar}
      width="100%"
      height={2 * PADDING_PX + MARK_PX + (lanes - 1) * LANE_PX}
      {...(marks.length === 0
        ? { 'aria-hidden': true }
        : { role: 'group', 'aria-label': `Issues of ${row.name}` })}
    >
      {line.map(({ kind, from, to }) => (
        <line
          key={from}
          className={styles.line}
          data-kind={kind}
          x1={`${from}%`}
          x2={`${to}%`}
          y1={lineY}
          y2={lineY}
        />
      ))}
      {row.work !== undefined && <WorkLine from={row.work.from} week={week} y={lineY} />}
      {marks.map((mark) => (
        <IssueMark
          key={mark.issue.id}
          mark={mark}
          y={PADDING_PX + mark.lane * LANE_PX}
          reach={markReach(mark, marks)}
          rowTid={row.tid}
          words={wordsOn(row.name, mark.issue.title)}
          href={`/${context.cloud.domain}/posts/${mark.issue.id}`}
          zone={zone}
        />
      ))}
    </svg>
  )
}

function WorkLine({ from, week: { window, now }, y }: { from: string; week: Week; y: number }) {
  const begin = Math.max(Date.parse(from), window.start.getTime())
  const [x1, x2] = [begin, now.getTime()].map((at) => `${windowPercent(window, at)}%`)
  return (
    <>
      <line className={styles.gap} x1={x1} x2={x2} y1={y} y2={y} />
      <line className={styles.work} x1={x1} x2={x2} y1={y} y2={y} />
    </>
  )
}

/** Omits the service name on its own row: `Private Access: slow policy sync` becomes `Slow policy sync`. */
function wordsOn(name: string, title: string) {
  const named = `${name}: `
  if (!title.startsWith(named)) return title
  const rest = title.slice(named.length)
  return rest.charAt(0).toUpperCase() + rest.slice(1)
}
