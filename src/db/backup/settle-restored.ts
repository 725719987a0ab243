import type { Client } from 'pg'
import { EDITION_CHANNEL } from '../edition.ts'

export interface Restored {
  edition: number
  givenUp: number
}

export async function settleRestored(
  client: Client,
  of: { now: Date; madeAt: Date; isQuiet: boolean; replacedEdition: number; isIntoEmpty: boolean },
): Promise<Restored> {
  const givenUp = of.isQuiet ? await quieten(client, of) : 0
  await closeMailLinks(client, of)
  await client.query('insert into restores (restored_at, made_at, is_quiet) values ($1, $2, $3)', [
    of.now,
    of.madeAt,
    of.isQuiet,
  ])
  const { number, history } = await beginHistory(client, of)
  await client.query(
    `insert into audit_log (at, actor, action, entity, entity_id, after)
     values ($1, 'system', 'restore', 'database', $2, $3)`,
    [of.now, history, JSON.stringify({ made_at: of.madeAt, edition: number, given_up: givenUp })],
  )
  await client.query('select pg_notify($1, $2)', [EDITION_CHANNEL, String(number)])
  return { edition: number, givenUp }
}

/**
 * Messages that were due at the time of the backup may have been sent since. Later ones can't have been:
 * they stay, with a new fence, so that an old worker can't settle them.
 */
async function quieten(client: Client, { now, madeAt }: { now: Date; madeAt: Date }): Promise<number> {
  const why = `Not sent: the database was restored from a backup of ${madeAt.toISOString()}, and it may have been sent since.`
  const { rowCount } = await client.query(
    `update deliveries set state = 'dead', fence = fence + 1, last_error = $2
     where state = 'leased' or (state = 'due' and due_at <= $1)`,
    [now, why],
  )
  await client.query(`update deliveries set fence = fence + 1 where state = 'due'`)
  await client.query('update publications set expanded_at = $1 where expanded_at is null', [now])
  await client.query('delete from account_mails')
  // An import may have ended or been canceled since, and would mail people again.
  await client.query(
    `update subscriber_imports set state = 'canceled', ended_at = $1 where ended_at is null`,
    [now],
  )
  await client.query('delete from subscriber_import_slices')
  return rowCount ?? 0
}

/** Otherwise, a sign-in link that was used since the backup would work again. */
async function closeMailLinks(client: Client, { now }: { now: Date }) {
  await client.query(
    `update deliveries set managed_at = $1
     where managed_at is null and kind = 'email' and created_at > $1::timestamptz - interval '8 days'`,
    [now],
  )
}

/**
 * More than a site publishes between two backups. An empty database doesn't know which numbers readers have seen, and
 * open pages ignore a lower one, as that of a process that lags behind.
 */
const EDITION_GAP = 10_000

async function beginHistory(
  client: Client,
  { now, replacedEdition, isIntoEmpty }: { now: Date; replacedEdition: number; isIntoEmpty: boolean },
): Promise<{ number: number; history: string }> {
  const { rows } = await client.query<{ number: number; history: string }>(
    `update edition set history = gen_random_uuid(), published_at = $2, number = next.number,
       site_number = next.number, threat_number = next.number
     from (select greatest(number + $3::bigint, $1::bigint) + 1 as number from edition) as next
     returning edition.number::float8 as number, history::text`,
    [replacedEdition, now, isIntoEmpty ? EDITION_GAP : 0],
  )
  const [begun] = rows
  if (begun === undefined) throw new Error('The backup has no edition')
  return begun
}
