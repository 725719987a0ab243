import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type DeedFacts, FIRST_PUBLICATION } from '../domain/newsroom/deed-words.ts'
import type { ReadableSorts } from '../domain/newsroom/may-edit.ts'
import type { RecordKind } from '../domain/record.ts'
import { IS_BY_STAFF, NO_EDITS, TEST_OF_DRAFT } from './audit.ts'
import type { DB } from './database.ts'
import { areDraftsOpenTo, isOpenTo } from './readable-records.ts'

export interface Deed extends DeedFacts {
  /** Null if readers didn't see it. */
  edition: number | null
  userId: number | null
}

export function deedsSince(
  db: Kysely<DB>,
  { recordId, edition }: { recordId: number; edition: number },
): Promise<Deed[]> {
  return deeds(db, {
    where: sql`entity = 'record' and entity_id = ${String(recordId)} and (after->>'edition')::bigint > ${edition}`,
    order: sql`audit_log.id`,
  })
}

export async function lastDeed(db: Kysely<DB>, recordId: number): Promise<Deed | undefined> {
  const [last] = await deeds(db, {
    where: sql`entity = 'record' and entity_id = ${String(recordId)} and action <> all (${NO_EDITS}::text[])`,
    order: sql`audit_log.id desc`,
    most: 1,
  })
  return last
}

export async function isDoneSince(
  db: Kysely<DB>,
  {
    recordId,
    actions,
    since,
    isByStaff,
  }: { recordId: number; actions: readonly string[]; since: Date; isByStaff: boolean },
): Promise<boolean> {
  const { rows } = await sql<{ is_done: boolean }>`
    select exists (
      select from audit_log
      where entity = 'record' and entity_id = ${String(recordId)} and action = any (${[...actions]}::text[]) and at >= ${since}
        and ${isByStaff ? IS_BY_STAFF : sql`true`}
    ) as is_done`.execute(db)
  return rows[0]?.is_done ?? false
}

/** Only for people who can see it in the trash: to others, the record doesn't exist. */
export async function deedOfDiscarding(
  db: Kysely<DB>,
  { recordId, reader }: { recordId: number; reader: ReadableSorts },
): Promise<Deed | undefined> {
  const [discarded] = await deeds(db, {
    where: sql`entity = 'record' and entity_id = ${String(recordId)} and action = 'trash' and exists (
      select from record_trash trash join records on records.id = trash.record_id
      where trash.record_id = ${recordId} and trash.content is null
        and ${areDraftsOpenTo(reader, sql`trash.embargo`)})`,
    order: sql`audit_log.id desc`,
    most: 1,
  })
  return discarded
}

export async function latestDeeds(
  db: Kysely<DB>,
  { recordId, most }: { recordId: number; most: number },
): Promise<PublishedDeed[]> {
  const found = await deeds(db, {
    where: sql`entity = 'record' and entity_id = ${String(recordId)} and action <> ${TEST_OF_DRAFT}`,
    order: sql`audit_log.id desc`,
    most,
  })
  return found.reverse()
}

export interface PublishedDeed extends Deed {
  updateId: number | null
}

export function postMortemDeeds(
  db: Kysely<DB>,
  { recordId, most }: { recordId: number; most: number },
): Promise<Deed[]> {
  return deeds(db, {
    where: sql`entity = 'record' and entity_id = ${String(recordId)} and action = any (${POST_MORTEM_DEEDS}::text[])`,
    order: sql`audit_log.id desc`,
    most,
  })
}

const POST_MORTEM_DEEDS = [
  'plan-post-mortem',
  'save-post-mortem',
  'discard-post-mortem',
  'publish-post-mortem',
  'withdraw-post-mortem',
]

export async function haveStaffTypedPostMortem(db: Kysely<DB>, recordId: number): Promise<boolean> {
  const ended = ['publish-post-mortem', 'discard-post-mortem']
  const { rows } = await sql<{ typed: boolean }>`
    select exists (
      select from audit_log
      where entity = 'record' and entity_id = ${String(recordId)}
        and action in ('save-post-mortem', 'withdraw-post-mortem') and actor not like 'token:%'
        and id > coalesce((
          select max(id) from audit_log
          where entity = 'record' and entity_id = ${String(recordId)} and action = any (${ended}::text[])), 0)
    ) as typed`.execute(db)
  return rows[0]?.typed ?? false
}

export interface DeedOfRecord extends Deed {
  recordId: number
  title: string
  recordKind: RecordKind
}

export async function latestDeedsOfOthers(
  db: Kysely<DB>,
  { userId, since, most, reader }: { userId: number; since: Date; most: number; reader: ReadableSorts },
): Promise<DeedOfRecord[]> {
  const found = await deeds(db, {
    where: sql`
      entity = 'record' and at > ${since} and after ? 'edition' and actor_user_id is distinct from ${userId}`,
    order: sql`audit_log.id desc`,
    most,
  })
  if (found.length === 0) return []
  const records = await db
    .selectFrom('records')
    .where(
      'id',
      'in',
      found.map(({ recordId }) => recordId),
    )
    .where(isOpenTo(reader))
    .select(['id', 'title', 'kind'])
    .execute()
  return found.flatMap((deed) => {
    const record = records.find(({ id }) => id === deed.recordId)
    return record === undefined ? [] : [{ ...deed, title: record.title, recordKind: record.kind }]
  })
}

async function deeds(
  db: Kysely<DB>,
  { where, order, most }: { where: RawBuilder<unknown>; order: RawBuilder<unknown>; most?: number },
): Promise<(PublishedDeed & { recordId: number })[]> {
  const { rows } = await sql<DeedRow>`
    select audit_log.entity_id, at, actor, users.id as uid, users.display_name, users.email,
      (after->>'edition')::bigint as edition,
      case when jsonb_typeof(after->'update') = 'number' then (after->>'update')::integer end as update_id,
      case when action = 'publish' and before->>'state' in ('draft', 'scheduled') then ${FIRST_PUBLICATION}
        else action end as action
    from audit_log left join users on users.id = audit_log.actor_user_id
    where ${where}
    order by ${order}
    ${most === undefined ? sql`` : sql`limit ${most}`}`.execute(db)
  return rows.map(({ entity_id, action, at, actor, edition, update_id, uid, display_name, email }) => ({
    recordId: Number(entity_id),
    action,
    at,
    by: display_name ?? email?.replace(/@.*$/, '') ?? actor,
    isPerson: uid !== null,
    edition: edition === null ? null : Number(edition),
    userId: uid,
    updateId: update_id,
  }))
}

interface DeedRow {
  entity_id: string
  action: string
  at: Date
  actor: string
  edition: number | string | null
  update_id: number | null
  uid: number | null
  display_name: string | null
  email: string | null
}
