import { type KeyboardEvent, type RefObject, useId, useLayoutEffect } from 'react'
import { Link } from 'react-router'
import { isPlainClick } from '../parts/is-plain-click.ts'
import frame from '../parts/popover/popover.module.css'
import type { MarkShown } from '../parts/popover/use-mark-shown.ts'
import { usePlacedPopover } from '../parts/popover/use-placed-popover.ts'
import { severityName } from '../parts/severity-name.ts'
import { StateShape } from '../parts/state-shape.tsx'
import tones from '../parts/tone.module.css'
import { toneOfSeverity } from '../parts/tone.ts'
import { Moment } from '../times/moment.tsx'
import styles from './issue-popover.module.css'
import type { IssueTold } from './issue-told.ts'
import { POST_OPENED_HERE } from './post-opened-here.ts'

/** S-04: what a mark stands for. It exists only while it is open. */
export function IssuePopover({
  ref,
  told,
  shown,
  fullPost,
  onClose,
}: {
  ref: RefObject<HTMLDivElement | null>
  told: IssueTold
  shown: MarkShown
  fullPost: string
  onClose: () => void
}) {
  const titleId = useId()
  const tone = toneOfSeverity(told.severityTid)
  const severity = severityName(told.severityTid)
  usePlacedPopover(ref, shown, onClose)
  useLayoutEffect(() => {
    if (shown.takesFocus) ref.current?.focus({ preventScroll: true })
  }, [ref, shown])

  return (
    <div
      ref={ref}
      popover="manual"
      role="dialog"
      aria-labelledby={titleId}
      tabIndex={-1}
      className={`${tones.tone} ${frame.popover} ${styles.popover}`}
      data-tone={tone}
      onKeyDown={(event) => leaveByTab(event, onClose)}
    >
      {severity !== undefined && (
        <p className={styles.severity}>
          <StateShape tone={tone} /> {severity}
        </p>
      )}
      <h3 id={titleId}>{told.title}</h3>
      {told.summary !== '' && <p className={styles.summary}>{told.summary}</p>}
      <dl>
        <dt>Started at</dt>
        <dd>
          <Moment at={told.from} />
        </dd>
        <dt>Ended at</dt>
        <dd>{told.to === null ? 'still open' : <Moment at={told.to} />}</dd>
      </dl>
      <Link
        to={fullPost}
        state={POST_OPENED_HERE}
        preventScrollReset
        className={styles.more}
        onClick={(event) => {
          if (isPlainClick(event)) onClose()
        }}
      >
        Full Post
      </Link>
    </div>
  )
}

/** Closing gives focus back to the mark; from there the browser's own Tab goes on to the next one. */
function leaveByTab(event: KeyboardEvent<HTMLElement>, close: () => void) {
  if (event.key !== 'Tab') return
  const isOnLink = event.target instanceof HTMLAnchorElement
  if (event.shiftKey) {
    event.preventDefault()
    close()
  } else if (isOnLink) close()
}
