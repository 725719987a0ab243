import { type ReactNode, useRef } from 'react'
import { createPortal } from 'react-dom'
import type { TimelineQuery } from '../../domain/timeline-query.ts'
import { timelineAddress } from '../../domain/timeline-query.ts'
import type { PageContext } from '../page.ts'
import { useMarkShown } from '../parts/popover/use-mark-shown.ts'
import styles from './issue-popover.module.css'
import { IssuePopover } from './issue-popover.tsx'
import type { TimelineIssue } from './timeline-issue.ts'

/**
 * S-04. At the end of the document, where Tab from a mark can't reach it; React still bubbles its events
 * here.
 */
export function IssuePopovers({
  issues,
  context,
  query,
  children,
}: {
  issues: Readonly<Record<number, TimelineIssue>>
  context: PageContext
  query: TimelineQuery
  children: ReactNode
}) {
  const marks = useRef<HTMLDivElement>(null)
  const popover = useRef<HTMLDivElement>(null)
  const { shown, close, handlers } = useMarkShown({
    marks,
    popover,
    isKnown: (id) => issues[id] !== undefined,
    isAsleep: query.post !== undefined,
  })
  const issue = shown === undefined ? undefined : issues[shown.id]
  return (
    <div ref={marks} className={styles.marks} {...handlers}>
      {children}
      {shown !== undefined &&
        issue !== undefined &&
        createPortal(
          <IssuePopover
            ref={popover}
            issue={issue}
            shown={shown}
            fullPost={timelineAddress(context.path, { ...query, post: shown.id })}
            onClose={close}
          />,
          document.body,
        )}
    </div>
  )
}
