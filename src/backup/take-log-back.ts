import type { Client } from 'pg'
import { transactionOn } from '../db/backup/steady-client.ts'
import { type LogHeadRow, readLogHead } from '../db/log/read-log.ts'
import { type TakenEntry, takingIn } from '../db/log/take-in-entries.ts'
import { bytesOfHex, hexOf } from '../domain/log/checkpoint.ts'
import { sha256 } from '../domain/log/log-crypto.ts'
import {
  canonicalJson,
  type FaceDocument,
  type LogEntry,
  logIdIn,
  saltedFace,
} from '../domain/log/log-entry.ts'
import { addLeaf, isSameHash, leafHash, type Peaks, rootOf } from '../domain/log/merkle.ts'
import {
  eachOf,
  type GetBytes,
  jsonIn,
  Mismatch,
  NotComparable,
  readEntry,
  readSignedCheckpoint,
  tileReader,
} from '../domain/log/read-site-log.ts'
import { entriesIn, TILE_WIDTH } from '../domain/log/tiles.ts'

export interface LogCopy {
  where: string
  get: GetBytes
  /** The operator knows that the copy has the last entry that was ever signed. */
  isNewest: boolean
}

export type TakenBack =
  | {
      kind: 'taken'
      entries: number
      until: string
      edition: number
      /**
       * The copy is of a log that began after the one in the backup had ended, so the last entries of that
       * one are missing.
       */
      isNextLog: boolean
    }
  | { kind: 'unusable'; why: string }

/**
 * Adds the entries that the backup lacks from a copy. The copy must be signed with the key in the backup.
 * Its entries either lead from the end of the log in the backup to the signed root, or its first entry says
 * that it is the next log.
 */
export async function takeLogBack(client: Client, { get }: Pick<LogCopy, 'get'>): Promise<TakenBack> {
  await client.query('savepoint before_log')
  try {
    return await takeFrom(client, get)
  } catch (error) {
    if (!(error instanceof Mismatch || error instanceof NotComparable)) throw error
    await client.query('rollback to savepoint before_log')
    return { kind: 'unusable', why: error.message }
  }
}

async function takeFrom(client: Client, get: GetBytes): Promise<TakenBack> {
  const trx = transactionOn(client)
  const head = await readLogHead(trx)
  if (head.public_key === null) throw new NotComparable('The backup has no log.')
  const checkpoint = await readSignedCheckpoint(get, { publicKey: bytesOfHex(head.public_key) })
  const id = logIdIn(checkpoint.origin) ?? ''
  const isNextLog = id !== head.id
  const from = isNextLog ? 0 : head.size
  if (checkpoint.size < from) throw new NotComparable('It has fewer entries than the backup.')
  const taking = await takingIn(trx, { id, from })
  const tiles = tileReader(get, checkpoint)
  const bundles = () => bundlesFrom(tiles, { from, size: checkpoint.size })
  const { first, last, redactions } = await readSigned(bundles(), taking.start, checkpoint.root)
  if (isNextLog) refuseUnlessNext(first, head)
  for await (const { at, texts } of bundles())
    await taking.add(await withFaces(get, { at, texts, redactions }))
  await taking.end()
  return {
    kind: 'taken',
    entries: checkpoint.size - from,
    until: last?.time ?? '',
    edition: last?.edition ?? 0,
    isNextLog,
  }
}

interface Bundle {
  at: number
  texts: Uint8Array[]
}

async function* bundlesFrom(
  tiles: ReturnType<typeof tileReader>,
  { from, size }: { from: number; size: number },
): AsyncGenerator<Bundle> {
  for (let at = from; at < size; ) {
    const index = Math.floor(at / TILE_WIDTH)
    const texts = entriesIn(await tiles.read({ level: 'entries', index }))?.slice(at % TILE_WIDTH) ?? []
    if (texts.length === 0) throw new Mismatch(`Entry ${at} of the log is missing.`)
    yield { at, texts }
    at += texts.length
  }
}

/** By hash of the redacted version. */
type Redactions = ReadonlyMap<string, { on: string; reason: string }>

/** Read all entries before using any, because only their root is signed. */
async function readSigned(bundles: AsyncIterable<Bundle>, start: Peaks, root: Uint8Array) {
  const redactions = new Map<string, { on: string; reason: string }>()
  let peaks = start
  let first: LogEntry | undefined
  let last: LogEntry | undefined
  for await (const { at, texts } of bundles)
    for (const [place, text] of texts.entries()) {
      peaks = addLeaf(sha256, peaks, leafHash(sha256, text))
      last = readEntry(text, at + place)
      first ??= last
      const { redacted, time } = last
      if (redacted) redactions.set(redacted.face, { on: time, reason: redacted.reason })
    }
  if (!isSameHash(rootOf(sha256, peaks), root))
    throw new Mismatch('It does not continue the log in the backup.')
  return { first, last, redactions }
}

/** Earlier logs of the site, and logs that began before the backup, are signed with the same key. */
function refuseUnlessNext(first: LogEntry | undefined, head: LogHeadRow) {
  const before = first?.began?.before
  const isNext =
    before?.log === head.id &&
    (before.size > head.size || (before.size === head.size && before.root === head.root))
  if (!isNext) throw new NotComparable('It is another log, which does not follow the one in the backup.')
}

/** A bundle at a time, because the logged versions may be large. */
async function withFaces(
  get: GetBytes,
  { at, texts, redactions }: Bundle & { redactions: Redactions },
): Promise<TakenEntry[]> {
  const entries = texts.map((bytes, place) => readEntry(bytes, at + place))
  const faces = new Map<string, FaceDocument>()
  await eachOf(entries, async ({ face }) => {
    if (face !== undefined) faces.set(face, await faceAt(get, face, redactions))
  })
  return entries.map((entry, place) => ({
    text: new TextDecoder().decode(texts[place]),
    entry,
    face: faces.get(entry.face ?? ''),
  }))
}

/** Only log entries are signed, so the time and reason of a redaction come from its entry. */
async function faceAt(get: GetBytes, hash: string, redactions: Redactions): Promise<FaceDocument> {
  const path = `/log/faces/${hash}`
  const bytes = await get(path)
  if (bytes === undefined) throw new Mismatch(`A part of the log is missing: ${path}.`)
  const face = jsonIn<FaceDocument>(bytes, path)
  if ('redacted' in face) {
    const redacted = redactions.get(hash)
    if (redacted === undefined) throw new Mismatch(`What is at ${path} was redacted, but no entry says so.`)
    return { redacted }
  }
  if (!isLogged(face, hash)) throw new Mismatch(`What is at ${path} is not what was logged.`)
  return face
}

function isLogged({ salt, face }: { salt: unknown; face: unknown }, hash: string): boolean {
  try {
    return typeof salt === 'string' && hexOf(sha256(saltedFace(salt, canonicalJson(face)))) === hash
  } catch {
    return false
  }
}
