import type { Kysely } from 'kysely'
import type { DB } from '../db/database.ts'
import { currentEdition } from '../db/edition.ts'
import { type LogHeadRow, type NewestEntryRow, readLogHead, readNewestEntries } from '../db/log/read-log.ts'
import { messageTimesBetween, type PublishedMessageTimes } from '../db/message-times.ts'
import {
  type PublishedChange,
  type PublishedRecords,
  publishedRecordsSince,
  withdrawnRecordsSince,
} from '../db/published-records.ts'
import { hasRecords, openSameSnapshot, SnapshotNotShared } from '../db/same-snapshot.ts'
import { readSite, type SiteRows } from '../db/site.ts'
import { readThreats, type ThreatRows } from '../db/threats.ts'
import type { Edition, MessageTimesByRecord } from './edition.ts'
import { type EditionRecord, editionRecord } from './edition-record.ts'
import { EMPTY_SHELF, nextShelfInTurns } from './record-shelf.ts'
import { emptyMap, nextMap } from './shared-map.ts'
import { THREAT_DAYS_HELD, THREAT_FLOWS_HELD, toThreats } from './threats/threats.ts'
import { toSite, withUnchanged } from './to-site.ts'

export interface LoadedEdition extends Edition {
  siteRows: SiteRows
  threatRows: ThreatRows
}

/**
 * Returns `before` if nothing changed. It uses a single database snapshot, so that an edition never mixes two
 * publications.
 */
export async function loadEdition(db: Kysely<DB>, before?: LoadedEdition): Promise<LoadedEdition> {
  try {
    return await loadThrough(db, { before, furtherConnections: FURTHER_CONNECTIONS })
  } catch (error) {
    if (!(error instanceof SnapshotNotShared)) throw error
    return loadThrough(db, { before, furtherConnections: 0 })
  }
}

function loadThrough(
  db: Kysely<DB>,
  { before, furtherConnections }: { before: LoadedEdition | undefined; furtherConnections: number },
): Promise<LoadedEdition> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (snapshot) => {
      const { number, siteNumber, threatNumber, publishedAt, history } = await currentEdition(snapshot)
      if (before !== undefined && isSameEdition(before, { number, publishedAt, history })) return before
      // Nothing can be built on an edition from before a database restore.
      const canBuildOn = before !== undefined && before.history === history && before.number < number
      const base = canBuildOn ? before : undefined
      const since = base?.number ?? 0
      const siteBefore = base?.siteNumber === siteNumber ? base : undefined
      const threatsBefore = base?.threatNumber === threatNumber ? base : undefined
      const siteRows = siteBefore?.siteRows ?? (await readSite(snapshot))
      const gone = await withdrawnRecordsSince(snapshot, since)
      const log = await readLogHead(snapshot)
      const { changed, threatRows } = await readChanged(db, snapshot, {
        since,
        threatRows: threatsBefore?.threatRows,
        furtherConnections,
      })
      return {
        number,
        history,
        siteNumber,
        threatNumber,
        publishedAt,
        siteRows,
        site: siteBefore?.site ?? withUnchanged(base?.site, toSite(siteRows)),
        records: await nextShelfInTurns(base?.records ?? EMPTY_SHELF, {
          changed: toEditionRecords(changed),
          withdrawn: gone.map(({ id }) => id),
          notes: gone,
        }),
        threatRows,
        threats: threatsBefore?.threats ?? toThreats(threatRows),
        messageTimes: nextMessageTimes(
          base?.messageTimes ?? NO_MESSAGE_TIMES,
          await messageTimesBetween(snapshot, { after: since, upTo: number }),
        ),
        log,
        logEntries: await nextLogEntries(snapshot, log, base),
      }
    })
}

/** From so many records on, more connections save more time than they cost. */
const LONG_HISTORY = 5_000
const FURTHER_CONNECTIONS = 2

interface Reading {
  since: number
  /** Undefined if they have to be read, too. */
  threatRows: ThreatRows | undefined
  furtherConnections: number
}

async function readChanged(
  db: Kysely<DB>,
  snapshot: Kysely<DB>,
  { since, threatRows, furtherConnections }: Reading,
): Promise<{ changed: PublishedRecords; threatRows: ThreatRows }> {
  const isLong = since === 0 && furtherConnections > 0 && (await hasRecords(snapshot, LONG_HISTORY))
  const further = isLong ? await openSameSnapshot(db, snapshot, furtherConnections) : undefined
  const connections = further?.connections ?? []
  const figures = { days: THREAT_DAYS_HELD, flows: THREAT_FLOWS_HELD }
  try {
    const [threats, changed] = await Promise.all([
      threatRows ?? readThreats(connections.at(-1) ?? snapshot, figures),
      publishedRecordsSince(snapshot, since, connections),
    ])
    return { changed, threatRows: threats }
  } finally {
    await further?.end()
  }
}

export const NO_MESSAGE_TIMES: MessageTimesByRecord = emptyMap()

/** The same value if there is nothing new, so that what was made from it can be recognized. */
export function nextMessageTimes(
  before: MessageTimesByRecord,
  rows: readonly PublishedMessageTimes[],
): MessageTimesByRecord {
  return nextMap(
    before,
    rows.map((row) => [row.record_id, row]),
  )
}

async function nextLogEntries(
  db: Kysely<DB>,
  { id, size }: LogHeadRow,
  base: LoadedEdition | undefined,
): Promise<Edition['logEntries']> {
  const before = base?.log?.id === id ? base : undefined
  if (before?.log?.size === size) return before.logEntries
  const added = await readNewestEntries(db, { log: id, since: before?.log?.size })
  return logEntriesWith(before?.logEntries ?? emptyMap(), added)
}

export function logEntriesWith(
  before: Edition['logEntries'],
  added: readonly NewestEntryRow[],
): Edition['logEntries'] {
  return nextMap(
    before,
    added.map(({ record_id, index }) => [record_id, index]),
  )
}

export function isSameEdition(
  before: Edition,
  { number, publishedAt, history }: Pick<Edition, 'number' | 'publishedAt' | 'history'>,
) {
  const isSameMoment = before.publishedAt.getTime() === publishedAt.getTime()
  return before.number === number && before.history === history && isSameMoment
}

export function toEditionRecords(rows: PublishedRecords): EditionRecord[] {
  const clouds = targetsByRecord(rows.clouds)
  const services = targetsByRecord(rows.services)
  const dataCenters = targetsByRecord(rows.dataCenters)
  const updates = byRecord(rows.updates)
  // Edition files of earlier releases lack these.
  const placeStates = byRecord(rows.placeStates ?? [])
  const changes = byRecord((rows.changes ?? []).map(withStates))
  const removedUpdates = byRecord(rows.removedUpdates ?? [])
  const notices = new Map((rows.notices ?? []).map((row) => [row.record_id, row]))
  const postMortems = new Map((rows.postMortems ?? []).map((row) => [row.record_id, row]))
  const versions = new Map((rows.versions ?? []).map((row) => [row.record_id, row]))
  const revisions = new Map(rows.revisions.map(({ record_id, times }) => [record_id, times]))
  return rows.records.map((record) =>
    editionRecord(record, {
      clouds: clouds.get(record.id) ?? NONE,
      services: services.get(record.id) ?? NONE,
      dataCenters: dataCenters.get(record.id) ?? NONE,
      placeStates: placeStates.get(record.id) ?? UNCHANGED,
      updates: updates.get(record.id) ?? [],
      revisions: revisions.get(record.id) ?? NEVER,
      changes: changes.get(record.id) ?? UNCHANGED,
      removedUpdates: removedUpdates.get(record.id) ?? UNCHANGED,
      postMortem: postMortems.get(record.id) ?? null,
      notices: notices.get(record.id) ?? null,
      toldIn: versions.get(record.id)?.edition ?? null,
      rewrites: versions.get(record.id)?.rewrites ?? 0,
    }),
  )
}

function withStates(change: PublishedChange): PublishedChange {
  return change.place_states === undefined ? { ...change, place_states: [] } : change
}

const NONE: readonly number[] = []
const NEVER: readonly Date[] = []
const UNCHANGED: readonly never[] = []

function targetsByRecord(links: PublishedRecords['clouds']) {
  return new Map(links.map((link) => [link.record_id, link.targets]))
}

function byRecord<Row extends { record_id: number }>(rows: readonly Row[]) {
  const groups = new Map<number, Row[]>()
  for (const row of rows) {
    const group = groups.get(row.record_id)
    if (group === undefined) groups.set(row.record_id, [row])
    else group.push(row)
  }
  return groups
}
