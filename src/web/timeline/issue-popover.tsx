import { type RefObject, useId } from 'react'
import { Link } from 'react-router'
import { severityName } from '../../ui/parts/severity-name.ts'
import { StateShape } from '../../ui/parts/state-shape.tsx'
import { toneOfSeverity } from '../../ui/parts/tone.ts'
import { Moment } from '../../ui/times/moment.tsx'
import { UpdatedMark } from '../live/updated-mark.tsx'
import { isPlainClick } from '../parts/is-plain-click.ts'
import { Popover } from '../parts/popover/popover.tsx'
import type { MarkShown } from '../parts/popover/use-mark-shown.ts'
import { PromisedMoment } from '../times/promised-moment.tsx'
import styles from './issue-popover.module.css'
import { POST_OPENED_HERE } from './post-opened-here.ts'
import type { TimelineIssue } from './timeline-issue.ts'

/** S-04: only rendered while open. */
export function IssuePopover({
  ref,
  told,
  shown,
  fullPost,
  onClose,
}: {
  ref: RefObject<HTMLDivElement | null>
  told: TimelineIssue
  shown: MarkShown
  fullPost: string
  onClose: () => void
}) {
  const titleId = useId()
  const tone = toneOfSeverity(told.severityTid)
  const severity = severityName(told.severityTid)

  return (
    <Popover
      ref={ref}
      shown={shown}
      titleId={titleId}
      tone={tone}
      className={styles.popover}
      onClose={onClose}
    >
      {severity !== undefined && (
        <p className={styles.severity}>
          <StateShape tone={tone} /> {severity}
        </p>
      )}
      <UpdatedMark id={told.id} />
      <h3 id={titleId} dir="auto">
        {told.title}
      </h3>
      <Words told={told} />
      <dl>
        <dt>Started at</dt>
        <dd>
          <Moment at={told.from} />
        </dd>
        <dt>Ended at</dt>
        <dd>{told.to === null ? 'Ongoing' : <Moment at={told.to} />}</dd>
        {told.nextUpdate !== undefined && (
          <>
            <dt>Next update</dt>
            <dd>
              <PromisedMoment at={told.nextUpdate} after={told.from} />
            </dd>
          </>
        )}
      </dl>
      <div className={styles.foot}>
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
    </Popover>
  )
}

function Words({ told: { latest = '', summary } }: { told: TimelineIssue }) {
  return (
    <>
      {summary !== '' && (
        <p className={styles.summary} dir="auto">
          {summary}
        </p>
      )}
      {latest !== '' && latest !== summary && (
        <p className={styles.latest}>
          <b>Latest:</b> <bdi>{latest}</bdi>
        </p>
      )}
    </>
  )
}
