import { useState } from 'react'
import type { RecordInPlace } from '../../contract/records.ts'
import { isFollowable } from '../../domain/follow-choice.ts'
import type { PageContext } from '../page.ts'
import { awaitsWindow, isOver } from '../record/record-span.ts'
import { FollowPanel } from './follow-panel.tsx'

/** What was offered stays, also if the post ends while the reader types. */
export function FollowRecord({
  record,
  context,
  side,
}: {
  record: RecordInPlace
  context: PageContext
  side?: 'start' | 'end'
}) {
  const { id, post_type: kind, title, is_followed: isFollowed } = record
  const mayHaveNews = isFollowable(kind) && (!isOver(record) || awaitsWindow(record))
  const [offered, setOffered] = useState(mayHaveNews ? id : undefined)
  if (mayHaveNews && offered !== id) setOffered(id)
  if (!isFollowable(kind) || !(mayHaveNews || offered === id)) return null
  const followed = {
    choice: { kind: 'record', cloud: context.cloud.machine_name, record: id, isLasting: false },
    words: `Follow this ${kind}`,
    about: `“${title}”`,
    kind,
    isFollowed,
  } as const
  return <FollowPanel followed={followed} context={context} side={side} />
}
