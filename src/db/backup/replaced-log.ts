import type { Client } from 'pg'
import { addLeaf, NO_PEAKS, type Peaks } from '../../domain/log/merkle.ts'
import { sha256 } from '../log/append-log.ts'
import { migrations } from '../migrations/migrations.ts'
import { migrationNames } from './catalog.ts'

export interface LogEnd {
  log_id: string
  size: number
}

export interface ReplacedLog {
  head: {
    log_id: string
    size: string
    peaks: Buffer
    facts_digest: Buffer | null
    began_at: Date | null
    public_key: Buffer | null
    /**
     * False between a restore and the log that begins after it. This log may then lack entries that were
     * signed.
     */
    is_current: boolean
  }
  redacted: { hash: string; at: Date; reason: string }[]
  /** False for an earlier release, whose tables have other columns. */
  isAside: boolean
}

const TABLES = ['log_entries', 'log_hashes', 'log_faces', 'log_cosignatures'] as const

/**
 * Call it before the database is emptied. Entries that the backup lacks go into temporary tables. Undefined
 * for an empty database, and for one of an earlier release without a log.
 */
export async function setLogAside(
  client: Client,
  inBackup: LogEnd | undefined,
): Promise<ReplacedLog | undefined> {
  const { rows: tables } = await client.query<{ is_there: boolean }>(
    `select to_regclass('public.log_faces') is not null as is_there`,
  )
  if (tables[0]?.is_there !== true) return undefined
  const { rows: heads } = await client.query<ReplacedLog['head']>(
    `select log_id, size::text, peaks, facts_digest, began_at, public_key,
       exists (select from public.edition where edition.history = log_head.history) as is_current
     from public.log_head where size > 0`,
  )
  const [head] = heads
  if (head === undefined) return undefined
  const { rows: redacted } = await client.query<ReplacedLog['redacted'][number]>(
    'select hash, redacted_at as at, redacted_reason as reason from public.log_faces where face is null',
  )
  const known = (await migrationNames(client)) ?? []
  const isAside = Object.keys(migrations).every((name) => known.includes(name))
  if (isAside)
    for (const name of TABLES) {
      await client.query(
        `create temporary table ${asideOf(name)} on commit drop as table public.${name} with no data`,
      )
      // Other tables have no entries, and are small.
      const isOfEntries = name === 'log_entries' || name === 'log_faces'
      await client.query(
        `insert into ${asideOf(name)} select * from public.${name} ${isOfEntries ? 'where log_id <> $1 or index >= $2' : ''}`,
        isOfEntries ? [inBackup?.log_id ?? '', inBackup?.size ?? 0] : [],
      )
    }
  return { head, redacted, isAside }
}

function asideOf(name: (typeof TABLES)[number]): string {
  return `replaced_${name}`
}

/**
 * Call it when the backup is loaded. The result is whole if the log then has all entries, and the backup has
 * the key that signed it. Otherwise a new log begins, which names the end of this one.
 */
export async function bringLogBack(client: Client, replaced: ReplacedLog): Promise<'whole' | 'ended'> {
  const { head, redacted, isAside } = replaced
  const { rows: backups } = await client.query<{ public_key: Buffer | null }>(
    'select public_key from log_head',
  )
  const key = backups[0]?.public_key
  const isOfSite = key != null && head.public_key?.equals(key) === true
  if (isAside && isOfSite)
    for (const name of TABLES)
      await client.query(`insert into public.${name} select * from ${asideOf(name)} on conflict do nothing`)
  await redactAgain(client, redacted)
  const { log_id, size, peaks, facts_digest, began_at } = head
  await client.query('update log_head set log_id = $1, size = $2, peaks = $3', [log_id, size, peaks])
  const isWhole = isAside && isOfSite && isSamePeaks(await peaksOf(client, log_id), replaced)
  if (!isWhole) return 'ended'
  await client.query('update log_head set facts_digest = $1, began_at = $2', [facts_digest, began_at])
  return 'whole'
}

async function redactAgain(client: Client, redacted: ReplacedLog['redacted']): Promise<void> {
  await client.query(
    `update log_faces set face = null, salt = null, redacted_at = given.at, redacted_reason = given.reason
     from unnest($1::text[], $2::timestamptz[], $3::text[]) as given (hash, at, reason)
     where log_faces.hash = given.hash and log_faces.face is not null`,
    [redacted.map(({ hash }) => hash), redacted.map(({ at }) => at), redacted.map(({ reason }) => reason)],
  )
}

const ENTRIES_AT_ONCE = 10_000

async function peaksOf(client: Client, log: string): Promise<Peaks> {
  let peaks: Peaks = NO_PEAKS
  for (;;) {
    const { rows } = await client.query<{ index: string; hash: Buffer }>(
      'select index, hash from log_entries where log_id = $1 and index >= $2 order by index limit $3',
      [log, peaks.size, ENTRIES_AT_ONCE],
    )
    for (const { index, hash } of rows) {
      if (Number(index) !== peaks.size) return peaks
      peaks = addLeaf(sha256, peaks, hash)
    }
    if (rows.length < ENTRIES_AT_ONCE) return peaks
  }
}

function isSamePeaks({ size, hashes }: Peaks, { head }: ReplacedLog): boolean {
  return size === Number(head.size) && Buffer.concat(hashes).equals(head.peaks)
}

export async function hasLoggedFaces(client: Client): Promise<boolean> {
  const { rows } = await client.query('select from log_faces limit 1')
  return rows.length > 0
}
