import type { Kysely } from 'kysely'
import type { AdminPostMortem } from '../../contract/admin/post-mortems.ts'
import { findAdminRecord } from '../../db/admin-records.ts'
import type { DB } from '../../db/database.ts'
import { findPersonName } from '../../db/people.ts'
import {
  findPostMortem,
  findPostMortemDraft,
  type PublishedPostMortem,
  wasPostMortemNotified,
} from '../../db/post-mortems.ts'
import { readContent } from '../../db/record-content.ts'
import { postMortemDeeds } from '../../db/record-deeds.ts'
import type { MayEdit, MayRead } from '../../domain/newsroom/may-edit.ts'
import { wholePostMortem } from '../../domain/post-mortem.ts'
import { sortOf } from '../records/edit-refusal.ts'
import { presentDeed } from '../records/watch-record.ts'
import { newestPostMortem } from './open-post-mortem.ts'

const DEEDS_AT_MOST = 20

/** People who may not read drafts get what is published. Undefined if there is no such incident. */
export async function aboutPostMortem(
  db: Kysely<DB>,
  {
    recordId,
    userId,
    mayEdit,
    mayRead,
  }: { recordId: number; userId: number; mayEdit: MayEdit; mayRead: MayRead },
): Promise<AdminPostMortem | undefined> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (snapshot) => {
      const record = await findAdminRecord(snapshot, recordId)
      const content = await readContent(snapshot, recordId)
      if (record?.kind !== 'incident' || content === undefined) return undefined
      const isWhole = mayRead(sortOf(record))
      if (!isWhole && record.state !== 'published') return undefined
      const draft = isWhole ? await findPostMortemDraft(snapshot, recordId) : undefined
      const kept = await findPostMortem(snapshot, recordId)
      const isShown = record.state === 'published'
      const published = isShown ? kept : undefined
      const deeds = isWhole ? await postMortemDeeds(snapshot, { recordId, most: DEEDS_AT_MOST }) : []
      const savedBy = draft?.saved_by ?? null
      return {
        version: draft?.version ?? 0,
        edition: record.edition ?? 0,
        content: newestPostMortem(draft, kept),
        has_draft: (draft?.content ?? null) !== null,
        published: published === undefined ? null : presentPostMortem(published),
        is_hidden: kept !== undefined && !isShown,
        was_told: await wasPostMortemNotified(snapshot, recordId),
        due_on: draft?.due_on ?? null,
        is_waived: draft?.is_waived ?? false,
        is_closed: content.closed_on !== null && isShown,
        saved_at: draft?.saved_at.toISOString() ?? null,
        saved_by: savedBy === null ? null : { uid: savedBy, name: await findPersonName(snapshot, savedBy) },
        history: deeds.map((deed) => presentDeed(deed, userId)),
        can_edit: mayEdit(sortOf(record)),
      }
    })
}

function presentPostMortem({ content, published_on, updated_on }: PublishedPostMortem) {
  return {
    ...wholePostMortem(content),
    published_on: published_on.toISOString(),
    updated_on: updated_on?.toISOString() ?? null,
  }
}
