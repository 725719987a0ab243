import type { Kysely } from 'kysely'
import type { AdminRecord } from '../../contract/admin/record-content.ts'
import { changesOfRecord, cloudsOfRecord, findAdminRecord, updatesOfRecord } from '../../db/admin-records.ts'
import { readThings } from '../../db/choices.ts'
import type { DB } from '../../db/database.ts'
import { findPersonName } from '../../db/people.ts'
import { readContent } from '../../db/record-content.ts'
import { type DraftRow, findDraft, findScheduled, type ScheduledRow } from '../../db/record-drafts.ts'
import { emptyContent } from '../../domain/newsroom/empty-content.ts'
import type { MayEdit, MayRead } from '../../domain/newsroom/may-edit.ts'
import { type RecordContent, withMissingOf } from '../../domain/newsroom/record-content.ts'
import { publicationPath } from '../../domain/notifying/publication-words.ts'
import type { RecordKind } from '../../domain/record.ts'
import { changeWords, linesOfChange } from '../../domain/record-changes.ts'
import { aboutApproval, NO_APPROVAL } from '../approval/about-approval.ts'
import { sortOf } from './edit-refusal.ts'

/**
 * A record with its draft and history, from one snapshot. Undefined if it doesn't exist for this reader: Z-05, without
 * the right to read drafts of its kind, only the published version is left.
 */
export function aboutRecord(
  db: Kysely<DB>,
  {
    recordId,
    mayEdit,
    mayRead,
    uid,
  }: {
    recordId: number
    mayEdit: MayEdit
    mayRead: MayRead
    uid?: number
  },
): Promise<AdminRecord | undefined> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (snapshot) => {
      const record = await findAdminRecord(snapshot, recordId)
      const written = await readContent(snapshot, recordId)
      if (record === undefined || written === undefined) return undefined
      const isWhole = mayRead(sortOf(record))
      if (!isWhole && record.state !== 'published') return undefined
      const current = isWhole ? written : withoutConfidential(written)
      const found = isWhole ? await findDraft(snapshot, recordId) : undefined
      const draft = found && { ...found, content: withMissingOf(found.content, current) }
      const confirmed = isWhole ? await findScheduled(snapshot, recordId) : undefined
      const wasPublished = record.edition !== null
      return {
        id: record.id,
        version: record.version,
        edition: record.edition,
        state: record.state,
        alias: record.alias,
        path: wasPublished ? await pathOf(snapshot, record) : null,
        content: wasPublished ? current : (draft?.content ?? current),
        draft: draft === undefined ? null : await presentDraft(snapshot, draft),
        updates: (await updatesOfRecord(snapshot, recordId)).map((update) => ({
          ...update,
          posted_on: update.posted_on.toISOString(),
          removed_on: update.removed_on?.toISOString() ?? null,
        })),
        changes: await namedChanges(snapshot, { id: recordId, kind: record.kind }),
        scheduled:
          confirmed === undefined || record.state !== 'scheduled'
            ? null
            : await presentScheduled(snapshot, {
                ...confirmed,
                content: withMissingOf(confirmed.content, current),
              }),
        publish_at: record.publish_at?.toISOString() ?? null,
        publish_notifies: record.publish_notifies,
        created_at: record.created_at.toISOString(),
        posted_on: record.posted_on?.toISOString() ?? null,
        updated_on: record.updated_on.toISOString(),
        series_id: record.series_id,
        withdrawn:
          record.state === 'unpublished'
            ? {
                on: (record.withdrawn_on ?? record.updated_on).toISOString(),
                reason: record.withdrawn_reason,
              }
            : null,
        can_edit: mayEdit(sortOf(record)),
        approval: isWhole ? await aboutApproval(snapshot, record, uid) : NO_APPROVAL,
      }
    })
}

function withoutConfidential(content: RecordContent): RecordContent {
  const { embargo, internal } = emptyContent({ kind: content.kind })
  return { ...content, embargo: embargo ?? null, internal }
}

export async function findReach(
  db: Kysely<DB>,
  { recordId, mayRead }: { recordId: number; mayRead: MayRead },
): Promise<'everything' | 'published' | 'nothing' | 'no-such-record'> {
  const record = await findAdminRecord(db, recordId)
  if (record === undefined) return 'no-such-record'
  if (mayRead(sortOf(record))) return 'everything'
  return record.state === 'published' ? 'published' : 'nothing'
}

async function pathOf(db: Kysely<DB>, { id, kind }: { id: number; kind: AdminRecord['content']['kind'] }) {
  const clouds = await cloudsOfRecord(db, id)
  return publicationPath({ kind, recordId: id, content: { clouds } }, null)
}

async function namedChanges(
  db: Kysely<DB>,
  { id, kind }: { id: number; kind: RecordKind },
): Promise<AdminRecord['changes']> {
  const changes = await changesOfRecord(db, id)
  if (changes.length === 0) return []
  const { service_categories, regions, severities } = await readThings(db)
  const nameIn = (things: readonly { tid: number; name: string }[]) => {
    const names = new Map(things.map(({ tid, name }) => [tid, name]))
    return (tid: number) => names.get(tid)
  }
  const names = {
    service: nameIn(service_categories.flatMap(({ services }) => services)),
    dataCenter: nameIn(regions.flatMap(({ data_centers }) => data_centers)),
    severity: nameIn(severities),
  }
  return changes.flatMap((change) =>
    linesOfChange(kind, change, names).map((line) => ({
      at: change.made_on.toISOString(),
      update_id: change.update_id,
      text: changeWords(line),
    })),
  )
}

async function presentDraft(db: Kysely<DB>, { content, saved_at, saved_by }: DraftRow) {
  return { content, saved_at: saved_at.toISOString(), saved_by: await personOf(db, saved_by) }
}

async function presentScheduled(db: Kysely<DB>, { content, confirmed_at, confirmed_by }: ScheduledRow) {
  return { content, confirmed_at: confirmed_at.toISOString(), confirmed_by: await personOf(db, confirmed_by) }
}

async function personOf(db: Kysely<DB>, uid: number | null) {
  return uid === null ? null : { uid, name: await findPersonName(db, uid) }
}
