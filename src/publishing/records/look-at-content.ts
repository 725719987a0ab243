import type { Kysely, Transaction } from 'kysely'
import { findAdminRecord } from '../../db/admin-records.ts'
import { asIfPublished, EDITION_OF_LOOK } from '../../db/as-if-published.ts'
import type { DB } from '../../db/database.ts'
import { snapshotRecord } from '../../db/publications.ts'
import { type PublishedRecords, publishedRecordsSince } from '../../db/published-records.ts'
import { readContent } from '../../db/record-content.ts'
import { statusTraits } from '../../db/record-editing.ts'
import type { MayEdit } from '../../domain/newsroom/may-edit.ts'
import { publicationStep } from '../../domain/newsroom/publication-step.ts'
import { type RecordContent, withMissingOf } from '../../domain/newsroom/record-content.ts'
import type { Publication, PublicationStep } from '../../domain/notifying/publication.ts'
import { sanitizeHtml } from '../sanitize-html.ts'
import { sortOf } from './edit-refusal.ts'

export type LookOutcome =
  | {
      kind: 'seen'
      rows: PublishedRecords
      publication: Publication
    }
  | { kind: 'no-such-record' }
  | { kind: 'not-allowed' }

export async function lookAtPublished(
  db: Kysely<DB>,
  { recordId, now }: { recordId: number; now: Date },
): Promise<LookOutcome> {
  const content = await readContent(db, recordId)
  if (content === undefined) return { kind: 'no-such-record' }
  return lookAtContent(db, { recordId, content, mayEdit: () => true, now })
}

export async function lookAtContent(
  db: Kysely<DB>,
  {
    recordId,
    content,
    mayEdit,
    now,
  }: { recordId: number; content: RecordContent; mayEdit: MayEdit; now: Date },
): Promise<LookOutcome> {
  const record = await findAdminRecord(db, recordId)
  const current = await readContent(db, recordId)
  if (record === undefined || current === undefined) return { kind: 'no-such-record' }
  if (!mayEdit(sortOf(record))) return { kind: 'not-allowed' }
  const before = record.edition === null ? undefined : await statusTraits(db, current.status_id)
  const after = await statusTraits(db, content.status_id)
  const step = publicationStep({
    kind: content.kind,
    before,
    after: after ?? { class: '', is_closed: false },
    isWithdrawn: record.state !== 'published',
    isCorrection: false,
  })
  const clean = { ...withMissingOf(content, current), body: sanitizeHtml(content.body) }
  const seen = await asIfPublished(db, { recordId, content: clean, now }, async (trx) => {
    const rows = await publishedRecordsSince(trx, EDITION_OF_LOOK - 1)
    const publication = await publicationOfLook(trx, { recordId, step, now })
    return { rows, publication }
  })
  return seen === undefined ? { kind: 'no-such-record' } : { kind: 'seen', ...seen }
}

export async function publicationOfLook(
  trx: Transaction<DB>,
  { recordId, step, now }: { recordId: number; step: PublicationStep; now: Date },
): Promise<Publication> {
  const snapshot = await snapshotRecord(trx, { recordId, updateId: null, at: now })
  return {
    // Not published, so without an ID.
    id: 0,
    recordId,
    kind: snapshot.kind,
    notificationType: snapshot.notification_type,
    step,
    gravestRank: snapshot.gravest_rank,
    isUrgent: false,
    createdAt: now,
    edition: null,
    cloudIds: snapshot.cloud_ids,
    serviceTids: snapshot.service_tids,
    dataCenterTids: snapshot.data_center_tids,
    termTids: snapshot.term_tids,
    content: snapshot.content,
  }
}
