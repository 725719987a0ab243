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

export function IssuePopover({
  ref,
  issue,
  shown,
  fullPost,
  onClose,
}: {
  ref: RefObject<HTMLDivElement | null>
  issue: TimelineIssue
  shown: MarkShown
  fullPost: string
  onClose: () => void
}) {
  const titleId = useId()
  const tone = toneOfSeverity(issue.severityTid)
  const severity = severityName(issue.severityTid)

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
      <UpdatedMark id={issue.id} />
      <h3 id={titleId} dir="auto">
        {issue.title}
      </h3>
      <Words issue={issue} />
      <dl>
        <dt>Started at</dt>
        <dd>
          <Moment at={issue.from} />
        </dd>
        <dt>Ended at</dt>
        <dd>{issue.to === null ? 'Ongoing' : <Moment at={issue.to} />}</dd>
        {issue.nextUpdate !== undefined && (
          <>
            <dt>Next update</dt>
            <dd>
              <PromisedMoment at={issue.nextUpdate} after={issue.from} />
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

function Words({ issue: { latest = '', summary } }: { issue: TimelineIssue }) {
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
