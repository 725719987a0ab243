import { type Kysely, sql, type Transaction } from 'kysely'
import type {
  PlannedWindow,
  Publication,
  PublicationContent,
  PublicationStep,
} from '../domain/notifying/publication.ts'
import { PLANNED_ONCE } from './connect.ts'
import type { DB } from './database.ts'
import { HAS_MESSAGES, publicationSnapshots } from './publication-snapshot.ts'

export async function findPublications(db: Kysely<DB>, ids: readonly number[]): Promise<Publication[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('publications')
    .where('id', 'in', ids)
    .select([
      'id',
      'record_id',
      'kind',
      'notification_type',
      'step',
      'gravest_rank',
      'is_urgent',
      'created_at',
      'edition',
    ])
    .select(['cloud_ids', 'service_tids', 'data_center_tids', 'term_tids'])
    .select((eb) => eb.ref('content').$castTo<PublicationContent>().as('content'))
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    recordId: row.record_id,
    kind: row.kind,
    notificationType: row.notification_type,
    step: row.step,
    gravestRank: row.gravest_rank,
    isUrgent: row.is_urgent,
    createdAt: row.created_at,
    edition: row.edition,
    cloudIds: row.cloud_ids,
    serviceTids: row.service_tids,
    dataCenterTids: row.data_center_tids,
    termTids: row.term_tids,
    content: row.content,
  }))
}

export interface PublicationSnapshot {
  update_id: number | null
  kind: Publication['kind']
  notification_type: Publication['notificationType']
  severity_rank: number
  gravest_rank: number
  gravest_rank_before: number | null
  cloud_ids: number[]
  service_tids: number[]
  data_center_tids: number[]
  term_tids: number[]
  content: PublicationContent
}

export async function snapshotRecord(
  trx: Transaction<DB>,
  { recordId, updateId, at }: { recordId: number; updateId: number | null; at: Date },
): Promise<PublicationSnapshot> {
  const moment = sql`
    select id as record_id, ${updateId}::integer as update_id, status_id, severity_tid,
      coalesce(posted_on, ${at}) as posted_on, closed_on, next_update
    from records
    where id = ${recordId}`
  const { rows } = await sql<PublicationSnapshot>`${PLANNED_ONCE}
    select update_id, kind, notification_type, severity_rank, gravest_rank, gravest_rank_before,
      cloud_ids, service_tids, data_center_tids, term_tids, content
    from (${publicationSnapshots(moment)}) as snapshots`.execute(trx)
  const [snapshot] = rows
  if (snapshot === undefined) throw new Error(`No snapshot of record ${recordId}`)
  return snapshot
}

/**
 * What readers know about the record. Leaves out post-mortems: they have no severity or places of their
 * own, and their audience is everyone who was notified before.
 */
export function findLastPublication(trx: Transaction<DB>, recordId: number) {
  return (
    trx
      .selectFrom('publications')
      .where('record_id', '=', recordId)
      .where('step', '<>', 'post_mortem')
      .select((eb) => eb.ref('content').$castTo<PublicationContent>().as('content'))
      // Publications of earlier releases only have the name. Null if it was renamed since.
      .select(
        sql<number | null>`coalesce((publications.content->>'severity_tid')::integer,
          (select min(tid) from severities where name = publications.content->>'severity'))`.as(
          'severity_tid',
        ),
      )
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
  )
}

export function findWindowNotified(db: Kysely<DB>, recordId: number): Promise<PlannedWindow | undefined> {
  return db
    .selectFrom('publications')
    .where('record_id', '=', recordId)
    .where(HAS_MESSAGES)
    .select([
      sql<string | null>`content->>'from_time'`.as('from_time'),
      sql<string | null>`content->>'to_time'`.as('to_time'),
    ])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The step that ended a record, if it was silent or its messages were stopped, and no message followed. */
export async function findSilentEnd(db: Kysely<DB>, recordId: number): Promise<PublicationStep | undefined> {
  const row = await db
    .selectFrom('publications')
    .where('record_id', '=', recordId)
    .where('step', 'in', ['resolved', 'completed', 'postponed', 'cancelled'])
    .where(({ eb, selectFrom }) =>
      eb(
        'id',
        '>',
        selectFrom('publications')
          .where('record_id', '=', recordId)
          .where(HAS_MESSAGES)
          .select(({ fn }) => fn.max('id').as('id')),
      ),
    )
    .select('step')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.step
}

export async function insertPublication(
  trx: Transaction<DB>,
  { content, ...row }: NewPublication,
): Promise<number> {
  const { id } = await trx
    .insertInto('publications')
    .values({
      ...row,
      content: JSON.stringify(content),
      // No recipients, so none are missing.
      expanded_at: row.notifies ? null : row.created_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

interface NewPublication extends PublicationSnapshot {
  record_id: number
  step: PublicationStep
  edition: number
  is_urgent: boolean
  notifies: boolean
  idempotency_key: string | null
  created_at: Date
}

export async function findPublicationByKey(trx: Transaction<DB>, idempotencyKey: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${idempotencyKey}, 8))`.execute(trx)
  return trx
    .selectFrom('publications')
    .where('idempotency_key', '=', idempotencyKey)
    .select(['id', 'record_id', 'edition'])
    .executeTakeFirst()
}

export async function findDeedOfPublication(trx: Transaction<DB>, publicationId: number) {
  const { rows } = await sql<{ action: string | null; words: string | null }>`
    select content->'update'->>'body' as words, (
      select action from audit_log
      where entity = 'record' and entity_id = publications.record_id::text
        and after->'edition' = to_jsonb(publications.edition)
      order by audit_log.id desc
      limit 1
    ) as action
    from publications where id = ${publicationId}`.execute(trx)
  return rows[0]
}
