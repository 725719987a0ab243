import { type Kysely, type SelectQueryBuilder, sql, type Transaction } from 'kysely'
import type { Actor } from '../domain/actor.ts'
import type { PlannedSubscriber } from '../domain/imports/plan-subscribers.ts'
import type { CloudLimit } from '../domain/newsroom/may-edit.ts'
import { DAY_MS } from '../domain/time.ts'
import type { DB } from './database.ts'

export interface SkippedLine {
  line: number
  reason: string
}

/** Keeps transactions short and lets people watch the progress. */
const PEOPLE_IN_A_SLICE = 500
const KEPT_AFTER_END_MS = 30 * DAY_MS

/** Undefined if the same import is already waiting or running. */
export async function queueImport(
  trx: Transaction<DB>,
  of: {
    plan: string
    cloudId: number
    fileName: string
    areConfirmed: boolean
    subscribers: readonly PlannedSubscriber[]
    skips: readonly SkippedLine[]
    actor: Actor
    now: Date
  },
): Promise<number | undefined> {
  const { subscribers, skips, actor, now } = of
  const queued = await trx
    .insertInto('subscriber_imports')
    .values({
      plan: of.plan,
      cloud_id: of.cloudId,
      file_name: of.fileName,
      are_confirmed: of.areConfirmed,
      people: subscribers.length,
      lines_skipped: skips.length,
      actor: actor.name,
      actor_user_id: actor.userId,
      request_id: actor.requestId,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('plan').where('ended_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (queued === undefined) return undefined
  const { id } = queued
  // One statement per slice: a driver that serializes megabytes at once would block this process for
  // readers.
  for (let at = 0; at < subscribers.length; at += PEOPLE_IN_A_SLICE)
    await trx
      .insertInto('subscriber_import_slices')
      .values({
        import_id: id,
        position: at,
        people: JSON.stringify(subscribers.slice(at, at + PEOPLE_IN_A_SLICE)),
      })
      .execute()
  for (let at = 0; at < skips.length; at += PEOPLE_IN_A_SLICE)
    await insertSkips(trx, { id, skips: skips.slice(at, at + PEOPLE_IN_A_SLICE) })
  return id
}

async function insertSkips(
  trx: Transaction<DB>,
  { id, skips }: { id: number; skips: readonly SkippedLine[] },
) {
  if (skips.length === 0) return
  await sql`
    insert into subscriber_import_skips (import_id, line, reason)
    select ${id}::bigint, line, reason
    from unnest(${skips.map(({ line }) => line)}::int[], ${skips.map(({ reason }) => reason)}::text[])
      as given (line, reason)
    on conflict (import_id, line) do update set reason = subscriber_import_skips.reason || ' ' || excluded.reason`.execute(
    trx,
  )
}

export async function findNextImport(db: Kysely<DB>): Promise<number | undefined> {
  const found = await db
    .selectFrom('subscriber_imports')
    .where('ended_at', 'is', null)
    .orderBy('id')
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return found?.id
}

export function holdImport(trx: Transaction<DB>, id: number) {
  return trx
    .selectFrom('subscriber_imports')
    .innerJoin('clouds', 'clouds.id', 'subscriber_imports.cloud_id')
    .where('subscriber_imports.id', '=', id)
    .where('ended_at', 'is', null)
    .select([
      'subscriber_imports.id',
      'cloud_id as cloudId',
      'are_confirmed as areConfirmed',
      'failures',
      'actor',
      'actor_user_id as actorUserId',
      'request_id as requestId',
      'clouds.retired_at as cloudRetiredAt',
    ])
    .forUpdate('subscriber_imports')
    .executeTakeFirst()
}

export type HeldImport = NonNullable<Awaited<ReturnType<typeof holdImport>>>

export async function takeSlice(
  trx: Transaction<DB>,
  id: number,
): Promise<readonly PlannedSubscriber[] | undefined> {
  const { rows } = await sql<{ people: PlannedSubscriber[] }>`
    delete from subscriber_import_slices
    where import_id = ${id} and position = (
      select min(position) from subscriber_import_slices where import_id = ${id}
    )
    returning people`.execute(trx)
  return rows[0]?.people
}

export async function noteSlice(
  trx: Transaction<DB>,
  of: {
    id: number
    people: number
    newAccounts: number
    knownAccounts: number
    skips: readonly SkippedLine[]
    now: Date
  },
) {
  await trx
    .updateTable('subscriber_imports')
    .where('id', '=', of.id)
    .set((row) => ({
      state: 'running',
      started_at: row.fn.coalesce('started_at', row.val(of.now)),
      people_done: row('people_done', '+', of.people),
      new_accounts: row('new_accounts', '+', of.newAccounts),
      known_accounts: row('known_accounts', '+', of.knownAccounts),
      lines_skipped: row('lines_skipped', '+', of.skips.length),
      failures: 0,
    }))
    .execute()
  await insertSkips(trx, of)
}

export async function noteFailedSlice(trx: Transaction<DB>, id: number) {
  await trx
    .updateTable('subscriber_imports')
    .where('id', '=', id)
    .set((row) => ({ failures: row('failures', '+', 1) }))
    .execute()
}

/** Also deletes addresses that were not imported. */
export async function endImport(
  trx: Transaction<DB>,
  { id, state, now }: { id: number; state: 'done' | 'canceled' | 'failed'; now: Date },
) {
  await trx.deleteFrom('subscriber_import_slices').where('import_id', '=', id).execute()
  await trx.updateTable('subscriber_imports').where('id', '=', id).set({ state, ended_at: now }).execute()
}

export type ImportJobRow = Awaited<ReturnType<typeof findImports>>[number]

const SHOWN_AT_MOST = 20

export function findImports(db: Kysely<DB>, { limit, now }: { limit: CloudLimit; now: Date }) {
  return jobs(db.selectFrom('subscriber_imports'), now)
    .$if(limit !== null, (query) =>
      query.where(sql<boolean>`subscriber_imports.cloud_id = any (${[...(limit?.clouds ?? [])]}::int[])`),
    )
    .orderBy((row) => row('ended_at', 'is not', null))
    .orderBy('subscriber_imports.id', 'desc')
    .limit(SHOWN_AT_MOST)
    .execute()
}

export function findImport(
  db: Kysely<DB>,
  { id, now }: { id: number; now: Date },
): Promise<ImportJobRow | undefined> {
  return jobs(db.selectFrom('subscriber_imports'), now)
    .where('subscriber_imports.id', '=', id)
    .executeTakeFirst()
}

export function findImportOfPlan(db: Kysely<DB>, plan: string) {
  return db
    .selectFrom('subscriber_imports')
    .where('plan', '=', plan)
    .where('ended_at', 'is', null)
    .select('id')
    .executeTakeFirst()
}

/** Also deletes the skipped lines. Queries already leave out imports this old (`jobs`). */
export async function deleteOldImports(db: Kysely<DB>, now: Date) {
  await db.deleteFrom('subscriber_imports').where('ended_at', '<', oldestEnd(now)).execute()
}

function oldestEnd(now: Date) {
  return new Date(now.getTime() - KEPT_AFTER_END_MS)
}

function jobs(from: SelectQueryBuilder<DB, 'subscriber_imports', unknown>, now: Date) {
  return from
    .where((row) => row.or([row('ended_at', 'is', null), row('ended_at', '>=', oldestEnd(now))]))
    .innerJoin('clouds', 'clouds.id', 'subscriber_imports.cloud_id')
    .leftJoin('users', 'users.id', 'subscriber_imports.actor_user_id')
    .select([
      'subscriber_imports.id',
      'subscriber_imports.state',
      'subscriber_imports.cloud_id as cloudId',
      'clouds.machine_name as cloud',
      'clouds.title as cloudTitle',
      'subscriber_imports.file_name as fileName',
      'subscriber_imports.are_confirmed as areConfirmed',
      'subscriber_imports.people',
      'subscriber_imports.people_done as peopleDone',
      'subscriber_imports.new_accounts as newAccounts',
      'subscriber_imports.known_accounts as knownAccounts',
      'subscriber_imports.lines_skipped as linesSkipped',
      'subscriber_imports.actor',
      'users.display_name as actorName',
      'subscriber_imports.created_at as createdAt',
      'subscriber_imports.started_at as startedAt',
      'subscriber_imports.ended_at as endedAt',
    ])
}

export function readSkips(db: Kysely<DB>, id: number): Promise<SkippedLine[]> {
  return db
    .selectFrom('subscriber_import_skips')
    .where('import_id', '=', id)
    .orderBy('line')
    .select(['line', 'reason'])
    .execute()
}
