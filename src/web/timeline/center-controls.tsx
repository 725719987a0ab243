import { useId } from 'react'
import { Link } from 'react-router'
import { type TimelineQuery, timelineAddress } from '../../domain/timeline-query.ts'
import { useIsAlive } from '../parts/use-is-alive.ts'
import styles from './center-controls.module.css'

/** What brings one or the troubled ones out of many data centers. What needs scripts is there once they run. */
export function CenterControls({
  path,
  query,
  typed,
  onType,
  foundWords,
  isAllOpen,
  onFold,
}: {
  path: string
  query: TimelineQuery
  typed: string
  onType: (typed: string) => void
  /** How many were found, in words; empty while nobody looks for one. */
  foundWords: string
  isAllOpen: boolean
  onFold: (isOpen: boolean) => void
}) {
  const inputId = useId()
  const isAlive = useIsAlive()
  const { isOnlyTroubled } = query
  const address = timelineAddress(path, { ...query, isOnlyTroubled: !isOnlyTroubled, post: undefined })
  return (
    <div className={styles.controls}>
      <search className={styles.find} data-alive={isAlive}>
        <label htmlFor={inputId} className="hidden">
          Find a data center by name or city
        </label>
        <input
          id={inputId}
          type="search"
          autoComplete="off"
          spellCheck={false}
          placeholder="Find a data center"
          value={typed}
          onChange={(event) => onType(event.currentTarget.value)}
          onKeyDown={({ key }) => {
            if (key === 'Escape') onType('')
          }}
        />
        <p role="status">{foundWords}</p>
      </search>
      <Link to={address} preventScrollReset className={`button ${styles.narrow}`}>
        {isOnlyTroubled ? 'Show all' : 'Only with issues'}
      </Link>
      <button
        type="button"
        className={`button ${styles.fold}`}
        data-alive={isAlive}
        onClick={() => onFold(!isAllOpen)}
      >
        {isAllOpen ? 'Fold all' : 'Unfold all'}
      </button>
    </div>
  )
}
