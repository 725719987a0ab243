import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createBrotliDecompress } from 'node:zlib'
import type { Edition } from '../edition.ts'
import { EMPTY_SHELF, nextShelf } from '../record-shelf.ts'
import { type EditionHeader, parseHeader } from './edition-header.ts'
import { isSignedBy, type PublicKeys } from './edition-keys.ts'
import { DamagedPayload, decodeRecords, decodeSite, decodeThreats } from './payload/decode-edition.ts'

/** `line` says in one line why the file is no edition to show. */
export type UnpackOutcome =
  | { kind: 'unpacked'; header: EditionHeader; edition: Edition }
  | { kind: 'refused'; line: string }

const NEWLINE = 0x0a
/** Far more than a header takes; whoever sends more sends something else. */
const MOST_LINE_BYTES = 4_096
const SLICE_BYTES = 256 * 1024

/** Nothing of a file is read before its signature and its digest are right. */
export async function unpackEdition(file: Buffer, keys: PublicKeys): Promise<UnpackOutcome> {
  const first = lineAt(file, 0)
  const second = first === undefined ? undefined : lineAt(file, first.end)
  const header = first === undefined ? undefined : parseHeader(first.text)
  if (first === undefined || second === undefined || header === undefined) {
    return refused('it is no edition file of version 1')
  }
  if (!keys.has(header.key)) return refused(`it is signed with the unknown key ${header.key}`)
  if (!isSignedBy(keys, { text: first.text, signature: second.text, key: header.key })) {
    return refused('its signature is wrong')
  }
  const payload = file.subarray(second.end)
  if (payload.length !== header.bytes) {
    return refused(`it has ${payload.length} bytes of content and should have ${header.bytes}`)
  }
  if (createHash('sha256').update(payload).digest('hex') !== header.sha256) {
    return refused('its content is not the one that was signed')
  }
  try {
    return { kind: 'unpacked', header, edition: await toEdition(header, payload) }
  } catch (error) {
    if (error instanceof DamagedPayload) return refused(error.message)
    return refused(`its content cannot be unpacked (${(error as Error).message})`)
  }
}

function refused(line: string): UnpackOutcome {
  return { kind: 'refused', line }
}

function lineAt(file: Buffer, start: number) {
  const end = file.subarray(start, start + MOST_LINE_BYTES).indexOf(NEWLINE)
  return end < 0 ? undefined : { text: file.toString('utf8', start, start + end), end: start + end + 1 }
}

async function toEdition(header: EditionHeader, payload: Buffer): Promise<Edition> {
  const values = parsedLines(payload, header.content_bytes)
  const site = decodeSite(await nextOf(values, 'the site'))
  const threats = decodeThreats(await nextOf(values, 'the threat figures'))
  const records = []
  for await (const slice of values) {
    for (const record of decodeRecords(slice)) records.push(record)
    // Readers are served meanwhile.
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
    records: nextShelf(EMPTY_SHELF, { changed: records, withdrawn: [] }),
    threats,
  }
}

async function nextOf(values: AsyncGenerator<unknown>, what: string): Promise<unknown> {
  const { value, done } = await values.next()
  if (done === true) throw new DamagedPayload(`${what} is missing`)
  return value
}

/** Unpacked piece by piece, and never more than the header promises. */
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
