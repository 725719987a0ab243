import { type Kysely, sql } from 'kysely'
import type { LogAct, LogFace } from '../../domain/log/log-entry.ts'
import type { RecordKind } from '../../domain/record.ts'
import type { DB } from '../database.ts'
import { readSite, type SiteRows } from '../site.ts'
import { HAS_UNREAD, isInLog } from './note-versions.ts'

/** Editions without an entry use the one before. */
export interface LogCut {
  logId: string
  index: number
  edition: number
  publishedAt: Date
  /** When the next publication was logged. Null: this is the newest. */
  nextAt: Date | null
  /**
   * False while there are faces from a process of the previous release, until the next publication
   * completes them.
   */
  isComplete: boolean
}

export type CutRead =
  /** The database has another history, for example between a restore and the next load. */
  | { kind: 'other-history' }
  /** The log began later. Null: it has not begun. */
  | { kind: 'not-kept'; since: Date | null }
  | { kind: 'cut'; cut: LogCut }

export interface PastSite {
  /** Null: same as now. `rows` are those of the clouds in the facts, retired or not. */
  site: { facts: LogFace; rows: SiteRows } | null
  /** The facts of the site were redacted, so names are the current ones. */
  areFactsRedacted: boolean
}

/** `face` is null if the record was not published yet, or if this version was redacted. */
export interface PastFace {
  id: number
  kind: RecordKind
  edition: number | null
  /** How often it had been rewritten by then. */
  rewrites: number
  face: LogFace | null
  redacted: { at: Date; reason: string } | null
}

export async function findCut(
  db: Kysely<DB>,
  { number, history }: { number: number; history: string },
): Promise<CutRead> {
  const { rows } = await sql<{
    log_id: string
    history: string | null
    began_at: Date | null
    index: number | null
    edition: number
    published_at: Date
    next_at: Date | null
    is_complete: boolean
  }>`
    select head.log_id, head.history, head.began_at, cut.index, cut.edition, cut.published_at,
      (select published_at from log_faces
        where log_id = head.log_id and index > cut.index order by index limit 1) as next_at,
      not ${HAS_UNREAD} as is_complete
    from log_head head
    left join lateral (
      select index, edition, published_at from log_faces
      where log_id = head.log_id and edition <= ${number} order by edition desc, index desc limit 1
    ) cut on true`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('The log has no head')
  if (row.history !== history) return { kind: 'other-history' }
  if (row.index === null) return { kind: 'not-kept', since: row.began_at }
  const { log_id: logId, index, edition, published_at: publishedAt, next_at: nextAt } = row
  return { kind: 'cut', cut: { logId, index, edition, publishedAt, nextAt, isComplete: row.is_complete } }
}

/**
 * Reads what changed after an edition, as it was at that edition. The cost depends on the number of changes
 * since. Undefined if another log has begun.
 */
export function readPast(
  db: Kysely<DB>,
  cut: LogCut,
  take: (faces: PastFace[]) => Promise<void>,
): Promise<PastSite | undefined> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (snapshot) => {
      const head = await snapshot.selectFrom('log_head').select('log_id').executeTakeFirstOrThrow()
      if (head.log_id !== cut.logId) return undefined
      const facts = await factsAt(snapshot, cut)
      const { rows } = await sql<{ record_id: number }>`
        select distinct record_id from log_faces
        where log_id = ${cut.logId} and index > ${cut.index} and record_id is not null order by 1`.execute(
        snapshot,
      )
      await takeFaces(
        snapshot,
        rows.map(({ record_id }) => record_id),
        { cut, take },
      )
      return {
        site:
          facts.kind === 'others'
            ? { facts: facts.facts, rows: await readSite(snapshot, { cloudIds: idsIn(facts.facts.clouds) }) }
            : null,
        areFactsRedacted: facts.kind === 'redacted',
      }
    })
}

/** Parsing a slice takes a few milliseconds and blocks the process. */
const FACES_AT_ONCE = 500

async function takeFaces(
  snapshot: Kysely<DB>,
  ids: readonly number[],
  { cut, take }: { cut: LogCut; take: (faces: PastFace[]) => Promise<void> },
): Promise<void> {
  const read = (first: number) => facesOf(snapshot, ids.slice(first, first + FACES_AT_ONCE), cut)
  let faces = ids.length === 0 ? [] : await read(0)
  for (let next = FACES_AT_ONCE; faces.length > 0; next += FACES_AT_ONCE) {
    const reading = next < ids.length ? read(next) : []
    ;[faces] = await Promise.all([reading, take(faces)])
  }
}

async function facesOf(
  db: Kysely<DB>,
  ids: readonly number[],
  { logId, index }: { logId: string; index: number },
): Promise<PastFace[]> {
  const { rows } = await sql<{
    id: number
    kind: RecordKind
    edition: number | null
    rewrites: number
    face: string | null
    redacted_at: Date | null
    redacted_reason: string | null
  }>`
    select asked.id, coalesce(records.kind, (
        select entries.entry::jsonb -> 'record' ->> 'kind' from log_faces faces
        join log_entries entries on entries.log_id = faces.log_id and entries.index = faces.index
        where faces.record_id = asked.id and ${isInLog('faces', sql`${logId}`)} limit 1
      )) as kind, shown.edition, shown.face, shown.redacted_at, shown.redacted_reason,
      coalesce(shown.rewrites, 0) as rewrites
    from unnest(${ids}::bigint[]) as asked (id)
    -- A restore may have lost it.
    left join records on records.id = asked.id
    left join lateral (
      select edition, face, redacted_at, redacted_reason,
        (count(*) filter (where is_rewrite) over ())::integer as rewrites
      from log_faces
      where record_id = asked.id and ${isInLog('log_faces', sql`${logId}`)} and index <= ${index}
      order by index desc limit 1
    ) shown on true`.execute(db)
  return rows.map(({ id, kind, edition, rewrites, face, redacted_at, redacted_reason }) => ({
    id,
    kind,
    edition,
    rewrites,
    face: face === null ? null : (JSON.parse(face) as LogFace),
    redacted: redacted_at === null ? null : { at: redacted_at, reason: redacted_reason ?? '' },
  }))
}

type FactsAt = { kind: 'same' } | { kind: 'redacted' } | { kind: 'others'; facts: LogFace }

async function factsAt(db: Kysely<DB>, { logId, index }: { logId: string; index: number }): Promise<FactsAt> {
  const isOfLog = isInLog('log_faces', sql`${logId}`)
  const { rows } = await sql<{ index: number; face: string | null }>`
    (select index, face from log_faces where record_id is null and ${isOfLog} and index <= ${index}
      order by index desc limit 1)
    union all
    (select index, null from log_faces where record_id is null and ${isOfLog}
      order by index desc limit 1)`.execute(db)
  const [then, now] = rows
  if (then === undefined || now === undefined || then.index === now.index) return { kind: 'same' }
  return then.face === null
    ? { kind: 'redacted' }
    : { kind: 'others', facts: JSON.parse(then.face) as LogFace }
}

function idsIn(clouds: unknown): number[] {
  return Array.isArray(clouds) ? clouds.map(({ id }: { id: number }) => id) : []
}

/** The number is undefined if the log began later. */
export async function editionAt(
  db: Kysely<DB>,
  time: Date,
): Promise<{ number: number | undefined; since: Date | null }> {
  const { rows } = await sql<{ edition: number | null; began_at: Date | null }>`
    select began_at, (select edition from log_faces
      where log_id = head.log_id and published_at <= ${time} order by published_at desc, index desc limit 1)
    from log_head head`.execute(db)
  const [row] = rows
  return { number: row?.edition ?? undefined, since: row?.began_at ?? null }
}

export interface FaceVersion {
  edition: number
  publishedAt: Date
  act: LogAct
  isRewrite: boolean
  face: LogFace | null
  redacted: { at: Date; reason: string } | null
}

export interface ReadVersions {
  /** When the log began. Null: it has not begun. */
  since: Date | null
  versions: FaceVersion[]
  rewrites: number
  /** The first logged version. */
  first: Pick<FaceVersion, 'act' | 'publishedAt'> | null
  isComplete: boolean
}

/** At most the newest `limit` versions, and one before them to compare with. */
export async function readVersions(
  db: Kysely<DB>,
  recordId: number,
  { limit }: { limit: number },
): Promise<ReadVersions> {
  const { rows } = await sql<{
    began_at: Date | null
    is_complete: boolean
    rewrites: number
    first_act: LogAct | null
    first_at: Date | null
    edition: number | null
    published_at: Date
    act: LogAct
    is_rewrite: boolean | null
    face: string | null
    redacted_at: Date | null
    redacted_reason: string | null
  }>`
    select head.began_at, not ${HAS_UNREAD} as is_complete,
      (select count(*)::integer from log_faces
        where log_id = head.log_id and record_id = ${recordId} and is_rewrite) as rewrites,
      first.act as first_act, first.published_at as first_at,
      faces.edition, faces.published_at, faces.is_rewrite, faces.face, faces.redacted_at,
      faces.redacted_reason, entries.entry::jsonb ->> 'act' as act
    from log_head head
    left join lateral (
      select noted.entry::jsonb ->> 'act' as act, earliest.published_at from log_faces earliest
      join log_entries noted on noted.log_id = earliest.log_id and noted.index = earliest.index
      where earliest.record_id = ${recordId} and ${isInLog('earliest', sql`head.log_id`)}
        and earliest.edition is not null
      order by earliest.index limit 1
    ) first on true
    left join lateral (
      select * from log_faces
      where record_id = ${recordId} and ${isInLog('log_faces', sql`head.log_id`)} and edition is not null
      order by index desc limit ${limit + 1}
    ) faces on true
    left join log_entries entries on entries.log_id = faces.log_id and entries.index = faces.index
    order by faces.index`.execute(db)
  const [head] = rows
  return {
    since: head?.began_at ?? null,
    rewrites: head?.rewrites ?? 0,
    first: head?.first_act && head.first_at ? { act: head.first_act, publishedAt: head.first_at } : null,
    isComplete: head?.is_complete ?? true,
    versions: rows.flatMap((row) =>
      row.edition === null
        ? []
        : {
            edition: row.edition,
            publishedAt: row.published_at,
            act: row.act,
            isRewrite: row.is_rewrite ?? false,
            face: row.face === null ? null : (JSON.parse(row.face) as LogFace),
            redacted:
              row.redacted_at === null ? null : { at: row.redacted_at, reason: row.redacted_reason ?? '' },
          },
    ),
  }
}
