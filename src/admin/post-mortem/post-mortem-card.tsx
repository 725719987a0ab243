import { Link } from 'react-router'
import type { AdminPostMortem } from '../../contract/admin/post-mortems.ts'
import { dueWords } from '../../domain/post-mortem.ts'
import { Moment } from '../../ui/times/moment.tsx'
import { useNow } from '../../ui/times/use-now.ts'
import { useStaffAnswer } from '../parts/use-staff-answer.ts'
import styles from './post-mortem.module.css'

/** A reopened incident may already have a post-mortem. */
export function PostMortemCard({
  recordId,
  isClosed,
  because,
}: {
  recordId: number
  isClosed: boolean
  because: string
}) {
  const { called } = useStaffAnswer('GET /api/admin/records/:id/post-mortem', {
    input: { id: recordId },
    because,
  })
  if (called?.kind !== 'done') return null
  const { data } = called.answer
  const isBegun = data.published !== null || data.is_hidden || data.has_draft
  if (!isClosed && !isBegun) return null
  return (
    <section className={styles.card} aria-label="Post-mortem">
      <div>
        <h2>Post-mortem</h2>
        <p>
          <PostMortemStatus about={data} />
        </p>
      </div>
      <Link className="button" to={`/admin/records/${recordId}/post-mortem`}>
        {isBegun || !data.can_edit ? 'Open the post-mortem' : 'Write the post-mortem'}
      </Link>
    </section>
  )
}

export function PostMortemStatus({ about }: { about: AdminPostMortem }) {
  const now = useNow()
  if (about.published !== null)
    return (
      <>
        Published{' '}
        <Moment at={about.published.updated_on ?? about.published.published_on} precision="minute" />
        {about.has_draft && ', with unpublished changes'}
      </>
    )
  if (about.is_hidden) return 'Not on the site, because its incident was withdrawn'
  const draft = about.has_draft ? 'Draft' : 'Not written yet'
  if (about.is_waived) return 'No post-mortem planned'
  if (about.due_on === null || now === undefined) return draft
  const { words, isOverdue } = dueWords(about.due_on, now)
  return (
    <>
      {draft}. <span data-overdue={isOverdue ? '' : undefined}>{words}</span>
    </>
  )
}
