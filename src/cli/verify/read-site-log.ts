import { createHash, createPublicKey, verify } from 'node:crypto'
import {
  type Checkpoint,
  isOfKey,
  LOG_KEY,
  rawSignature,
  readCheckpoint,
  readNote,
  readVerifierKey,
  type VerifierKey,
  verifierKey,
} from '../../domain/log/checkpoint.ts'
import { canonicalJson, type LogEntry, logIdIn } from '../../domain/log/log-entry.ts'
import {
  addLeaf,
  isSameHash,
  leafHash,
  NO_PEAKS,
  type Peaks,
  rootOf,
  type Sha256,
} from '../../domain/log/merkle.ts'
import { entriesIn, TILE_HEIGHT, TILE_WIDTH, tilePath, tilesOf } from '../../domain/log/tiles.ts'

/** What doesn't add up, in a sentence. */
export class Mismatch extends Error {
  /** The site and its log were read at different editions, which explains it as well. */
  readonly isBehind: boolean

  constructor(sentence: string, { isBehind = false } = {}) {
    super(sentence)
    this.isBehind = isBehind
  }
}

/** Nothing is wrong as far as one can see, but the site can't be compared with its log now. */
export class NotComparable extends Error {}

/** Undefined if the site has nothing there. */
export type GetBytes = (path: string) => Promise<Uint8Array | undefined>

/** Far more than a site can publish. Reading more would only fill the memory. */
const MOST_ENTRIES = 50_000_000

export const sha256: Sha256 = (...parts) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** The DER of an Ed25519 public key before its 32 bytes. */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex')

/** Downloads at the same time. */
const AT_ONCE = 8

export async function readKey(get: GetBytes): Promise<VerifierKey> {
  const bytes = await get('/log/key')
  if (bytes === undefined) throw new Mismatch('The site has no public log: there is nothing at /log/key.')
  const key = readVerifierKey(sha256, new TextDecoder().decode(bytes))
  if (key === undefined) throw new Mismatch('What is at /log/key is not the key of a log.')
  return key
}

export interface ReadCheckpoint extends Checkpoint {
  /** Below which its tiles are. */
  prefix: string
}

/** Signed with this key, whatever the name of the log: a later log of the same site has the same key. */
export async function readSignedCheckpoint(
  get: GetBytes,
  { publicKey }: Pick<VerifierKey, 'publicKey'>,
): Promise<ReadCheckpoint> {
  const bytes = await get('/log/checkpoint')
  if (bytes === undefined)
    throw new NotComparable(
      'There is no checkpoint of the log at /log/checkpoint now. Recovery sites and static copies have none.',
    )
  const note = readNote(new TextDecoder().decode(bytes))
  const checkpoint = note && readCheckpoint(note.text)
  if (note === undefined || checkpoint === undefined)
    throw new Mismatch('What is at /log/checkpoint is not a checkpoint.')
  const key = verifierKey(sha256, { name: checkpoint.origin, type: LOG_KEY, publicKey })
  const own = note.signatures.find((signature) => isOfKey(signature, key))
  if (own === undefined) throw new Mismatch('The checkpoint is signed with another key.')
  const spki = createPublicKey({ key: Buffer.concat([SPKI, publicKey]), format: 'der', type: 'spki' })
  if (!verify(null, Buffer.from(note.text), spki, rawSignature(own)))
    throw new Mismatch('The signature of the checkpoint is wrong.')
  const id = logIdIn(checkpoint.origin)
  if (id === undefined) throw new Mismatch(`The origin "${checkpoint.origin}" is not that of a site's log.`)
  if (checkpoint.size > MOST_ENTRIES)
    throw new Mismatch(`The log says that it has ${checkpoint.size} entries, which cannot be.`)
  return { ...checkpoint, prefix: prefixOf(id) }
}

export function prefixOf(id: string): string {
  return `/log/${id}/`
}

/** What the site answered, or a sentence if that isn't JSON. */
export function jsonIn<T extends object>(bytes: Uint8Array, path: string): T {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes))
    if (typeof value === 'object' && value !== null) return value as T
  } catch {
    // Said below.
  }
  throw new Mismatch(`What the site answers at ${path} is not JSON.`)
}

export interface ReadLog {
  entries: LogEntry[]
  /** The root that the log had at an earlier size. */
  rootAt(size: number): Uint8Array
}

/** Every entry, if all tiles and the checkpoint say the same about them. */
export async function readWholeLog(
  get: GetBytes,
  checkpoint: Pick<ReadCheckpoint, 'size' | 'root' | 'prefix'>,
): Promise<ReadLog> {
  const tiles = tilesOf(checkpoint.size)
  const files = new Map<string, Uint8Array>()
  await eachOf(tiles, async (tile) => {
    const path = checkpoint.prefix + tilePath(tile)
    const bytes = await get(path)
    if (bytes === undefined) throw new Mismatch(`A part of the log is missing: ${path}.`)
    files.set(tilePath(tile), bytes)
  })
  const entries: LogEntry[] = []
  const leaves: Uint8Array[] = []
  /** By level: the hashes that the tiles must have. */
  const levels = new Map([[0, leaves]])
  const hashesOf = (level: number) => {
    const known = levels.get(level) ?? []
    levels.set(level, known)
    return known
  }
  let peaks: Peaks = NO_PEAKS
  for (const tile of tiles) {
    if (tile.level !== 'entries') continue
    const texts = entriesIn(files.get(tilePath(tile)) as Uint8Array)
    if (texts?.length !== tile.width)
      throw new Mismatch(`${checkpoint.prefix}${tilePath(tile)} does not have ${tile.width} entries.`)
    for (const text of texts) {
      entries.push(readEntry(text, entries.length))
      const leaf = leafHash(sha256, text)
      leaves.push(leaf)
      peaks = addLeaf(sha256, peaks, leaf, ({ height, hash }) => {
        if (height % TILE_HEIGHT === 0) hashesOf(height / TILE_HEIGHT).push(hash)
      })
    }
  }
  for (const tile of tiles) {
    if (tile.level === 'entries') continue
    const first = tile.index * TILE_WIDTH
    const expected = Buffer.concat(hashesOf(tile.level).slice(first, first + tile.width))
    if (!isSameHash(expected, files.get(tilePath(tile)) as Uint8Array))
      throw new Mismatch(`The hashes in ${checkpoint.prefix}${tilePath(tile)} are not those of the entries.`)
  }
  if (!isSameHash(rootOf(sha256, peaks), checkpoint.root))
    throw new Mismatch('The entries of the log are not those that its checkpoint is about.')
  const rootAt = (size: number) =>
    rootOf(
      sha256,
      leaves.slice(0, size).reduce((before, leaf) => addLeaf(sha256, before, leaf), NO_PEAKS),
    )
  return { entries, rootAt }
}

function readEntry(bytes: Uint8Array, index: number): LogEntry {
  const text = new TextDecoder().decode(bytes)
  try {
    const entry = JSON.parse(text) as LogEntry
    if (canonicalJson(entry) === text && typeof entry.edition === 'number') return entry
  } catch {
    // Said below.
  }
  throw new Mismatch(`Entry ${index} of the log is not an entry in canonical JSON.`)
}

export async function eachOf<T>(items: readonly T[], act: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items]
  async function run() {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await act(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, run))
}
