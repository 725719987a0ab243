import type { ReactNode } from 'react'
import styles from './region-fold.module.css'
import { type Issues, isTroubled, troubledFirst } from './row-state.ts'
import { RowsSummary } from './rows-summary.tsx'
import type { TimelineCategory, TimelineRow } from './timeline-block.ts'
import { TimelineRows } from './timeline-frame.tsx'
import type { Week } from './week.ts'

const FOLDED_FROM = 4

export function Region({
  region,
  shown,
  week,
  isOpen,
  isRestOpen,
  showsAll,
  onToggle,
}: {
  region: TimelineCategory
  shown: readonly TimelineRow[]
  week: Week
  isOpen: boolean
  isRestOpen: boolean
  /** A search is active: no nested fold. */
  showsAll: boolean
  onToggle: (fold: string, isOpen: boolean) => void
}) {
  const rest = restOf(shown, week.issues)
  const isSplit = !showsAll && rest.length > 0
  const first = isSplit ? shown.filter((row) => !rest.includes(row)) : shown
  return (
    <RegionFold
      title={<h3 dir="auto">{region.title}</h3>}
      summary={<RowsSummary rows={region.rows} shown={shown} week={week} noun="data center" />}
      isOpen={isOpen}
      onToggle={(isOpen) => onToggle(String(region.tid), isOpen)}
    >
      <TimelineRows rows={troubledFirst(first, week.issues)} week={week} />
      {isSplit && (
        <RegionFold
          title={restWords(rest)}
          isOpen={isRestOpen}
          onToggle={(isOpen) => onToggle(restFold(region.tid), isOpen)}
        >
          <TimelineRows rows={troubledFirst(rest, week.issues)} week={week} />
        </RegionFold>
      )}
    </RegionFold>
  )
}

export function restOf(rows: readonly TimelineRow[], issues: Issues): TimelineRow[] {
  const quiet = rows.filter((row) => !isTroubled(row, issues))
  const isWorthIt = quiet.length >= FOLDED_FROM && quiet.length < rows.length
  return isWorthIt ? quiet : []
}

/** `35 more without issues, 1 decommissioned`: decommissioned rows never count as part of a region. */
export function restWords(rest: readonly Pick<TimelineRow, 'isActive'>[]): string {
  const active = rest.filter(({ isActive }) => isActive).length
  const gone = rest.length - active
  return [
    ...(active > 0 ? [`${active} more without issues`] : []),
    ...(gone > 0 ? [`${gone} decommissioned`] : []),
  ].join(', ')
}

export function restFold(tid: number): string {
  return `rest of ${tid}`
}

function RegionFold({
  title,
  summary,
  isOpen,
  onToggle,
  children,
}: {
  title: ReactNode
  summary?: ReactNode
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
  children: ReactNode
}) {
  return (
    <details
      className={styles.fold}
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => {
        // The event also fires for programmatic changes; only those by the reader count.
        if (open !== isOpen) onToggle(open)
      }}
    >
      <summary>
        <svg viewBox="0 0 12 12" aria-hidden="true">
          <path d="m4 2 4.5 4L4 10z" />
        </svg>
        <div>
          {title}
          {summary !== undefined && <span>{summary}</span>}
        </div>
      </summary>
      {children}
    </details>
  )
}
