import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createBrotliDecompress } from 'node:zlib'
import type { NewestEntryRow } from '../../db/log/read-log.ts'
import type { PublishedMessageTimes } from '../../db/message-times.ts'
import type { PublishedRecords, WithdrawnRecord } from '../../db/published-records.ts'
import type { SiteRows } from '../../db/site.ts'
import type { ThreatRows } from '../../db/threats.ts'
import type { Edition, EditionLog } from '../edition.ts'
import { logEntriesWith, NO_MESSAGE_TIMES, nextMessageTimes, toEditionRecords } from '../load-edition.ts'
import { EMPTY_SHELF, nextShelfInTurns } from '../record-shelf.ts'
import { emptyMap } from '../shared-map.ts'
import { toThreats } from '../threats/threats.ts'
import { toSite } from '../to-site.ts'
import { type EditionHeader, parseHeader } from './edition-header.ts'
import { isSignedBy, type PublicKeys } from './edition-keys.ts'
import { DamagedPayload, readLine } from './edition-lines.ts'
import { recordRowsOf, siteRowsOf, threatRowsOf } from './version-1.ts'

export type UnpackOutcome =
  | { kind: 'unpacked'; header: EditionHeader; edition: Edition }
  | { kind: 'refused'; line: string }

const NEWLINE = 0x0a
const MOST_LINE_BYTES = 4_096
const SLICE_BYTES = 256 * 1024

/** Parses nothing before the signature and digest are verified. */
export async function unpackEdition(file: Buffer, keys: PublicKeys): Promise<UnpackOutcome> {
  const first = lineAt(file, 0)
  const second = first === undefined ? undefined : lineAt(file, first.end)
  const parsed = first === undefined ? undefined : parseHeader(first.text)
  if (parsed?.kind === 'newer') return refusedFile('it is of a newer version: update this site')
  if (first === undefined || second === undefined || parsed?.kind !== 'read') {
    return refusedFile('it is not an edition file')
  }
  const { header } = parsed
  if (!keys.has(header.key)) return refusedFile(`it is signed with the unknown key ${header.key}`)
  if (!isSignedBy(keys, { text: first.text, signature: second.text, key: header.key })) {
    return refusedFile('its signature is wrong')
  }
  const payload = file.subarray(second.end)
  if (payload.length !== header.bytes) {
    return refusedFile(`it has ${payload.length} bytes of content and should have ${header.bytes}`)
  }
  if (createHash('sha256').update(payload).digest('hex') !== header.sha256) {
    return refusedFile('its content is not the one that was signed')
  }
  try {
    return { kind: 'unpacked', header, edition: await toEdition(header, payload) }
  } catch (error) {
    if (error instanceof DamagedPayload) return refusedFile(error.message)
    return refusedFile(`its content cannot be unpacked (${(error as Error).message})`)
  }
}

function refusedFile(line: string): UnpackOutcome {
  return { kind: 'refused', line }
}

function lineAt(file: Buffer, start: number) {
  const end = file.subarray(start, start + MOST_LINE_BYTES).indexOf(NEWLINE)
  return end < 0 ? undefined : { text: file.toString('utf8', start, start + end), end: start + end + 1 }
}

async function toEdition(header: EditionHeader, payload: Buffer): Promise<Edition> {
  const values = parsedLines(payload, header.content_bytes)
  // The signature proves that we wrote it, so the lines have these rows. If they don't, building the site fails and the
  // file is rejected.
  const rows = header.version === 1 ? ROWS_OF_VERSION_1 : ROWS
  const siteRows = rows.site(await nextOf(values, 'the site')) as SiteRows & {
    withdrawn?: WithdrawnRecord[]
    messageTimes?: PublishedMessageTimes[]
    log?: EditionLog[]
    logEntries?: NewestEntryRow[]
  }
  const site = toSite(siteRows)
  const threats = toThreats(rows.threats(await nextOf(values, 'the threat figures')) as ThreatRows)
  const records = []
  for await (const slice of values) {
    for (const record of toEditionRecords(rows.records(slice) as PublishedRecords)) records.push(record)
    // Lets readers be served in between.
    await nextTurn()
  }
  if (records.length !== header.records) {
    throw new DamagedPayload(`it has ${records.length} records and should have ${header.records}`)
  }
  return {
    number: header.number,
    history: header.history,
    siteNumber: header.site_number,
    threatNumber: header.threat_number,
    publishedAt: new Date(header.published_at),
    site,
    records: await nextShelfInTurns(EMPTY_SHELF, {
      changed: records,
      withdrawn: [],
      // Files of earlier releases lack it.
      notes: siteRows.withdrawn ?? [],
    }),
    threats,
    messageTimes: nextMessageTimes(NO_MESSAGE_TIMES, siteRows.messageTimes ?? []),
    log: siteRows.log?.[0] ?? null,
    logEntries: logEntriesWith(emptyMap(), siteRows.logEntries ?? []),
  }
}

const ROWS = { site: readLine, threats: readLine, records: readLine }
const ROWS_OF_VERSION_1 = { site: siteRowsOf, threats: threatRowsOf, records: recordRowsOf }

async function nextOf(values: AsyncGenerator<unknown>, what: string): Promise<unknown> {
  const { value, done } = await values.next()
  if (done === true) throw new DamagedPayload(`${what} is missing`)
  return value
}

/** Decompresses piece by piece, and never more than the header declares. */
async function* parsedLines(payload: Buffer, contentBytes: number): AsyncGenerator<unknown> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const pieces: string[] = []
  let left = contentBytes
  for await (const chunk of Readable.from(slicesOf(payload)).pipe(createBrotliDecompress())) {
    left -= chunk.length
    if (left < 0) throw new DamagedPayload('it unpacks to more than it should')
    const parts = decoder.decode(chunk, { stream: true }).split('\n')
    for (const [index, part] of parts.entries()) {
      pieces.push(part)
      if (index < parts.length - 1) yield JSON.parse(pieces.splice(0).join(''))
    }
  }
  if (left > 0 || pieces.join('') !== '') throw new DamagedPayload('it ends too early')
}

function* slicesOf(payload: Buffer) {
  for (let at = 0; at < payload.length; at += SLICE_BYTES) yield payload.subarray(at, at + SLICE_BYTES)
}
