import { type Kysely, sql } from 'kysely'
import type { DB } from './database.ts'

type Payload = Record<string, unknown>

export interface DemoEntry {
  model: string
  id: string
  payload: Payload
  expiresAt: Date
}

export async function writeDemoEntry(
  db: Kysely<DB>,
  { model, id, payload, expiresAt, now, most }: DemoEntry & { now: Date; most: number },
): Promise<void> {
  const row = { payload: JSON.stringify(payload), expires_at: expiresAt, written_at: now }
  await db
    .insertInto('demo_identity')
    .values({ model, id, ...row })
    .onConflict((conflict) => conflict.columns(['model', 'id']).doUpdateSet(row))
    .execute()
  await sql`delete from demo_identity where expires_at <= ${now} or (model, id) in
    (select model, id from demo_identity order by written_at desc, model, id offset ${most})`.execute(db)
}

export async function findDemoEntry(
  db: Kysely<DB>,
  { model, id, now }: { model: string; id: string; now: Date },
): Promise<Payload | undefined> {
  const found = await db
    .selectFrom('demo_identity')
    .where('model', '=', model)
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .select('payload')
    .executeTakeFirst()
  return found?.payload as Payload | undefined
}

export async function findDemoEntryBy(
  db: Kysely<DB>,
  { model, field, value, now }: { model: string; field: 'uid' | 'userCode'; value: string; now: Date },
): Promise<Payload | undefined> {
  const found = await db
    .selectFrom('demo_identity')
    .where('model', '=', model)
    .where(sql<boolean>`payload ->> ${field} = ${value}`)
    .where('expires_at', '>', now)
    .select('payload')
    .executeTakeFirst()
  return found?.payload as Payload | undefined
}

export async function consumeDemoEntry(
  db: Kysely<DB>,
  { model, id, now }: { model: string; id: string; now: Date },
): Promise<void> {
  const consumed = JSON.stringify({ consumed: Math.floor(now.getTime() / 1000) })
  await db
    .updateTable('demo_identity')
    .set({ payload: sql`payload || ${consumed}::jsonb` })
    .where('model', '=', model)
    .where('id', '=', id)
    .execute()
}

export async function deleteDemoEntry(db: Kysely<DB>, { model, id }: { model: string; id: string }) {
  await db.deleteFrom('demo_identity').where('model', '=', model).where('id', '=', id).execute()
}

export async function deleteDemoEntriesOfGrant(db: Kysely<DB>, grantId: string) {
  await db.deleteFrom('demo_identity').where(sql<boolean>`payload ->> 'grantId' = ${grantId}`).execute()
}

export async function forgetDemoIdentity(db: Kysely<DB>): Promise<void> {
  await db.deleteFrom('demo_identity').execute()
  await db.deleteFrom('secrets').where('name', '=', 'demo-identity').execute()
}
