import { type Kysely, sql } from 'kysely'
import { type Connection, connect } from '../src/db/connect.ts'
import type { DB } from '../src/db/database.ts'
import { catchUpLog } from '../src/db/edition.ts'
import { sha256 } from '../src/db/log/append-log.ts'
import { addLeaf, NO_PEAKS, type Peaks } from '../src/domain/log/merkle.ts'
import { TILE_HEIGHT } from '../src/domain/log/tiles.ts'
import { makeDemoDatabase } from './bench-databases.ts'
import { vacuum } from './fill-records.ts'
import { residentBytes } from './process-figures.ts'
import { findSubjects, publishUpdate } from './publish-updates.ts'
import { startSiteProcess } from './site-process.ts'
import type { Workshop } from './workshop.ts'

const SIZES = [300, 300_000] as const
const WARM_UP = 10
const SUBJECTS = 50
const LEAVES_AT_ONCE = 20_000

export interface LengthOfLog {
  entries: number
  publishMs: number[]
  rowsAtStart: number
  readyMs: number
  bytes: number
}

export async function timeLengths(
  workshop: Workshop,
  { serverUrl, pairs }: { serverUrl: string; pairs: number },
): Promise<LengthOfLog[]> {
  const sites: (Connection & { url: string; entries: number; publishMs: number[] })[] = []
  const urls = await makeTwins(serverUrl)
  for (const [at, entries] of SIZES.entries()) {
    const url = urls[at] ?? ''
    const connection = connect(url)
    workshop.onLeave(connection.close)
    await catchUpLog(connection.db, { now: new Date() })
    await replaceLog(connection.db, entries)
    sites.push({ ...connection, url, entries, publishMs: [] })
  }
  for (let round = 0; round < WARM_UP + pairs; round++) {
    // The first of two may be slower or faster.
    for (const { db, publishMs } of round % 2 === 0 ? sites : sites.toReversed()) {
      const subjects = await findSubjects(db, { isOpen: false, limit: SUBJECTS })
      const subject = subjects[round % subjects.length]
      if (subject === undefined) throw new Error('There is no incident.')
      const startedAt = performance.now()
      await publishUpdate(db, subject, `length ${round}`)
      if (round >= WARM_UP) publishMs.push(performance.now() - startedAt)
    }
  }
  const lengths: LengthOfLog[] = []
  for (const { db, url, entries, publishMs } of sites) {
    const before = await rowsRead(db)
    const site = await startSiteProcess(workshop, { dataDir: workshop.folder('log'), databaseUrl: url })
    const bytes = residentBytes(site.pid)
    // The server may report a connection's reads as late as when it closes.
    await site.stop()
    const rowsAtStart = (await rowsRead(db)) - before
    lengths.push({ entries, publishMs, rowsAtStart, readyMs: site.readyAfterMs, bytes })
  }
  return lengths
}

/** Copies the first database into the second. PostgreSQL refuses while anything is connected to the first. */
async function makeTwins(serverUrl: string): Promise<string[]> {
  const first = await makeDemoDatabase(serverUrl, 'bench_log_short')
  const { db, close } = connect(serverUrl)
  await sql`create database bench_log_long template bench_log_short`.execute(db)
  await close()
  return [first, first.replace('bench_log_short', 'bench_log_long')]
}

async function rowsRead(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select pg_stat_clear_snapshot(), (select sum(idx_tup_read) from pg_stat_user_indexes where relname like 'log%')
      + (select sum(seq_tup_read) from pg_stat_user_tables where relname like 'log%') as read`.execute(db)
  return Number(rows[0]?.read)
}

/** Writes a log of this many entries about the records of the site. Every twentieth entry is a rewrite. */
async function replaceLog(db: Kysely<DB>, entries: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx)
    await sql`truncate log_entries, log_faces, log_hashes`.execute(trx)
    await sql`
      create temporary table made on commit drop as
      select log_id, index, ids[1 + index % cardinality(ids)] as id, 1 + index * number / ${entries}::bigint as edition,
        encode(sha256(convert_to(log_id || index, 'UTF8')), 'hex') as face,
        published_at - make_interval(secs => ${entries}::bigint - index) as at
      from log_head, edition, generate_series(0, ${entries}::bigint - 1) as index,
        (select array_agg(id) as ids from records where state = 'published') records`.execute(trx)
    await sql`
      insert into log_entries (log_id, index, entry, hash)
      select log_id, index, entry, sha256('\\x00'::bytea || convert_to(entry, 'UTF8'))
      from made cross join lateral (
        select format('{"act":"updated","edition":%s,"face":"%s","record":{"address":"/example.com/posts/%s",'
          '"id":%s,"kind":"incident"},"time":"%s"}', edition, face, id, id, at) as entry
      ) written`.execute(trx)
    await sql`
      insert into log_faces (hash, log_id, index, record_id, salt, face, edition, published_at, is_rewrite)
      select face, log_id, index, id, md5(index::text), json_build_object('kind', 'incident', 'title', index)::text,
        edition, at, index % 20 = 0
      from made`.execute(trx)
    const { peaks, roots } = await readPeaks(trx)
    await sql`
      insert into log_hashes (log_id, level, index, hash)
      select log_id, root.* from log_head, unnest(${roots.map(({ level }) => level)}::smallint[],
        ${roots.map(({ index }) => index)}::bigint[], ${roots.map(({ hash }) => hash)}::bytea[]) root`.execute(
      trx,
    )
    await sql`update log_head set size = ${peaks.size}, peaks = ${Buffer.concat(peaks.hashes)}`.execute(trx)
  })
  await vacuum(db)
}

async function readPeaks(trx: Kysely<DB>) {
  let peaks: Peaks = NO_PEAKS
  const roots: { level: number; index: number; hash: Buffer }[] = []
  for (;;) {
    const leaves = await trx
      .selectFrom('log_entries')
      .where('index', '>=', peaks.size)
      .select('hash')
      .orderBy('index')
      .limit(LEAVES_AT_ONCE)
      .execute()
    for (const leaf of leaves)
      peaks = addLeaf(sha256, peaks, leaf.hash, ({ height, index, hash }) => {
        if (height % TILE_HEIGHT === 0)
          roots.push({ level: height / TILE_HEIGHT, index, hash: Buffer.from(hash) })
      })
    if (leaves.length < LEAVES_AT_ONCE) return { peaks, roots }
  }
}
