import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { PAGE_NUMBERS_SHOWN } from '../../domain/constants.ts'
import styles from './pagination.module.css'
import { usePagerFocus } from './use-pager-focus.ts'

/** L-04: up to five page numbers. `current` is zero-based. */
export function Pagination({
  current,
  total,
  addressOf,
}: {
  current: number
  total: number
  addressOf: (page: number) => string
}) {
  const focus = usePagerFocus(current, '[aria-current="page"]')
  if (total < 2) return null
  const last = total - 1
  const isFirst = current === 0
  const isLast = current >= last
  return (
    <nav className={styles.pagination} aria-label="Pages" {...focus}>
      <Step to={isFirst ? undefined : addressOf(0)} edge>
        First
      </Step>
      <Step to={isFirst ? undefined : addressOf(current - 1)} label="Previous page">
        ‹
      </Step>
      {pageWindow({ current, total }).map((page) => (
        <Link
          key={page}
          className={styles.step}
          to={addressOf(page)}
          aria-label={`Page ${page + 1}`}
          {...(page === current && { 'aria-current': 'page' })}
        >
          {page + 1}
        </Link>
      ))}
      <Step to={isLast ? undefined : addressOf(current + 1)} label="Next page">
        ›
      </Step>
      <Step to={isLast ? undefined : addressOf(last)} edge>
        Last
      </Step>
    </nav>
  )
}

/** A disabled step keeps its place, so that the others stay under the pointer. */
function Step({
  to,
  label,
  edge = false,
  children,
}: {
  to: string | undefined
  label?: string
  edge?: boolean
  children: ReactNode
}) {
  const className = edge ? `${styles.step} ${styles.edge}` : styles.step
  if (to !== undefined) {
    return (
      <Link className={className} to={to} aria-label={label}>
        {children}
      </Link>
    )
  }
  return (
    <span className={className} aria-hidden="true" data-idle="">
      {children}
    </span>
  )
}

export function pageWindow({ current, total }: { current: number; total: number }): number[] {
  const length = Math.min(PAGE_NUMBERS_SHOWN, total)
  const centered = current - Math.floor(PAGE_NUMBERS_SHOWN / 2)
  const first = Math.max(0, Math.min(centered, total - length))
  return Array.from({ length }, (_, index) => first + index)
}
