import { type MouseEvent, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { type ListQuery, listAddress } from '../../domain/list-query.ts'
import { isPlainClick } from '../parts/is-plain-click.ts'
import styles from './active-filters.module.css'
import type { FilterInForce } from './filters-in-force.ts'

const FILTERS_SHOWN = 12

/** What the list is narrowed to; each part can be taken away by itself. */
export function ActiveFilters({
  filters,
  query,
  path,
}: {
  filters: readonly FilterInForce[]
  query: ListQuery
  path: string
}) {
  const { line, noteRemoval } = useFocusAfterRemoval(query)
  if (filters.length === 0) return null
  const hidden = filters.length - FILTERS_SHOWN
  return (
    <div ref={line} className={styles.filters}>
      <ul aria-label="Filters">
        {filters.slice(0, FILTERS_SHOWN).map(({ key, words, without }) => (
          <li key={key}>
            <Link
              className={styles.filter}
              to={listAddress(path, without)}
              rel="nofollow"
              preventScrollReset
              onClick={noteRemoval}
            >
              <span className="hidden">Remove filter </span>
              {words}
              <svg viewBox="0 0 10 10" aria-hidden="true">
                <path d="m1.500 1.500 7 7m0-7-7 7" />
              </svg>
            </Link>
          </li>
        ))}
        {hidden > 0 && <li>and {hidden} more</li>}
      </ul>
      {filters.length > 1 && (
        <Link className={styles.clear} to={path} preventScrollReset onClick={noteRemoval}>
          Clear all
        </Link>
      )}
    </div>
  )
}

/** The link that took a filter away is gone with it: focus goes to the next one, or to the heading of the list. */
function useFocusAfterRemoval(query: ListQuery) {
  const line = useRef<HTMLDivElement>(null)
  const hasRemoved = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `query` is another once the list without the filter is here.
  useEffect(() => {
    if (!hasRemoved.current) return
    hasRemoved.current = false
    const heading = document.querySelector<HTMLElement>('main h1')
    const target = line.current?.querySelector('a') ?? heading
    if (target === heading) heading?.setAttribute('tabindex', '-1')
    target?.focus({ preventScroll: true })
  }, [query])
  return {
    line,
    noteRemoval: (event: MouseEvent) => {
      hasRemoved.current = isPlainClick(event)
    },
  }
}
