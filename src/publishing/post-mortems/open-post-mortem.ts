import type { Transaction } from 'kysely'
import { cloudsTouched } from '../../db/cloud-limits.ts'
import type { DB } from '../../db/database.ts'
import { findPersonName } from '../../db/people.ts'
import {
  findPostMortem,
  findPostMortemDraft,
  type PostMortemDraft,
  type PublishedPostMortem,
} from '../../db/post-mortems.ts'
import { type LockedRecordState, lockRecordState } from '../../db/record-life.ts'
import type { Actor } from '../../domain/actor.ts'
import type { ApprovalPass } from '../../domain/newsroom/approval.ts'
import type { MayEdit } from '../../domain/newsroom/may-edit.ts'
import { emptyPostMortem, type PostMortemContent, wholePostMortem } from '../../domain/post-mortem.ts'
import { sortOf } from '../records/edit-refusal.ts'
import type { PostMortemRefusal } from './post-mortem-outcome.ts'

export interface ChangingPostMortem {
  recordId: number
  /** As its author saw it; 0 if there was none. Absent: whatever it is now. */
  version?: number | undefined
  actor: Actor
  mayEdit: MayEdit
  now: Date
  pass?: ApprovalPass | undefined
}

export interface OpenPostMortem {
  kind: 'open'
  record: LockedRecordState
  draft: PostMortemDraft | undefined
  published: PublishedPostMortem | undefined
  content: PostMortemContent
}

/** Locks the incident until the transaction ends. */
export async function openPostMortem(
  trx: Transaction<DB>,
  { recordId, version, mayEdit }: ChangingPostMortem,
  { isHiddenToo = false }: { /** Also of an incident that is off the site. */ isHiddenToo?: boolean } = {},
): Promise<OpenPostMortem | PostMortemRefusal> {
  const record = await lockRecordState(trx, recordId)
  if (record === undefined) return { kind: 'no-such-record' }
  if (!mayEdit(sortOf({ ...record, clouds: await cloudsTouched(trx, recordId) })))
    return { kind: 'not-allowed' }
  if (record.kind !== 'incident') return { kind: 'not-an-incident' }
  if (record.state !== 'published' && !isHiddenToo) return { kind: 'not-published' }
  const draft = await findPostMortemDraft(trx, recordId)
  const published = await findPostMortem(trx, recordId)
  if (version !== undefined && version !== (draft?.version ?? 0) && draft !== undefined)
    return {
      kind: 'post-mortem-moved',
      by: draft.saved_by === null ? null : await findPersonName(trx, draft.saved_by),
      at: draft.saved_at,
      version: draft.version,
    }
  return { kind: 'open', record, draft, published, content: newestPostMortem(draft, published) }
}

export function newestPostMortem(
  draft: PostMortemDraft | undefined,
  published: PublishedPostMortem | undefined,
): PostMortemContent {
  const newest = draft?.content ?? published?.content
  return newest === undefined || newest === null ? emptyPostMortem() : wholePostMortem(newest)
}
