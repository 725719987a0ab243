import type { Client } from 'pg'
import { transactionOn } from '../db/backup/steady-client.ts'
import { readLogHead } from '../db/log/read-log.ts'
import { type TakenEntry, takingIn } from '../db/log/take-in-entries.ts'
import { bytesOfHex, hexOf } from '../domain/log/checkpoint.ts'
import { sha256 } from '../domain/log/log-crypto.ts'
import { type FaceDocument, type LogEntry, logIdIn, saltedFace } from '../domain/log/log-entry.ts'
import { isSameHash } from '../domain/log/merkle.ts'
import {
  eachOf,
  type GetBytes,
  jsonIn,
  Mismatch,
  NotComparable,
  type ReadCheckpoint,
  readEntry,
  readSignedCheckpoint,
  tileReader,
} from '../domain/log/read-site-log.ts'
import { entriesIn, TILE_WIDTH } from '../domain/log/tiles.ts'

/** A copy of the public log outside the database, as a site serves it. */
export interface LogCopy {
  /** For the report. */
  where: string
  get: GetBytes
  /** The operator knows that it has the last entry that was ever signed. */
  isNewest: boolean
}

export type TakenBack =
  | { kind: 'taken'; entries: number; until: string; edition: number }
  | { kind: 'unusable'; why: string }

/**
 * Takes the entries that the backup lacks back in from a copy. It must be signed with the key in the backup, and its entries
 * must lead from the end of the log in the backup to the signed root: so it continues that log.
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
  const from = id === head.id ? head.size : 0
  if (checkpoint.size < from) throw new NotComparable('It has fewer entries than the backup.')
  const taking = await takingIn(trx, { id, from })
  let last: LogEntry | undefined
  for await (const taken of entriesFrom(get, checkpoint, from)) {
    await taking.add(taken)
    last = taken.at(-1)?.entry
  }
  if (!isSameHash(await taking.end(), checkpoint.root))
    throw new Mismatch('It does not continue the log in the backup.')
  return {
    kind: 'taken',
    entries: checkpoint.size - from,
    until: last?.time ?? '',
    edition: last?.edition ?? 0,
  }
}

/** A bundle at a time, because what the entries are about may be large. */
async function* entriesFrom(get: GetBytes, log: ReadCheckpoint, from: number): AsyncGenerator<TakenEntry[]> {
  const tiles = tileReader(get, log)
  for (let at = from; at < log.size; ) {
    const index = Math.floor(at / TILE_WIDTH)
    const texts = entriesIn(await tiles.read({ level: 'entries', index }))?.slice(at % TILE_WIDTH) ?? []
    if (texts.length === 0) throw new Mismatch(`Entry ${at} of the log is missing.`)
    const entries = texts.map((bytes, place) => readEntry(bytes, at + place))
    const faces = new Map<string, FaceDocument>()
    await eachOf(entries, async (entry) => {
      if (entry.face !== undefined) faces.set(entry.face, await faceAt(get, entry.face))
    })
    yield entries.map((entry, place) => ({
      text: new TextDecoder().decode(texts[place]),
      entry,
      face: faces.get(entry.face ?? ''),
    }))
    at += texts.length
  }
}

async function faceAt(get: GetBytes, hash: string): Promise<FaceDocument> {
  const path = `/log/faces/${hash}`
  const bytes = await get(path)
  if (bytes === undefined) throw new Mismatch(`A part of the log is missing: ${path}.`)
  const face = jsonIn<FaceDocument>(bytes, path)
  const isRight = 'redacted' in face || hexOf(sha256(saltedFace(face.salt, face.face))) === hash
  if (!isRight) throw new Mismatch(`What is at ${path} is not what was logged.`)
  return face
}
