import { createHash } from 'node:crypto'
import { type Kysely, sql, type Transaction, type Updateable } from 'kysely'
import type { PostedKind } from '../domain/notifying/channel.ts'
import { queueChannelMail } from './account-mails.ts'
import { openedAddress, openedChannel, openedValue, placeInChannel } from './at-rest/sealed-channel.ts'
import type { Vault } from './at-rest/vault.ts'
import type { Channels, DB } from './database.ts'

export const CHANNEL_SETTINGS = [
  'id',
  'kind',
  'name',
  'address',
  'is_enabled',
  'verified_at',
  'cadence',
  'min_severity_rank',
  'gets_reminders',
] as const

/** Leaves out the signing key. */
export async function channelsOfUser(db: Kysely<DB>, vault: Vault, userId: number) {
  const rows = await db
    .selectFrom('channels')
    .where('user_id', '=', userId)
    .select(CHANNEL_SETTINGS)
    .select(['failing_since', 'last_result', 'disabled_reason', 'created_at', 'previous_secret_until'])
    .select(LAST_RESULT_AT.as('last_result_at'))
    .orderBy(sql`kind = 'email'`, 'desc')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, ...openedAddress(vault, row) }))
}

/** A working channel isn't updated with every message. Its deliveries have the time of the last one. */
const LAST_RESULT_AT = sql<Date | null>`case
  when last_result = 'sent' then greatest(last_result_at, (
    select max(sent_at) from deliveries where deliveries.channel_id = channels.id
  ))
  else last_result_at
end`

export type OwnChannelRow = Awaited<ReturnType<typeof channelsOfUser>>[number]

export async function findChannelOwner(db: Kysely<DB>, userId: number) {
  const owner = await db
    .selectFrom('users')
    .where('id', '=', userId)
    .select((query) => [
      'email',
      'timezone',
      query.eb('email_verified_at', 'is not', null).$castTo<boolean>().as('isEmailVerified'),
      query.eb('oidc_issuer', 'is not', null).$castTo<boolean>().as('isStaff'),
    ])
    .executeTakeFirst()
  if (owner === undefined) return undefined
  const { email } = owner
  return { ...owner, suppression: email === null ? undefined : await findSuppression(db, email) }
}

interface OwnChannel {
  userId: number
  channelId: number
}

export function findChannel(db: Kysely<DB>, { userId, channelId }: OwnChannel) {
  return db
    .selectFrom('channels')
    .where('id', '=', channelId)
    .where('user_id', '=', userId)
    .select(['id', 'kind', 'verified_at'])
    .executeTakeFirst()
}

export async function findChannelToSend(db: Kysely<DB>, vault: Vault, { userId, channelId }: OwnChannel) {
  const found = await db
    .selectFrom('channels')
    .where('id', '=', channelId)
    .where('user_id', '=', userId)
    .select(['id', 'kind', 'address', 'secret', 'previous_secret', 'previous_secret_until'])
    .executeTakeFirst()
  if (found === undefined) return undefined
  const { id, kind, address, secret, previous_secret, previous_secret_until } = found
  const opened = openedChannel(vault, { id, address, secret, previousSecret: previous_secret })
  return { id, kind, previousSecretUntil: previous_secret_until, ...opened }
}
export type ChannelToSend = NonNullable<Awaited<ReturnType<typeof findChannelToSend>>>

export interface NewChannel {
  userId: number
  kind: PostedKind
  name: string
  address: string
  secret: string | null
  now: Date
}

/** Locks the account, so that concurrent additions count each other. */
export function insertChannel(
  db: Kysely<DB>,
  vault: Vault,
  { userId, kind, name, address, secret, now, most }: NewChannel & { most: number },
): Promise<{ kind: 'added'; id: number } | { kind: 'too-many' } | { kind: 'known-already' }> {
  return db.transaction().execute(async (trx) => {
    await trx.selectFrom('users').where('id', '=', userId).select('id').forNoKeyUpdate().execute()
    const there = await trx
      .selectFrom('channels')
      .where('user_id', '=', userId)
      .select(['id', 'kind', 'address'])
      .execute()
    const isThere = there.some(
      (other) => other.kind === kind && openedAddress(vault, other).address === address,
    )
    if (isThere) return { kind: 'known-already' }
    if (there.length >= most) return { kind: 'too-many' }
    const id = await nextChannelId(trx)
    const sealed = {
      address: vault.seal(address, placeInChannel(id, 'address')),
      secret: secret === null ? null : vault.seal(secret, placeInChannel(id, 'secret')),
    }
    await trx
      .insertInto('channels')
      .values({ id, user_id: userId, kind, name, ...sealed, created_at: now })
      .execute()
    await queueChannelMail(trx, { kind: 'channel-added', userId, channelId: id, now })
    return { kind: 'added', id }
  })
}

/** Sealing needs the ID before the row exists. */
async function nextChannelId(trx: Transaction<DB>): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('channels', 'id')) as id`.execute(trx)
  const [next] = rows
  if (next === undefined) throw new Error('The database gave no number for a channel')
  return next.id
}

export async function updateChannel(
  db: Kysely<DB>,
  { userId, channelId }: OwnChannel,
  change: Updateable<Channels>,
): Promise<boolean> {
  const changed = await db
    .updateTable('channels')
    .set(change)
    .where('id', '=', channelId)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

export const STARTS_ANEW = {
  is_enabled: true,
  disabled_reason: null,
  failure_count: 0,
  failing_since: null,
} as const satisfies Updateable<Channels>

/**
 * The newest key becomes the previous one, which also signs until then. A key that can't be opened ends immediately.
 */
export function replaceSecret(
  db: Kysely<DB>,
  vault: Vault,
  { userId, channelId, secret, until }: OwnChannel & { secret: string; until: Date },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const channel = await trx
      .selectFrom('channels')
      .where('id', '=', channelId)
      .where('user_id', '=', userId)
      .where('kind', '=', 'webhook')
      .select('secret')
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (channel === undefined) return false
    const previous = openedValue(vault, channel.secret, placeInChannel(channelId, 'secret')) ?? null
    await trx
      .updateTable('channels')
      .set({
        secret: vault.seal(secret, placeInChannel(channelId, 'secret')),
        previous_secret: previous && vault.seal(previous, placeInChannel(channelId, 'previous_secret')),
        previous_secret_until: previous && until,
      })
      .where('id', '=', channelId)
      .execute()
    return true
  })
}

/** Also deletes its deliveries. */
export async function deleteChannel(db: Kysely<DB>, { userId, channelId }: OwnChannel): Promise<boolean> {
  const deleted = await db
    .deleteFrom('channels')
    .where('id', '=', channelId)
    .where('user_id', '=', userId)
    .where('kind', '<>', 'email')
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}

export function deletePostedChannels(db: Kysely<DB>, userId: number) {
  return db.deleteFrom('channels').where('user_id', '=', userId).where('kind', '<>', 'email').execute()
}

export function severityChoices(db: Kysely<DB>) {
  return db
    .selectFrom('severities')
    .where('retired_at', 'is', null)
    .where('in_legend', '=', true)
    .select(['rank', 'name'])
    .orderBy('rank', 'desc')
    .execute()
}

export function findSuppression(db: Kysely<DB>, email: string) {
  return db
    .selectFrom('suppressions')
    .where('address_hash', '=', addressHash(email))
    .select(['reason', 'created_at'])
    .executeTakeFirst()
}

/**
 * Finds account addresses by the digest prefix from bounce addresses. Reads every account, so pass many at
 * once.
 */
export async function findEmailsByDigest(db: Kysely<DB>, beginnings: readonly Buffer[]): Promise<string[]> {
  const [first] = beginnings
  if (first === undefined) return []
  const { rows } = await sql<{ email: string }>`
    select email from users
    where substring(sha256(convert_to(lower(email), 'UTF8')) from 1 for ${sql.lit(first.length)}) = any(${beginnings}::bytea[])`.execute(
    db,
  )
  return rows.map(({ email }) => email)
}

export async function suppressAddress(
  db: Kysely<DB>,
  { email, reason, now }: { email: string; reason: string; now: Date },
) {
  await db
    .insertInto('suppressions')
    .values({ address_hash: addressHash(email), reason, created_at: now })
    .onConflict((conflict) => conflict.column('address_hash').doNothing())
    .execute()
}

export async function liftSuppression(db: Kysely<DB>, email: string) {
  await db.deleteFrom('suppressions').where('address_hash', '=', addressHash(email)).execute()
}

export interface SuppressionGroupRow {
  reason: string
  count: number
  first: Date
  last: Date
}

/** The most frequent reasons; servers may give a different one for each address. */
export async function suppressionGroups(db: Kysely<DB>, { most }: { most: number }) {
  const { rows } = await sql<SuppressionGroupRow>`
    select reason, count(*)::int as count, min(created_at) as first, max(created_at) as last
    from suppressions group by reason order by count desc, reason limit ${most}`.execute(db)
  const { count } = await db
    .selectFrom('suppressions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return { groups: rows, total: count }
}

export async function liftSuppressions(
  db: Kysely<DB>,
  { reason, from, until }: { reason?: string | undefined; from?: Date | undefined; until?: Date | undefined },
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('suppressions')
    .$if(reason !== undefined, (all) => all.where('reason', '=', reason ?? ''))
    .$if(from !== undefined, (all) => all.where('created_at', '>=', from ?? new Date(0)))
    .$if(until !== undefined, (all) => all.where('created_at', '<=', until ?? new Date(0)))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export function addressHash(email: string) {
  return createHash('sha256').update(email.toLowerCase()).digest()
}
