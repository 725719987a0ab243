import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { limitChoiceOf } from './cloud-limits.ts'
import type { DB } from './database.ts'
import { rolesOfUser } from './roles-of-user.ts'

type PeopleKind = 'staff' | 'customers' | 'locked' | 'unverified'

export interface PeopleAsked {
  /** Part of an address or name, or an account ID. Empty: everyone. */
  words: string
  kind: PeopleKind | undefined
}

/** Never the password hash. */
const PERSON_COLUMNS = [
  'users.id',
  'users.email',
  'users.email_verified_at',
  'users.username',
  'users.display_name',
  'users.locked_at',
  'users.created_at',
  'users.last_sign_in_at',
] as const

export function findPeople(
  db: Kysely<DB>,
  { limit, offset, ...asked }: PeopleAsked & { limit: number; offset: number },
) {
  return db
    .selectFrom('users')
    .where(isAskedFor(asked))
    .select([...PERSON_COLUMNS, IS_STAFF.as('is_staff'), rolesOfUser])
    .orderBy('users.id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute()
}

export async function countPeople(db: Kysely<DB>, asked: PeopleAsked): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .where(isAskedFor(asked))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export function findPerson(db: Kysely<DB>, uid: number) {
  return db
    .selectFrom('users')
    .where('users.id', '=', uid)
    .select([...PERSON_COLUMNS, 'users.timezone', 'users.oidc_issuer', IS_STAFF.as('is_staff'), rolesOfUser])
    .select(limitChoiceOf('users').as('limit'))
    .executeTakeFirst()
}
export type PersonInRow = Awaited<ReturnType<typeof findPeople>>[number]

const IS_STAFF = sql<boolean>`users.oidc_issuer is not null`

function isAskedFor({ words, kind }: PeopleAsked): RawBuilder<boolean> {
  return sql<boolean>`(${hasWords(words)} and ${isOfKind(kind)})`
}

function hasWords(words: string): RawBuilder<boolean> {
  if (words === '') return sql<boolean>`true`
  const part = `%${words.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  const uid = /^#?\d{1,9}$/.test(words) ? Number(words.replace('#', '')) : 0
  return sql<boolean>`(
    users.id = ${uid} or users.email like ${part} or users.username like ${part} or lower(users.display_name) like ${part}
  )`
}

function isOfKind(kind: PeopleKind | undefined): RawBuilder<boolean> {
  switch (kind) {
    case 'staff':
      return IS_STAFF
    case 'customers':
      return sql<boolean>`users.oidc_issuer is null`
    case 'locked':
      return sql<boolean>`users.locked_at is not null`
    case 'unverified':
      return sql<boolean>`users.oidc_issuer is null and users.email_verified_at is null`
    case undefined:
      return sql<boolean>`true`
  }
}

/**
 * Locks the account and all administrators until the transaction ends, in a fixed order, so that two
 * administrators can't demote each other at the same time. Read the roles after this.
 */
export async function holdWithAdministrators(trx: Transaction<DB>, uid: number): Promise<void> {
  await sql`
    select id from users
    where id = ${uid} or id in (select user_id from user_roles where role = 'administrator')
    order by id
    for update
  `.execute(trx)
}

export async function countOtherAdministrators(db: Kysely<DB>, uid: number): Promise<number> {
  const { count } = await db
    .selectFrom('user_roles')
    .innerJoin('users', 'users.id', 'user_roles.user_id')
    .where('user_roles.role', '=', 'administrator')
    .where('users.locked_at', 'is', null)
    // The identity provider gave them the role, but their limit prevents them from managing people.
    .where('users.limit_clouds', 'is', null)
    .where('users.limit_products', 'is', null)
    .where('users.id', '<>', uid)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export function setLocked(trx: Transaction<DB>, { uid, at }: { uid: number; at: Date | null }) {
  return trx.updateTable('users').set({ locked_at: at }).where('id', '=', uid).execute()
}

export async function endSessionsOf(
  trx: Transaction<DB>,
  { uid, id, but }: { uid: number; id?: number | undefined; but?: number | undefined },
): Promise<number> {
  const ended = await trx
    .deleteFrom('sessions')
    .where('user_id', '=', uid)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
    .$if(but !== undefined, (query) => query.where('id', '<>', but ?? 0))
    .returning('id')
    .execute()
  return ended.length
}

export async function countSubscriptions(db: Kysely<DB>, uid: number) {
  const { rows } = await sql<{ scope: string; count: number }>`
    select scope, count(*)::int as count from subscriptions where user_id = ${uid} group by scope order by 2 desc, 1
  `.execute(db)
  return rows
}

export async function countDeliveriesOf(db: Kysely<DB>, uid: number) {
  const { rows } = await sql<{ waiting: number; sent: number; suppressed: number; dead: number }>`
    select
      count(*) filter (where state in ('due', 'leased'))::int as waiting,
      count(*) filter (where state = 'sent')::int as sent,
      count(*) filter (where state = 'suppressed')::int as suppressed,
      count(*) filter (where state = 'dead')::int as dead
    from deliveries
    where user_id = ${uid}
  `.execute(db)
  return rows[0] ?? { waiting: 0, sent: 0, suppressed: 0, dead: 0 }
}

/** At most one account with a password, and those of staff. Each part uses an index. */
export async function accountsWithEmail(db: Kysely<DB>, email: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from users where email = ${email} and oidc_issuer is null
    union
    select id from users where email = ${email} and oidc_issuer is not null
    order by id
  `.execute(db)
  return rows.map(({ id }) => id)
}

export async function findPersonName(db: Kysely<DB>, uid: number): Promise<string> {
  const person = await db
    .selectFrom('users')
    .where('id', '=', uid)
    .select(['display_name', 'email'])
    .executeTakeFirst()
  return person?.display_name ?? person?.email?.replace(/@.*$/, '') ?? `Account ${uid}`
}
