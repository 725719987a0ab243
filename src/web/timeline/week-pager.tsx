import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { OLDEST_TIMELINE_PAGE } from '../../domain/constants.ts'
import type { TimelineWindow } from '../../domain/timeline/timeline-window.ts'
import { type TimelineQuery, timelineAddress } from '../../domain/timeline-query.ts'
import { usePagerFocus } from '../../ui/parts/use-pager-focus.ts'
import { windowWords } from './day-columns.ts'
import styles from './week-pager.module.css'

/** S-05 */
export function WeekPager({
  path,
  query,
  window,
  children,
}: {
  path: string
  query: TimelineQuery
  /** Undefined if no part of the timeline could be loaded. */
  window: TimelineWindow | undefined
  children: ReactNode
}) {
  const focus = usePagerFocus(query.week, 'a[aria-disabled]')
  const isOldest = query.week >= OLDEST_TIMELINE_PAGE
  const isNewest = query.week === 0
  const addressOf = (week: number) => timelineAddress(path, { ...query, week, post: undefined })
  return (
    <nav className={styles.pager} aria-label="Weeks" {...focus}>
      {window !== undefined && (
        <p className={styles.shown}>
          <b>{windowWords(window)}</b>, UTC
        </p>
      )}
      {children}
      <div className={styles.steps}>
        <Step to={isOldest ? undefined : addressOf(query.week + 1)}>{'< Previous 7 Days'}</Step>
        <Step to={isNewest ? undefined : addressOf(query.week - 1)}>{'Next 7 Days >'}</Step>
      </div>
    </nav>
  )
}

/** A disabled step keeps its place, and the focus of a reader who has just used it. */
function Step({ to, children }: { to: string | undefined; children: string }) {
  if (to === undefined) {
    return (
      // biome-ignore lint/a11y/useValidAnchor: a disabled link has no address.
      <a role="link" aria-disabled="true" tabIndex={-1} className={`button ${styles.step}`}>
        {children}
      </a>
    )
  }
  return (
    <Link to={to} preventScrollReset className={`button ${styles.step}`}>
      {children}
    </Link>
  )
}
