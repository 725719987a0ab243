import { inTurns } from '../in-turns.ts'
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
} from './checkpoint.ts'
import { isSigned, sha256 } from './log-crypto.ts'
import { canonicalJson, type LogEntry, logIdIn } from './log-entry.ts'
import {
  addLeaf,
  consistencyProof,
  HASH_BYTES,
  type HashOfSubtree,
  inclusionProof,
  isConsistent,
  isIncluded,
  isSameHash,
  leafHash,
  NO_PEAKS,
  type Peaks,
  rootOf,
} from './merkle.ts'
import {
  bundleOf,
  entriesIn,
  hashesOfSubtree,
  TILE_HEIGHT,
  TILE_WIDTH,
  type Tile,
  tilePath,
  tilesOf,
} from './tiles.ts'

/** The message is a sentence that says what doesn't add up. */
export class Mismatch extends Error {
  /** The site and its log were read at different editions, which may explain it. */
  readonly isBehind: boolean

  constructor(sentence: string, { isBehind = false } = {}) {
    super(sentence)
    this.isBehind = isBehind
  }
}

/** There is no sign of a problem, but the site can't be compared with its log now. */
export class NotComparable extends Error {}

/** Undefined if the site has nothing there. */
export type GetBytes = (path: string) => Promise<Uint8Array | undefined>

/** Far more than a site can publish. Reading more would only fill the memory. */
const MOST_ENTRIES = 50_000_000

const AT_ONCE = 8

export async function readKey(get: GetBytes): Promise<VerifierKey> {
  const bytes = await get('/log/key')
  if (bytes === undefined) throw new Mismatch('The site has no public log: there is nothing at /log/key.')
  const key = readVerifierKey(sha256, new TextDecoder().decode(bytes))
  if (key === undefined) throw new Mismatch("/log/key doesn't contain a log key.")
  return key
}

export interface ReadCheckpoint extends Checkpoint {
  prefix: string
  note: string
}

type LogAt = Pick<ReadCheckpoint, 'size' | 'root' | 'prefix'>

/** Signed with this key, whatever the name of the log: a later log of the same site has the same key. */
export async function readSignedCheckpoint(
  get: GetBytes,
  { publicKey }: Pick<VerifierKey, 'publicKey'>,
): Promise<ReadCheckpoint> {
  const bytes = await get('/log/checkpoint')
  if (bytes === undefined)
    throw new NotComparable('There is no checkpoint of the log at /log/checkpoint now.')
  const whole = new TextDecoder().decode(bytes)
  const note = readNote(whole)
  const checkpoint = note && readCheckpoint(note.text)
  if (note === undefined || checkpoint === undefined)
    throw new Mismatch("/log/checkpoint doesn't contain a checkpoint.")
  const key = verifierKey(sha256, { name: checkpoint.origin, type: LOG_KEY, publicKey })
  const own = note.signatures.find((signature) => isOfKey(signature, key))
  if (own === undefined) throw new Mismatch('The checkpoint is signed with another key.')
  if (!(await isSigned({ text: note.text, signature: rawSignature(own), publicKey })))
    throw new Mismatch('The signature of the checkpoint is wrong.')
  const id = logIdIn(checkpoint.origin)
  if (id === undefined) throw new Mismatch(`The origin "${checkpoint.origin}" is not that of a site's log.`)
  if (checkpoint.size > MOST_ENTRIES)
    throw new Mismatch(`The checkpoint claims ${checkpoint.size} entries, which is impossible.`)
  return { ...checkpoint, prefix: prefixOf(id), note: whole }
}

export function prefixOf(id: string): string {
  return `/log/${id}/`
}

export function jsonIn<T extends object>(bytes: Uint8Array, path: string): T {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes))
    if (typeof value === 'object' && value !== null) return value as T
  } catch {
    // Reported below.
  }
  throw new Mismatch(`The answer at ${path} is not JSON.`)
}

export interface ReadLog {
  entries: LogEntry[]
  rootAt(size: number): Uint8Array
}

export async function readWholeLog(get: GetBytes, checkpoint: LogAt): Promise<ReadLog> {
  const tiles = tilesOf(checkpoint.size)
  const files = new Map<string, Uint8Array>()
  await eachOf(tiles, async (tile) => {
    files.set(tilePath(tile), await readTile(get, checkpoint.prefix, tile))
  })
  const entries: LogEntry[] = []
  const leaves: Uint8Array[] = []
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
    const expected = joined(hashesOf(tile.level).slice(first, first + tile.width))
    if (!isSameHash(expected, files.get(tilePath(tile)) as Uint8Array))
      throw new Mismatch(`The hashes in ${checkpoint.prefix}${tilePath(tile)} don't match the entries.`)
  }
  if (!isSameHash(rootOf(sha256, peaks), checkpoint.root))
    throw new Mismatch("The entries of the log don't match its checkpoint.")
  const rootAt = (size: number) =>
    rootOf(
      sha256,
      leaves.slice(0, size).reduce((before, leaf) => addLeaf(sha256, before, leaf), NO_PEAKS),
    )
  return { entries, rootAt }
}

function joined(hashes: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(hashes.length * HASH_BYTES)
  for (const [at, hash] of hashes.entries()) bytes.set(hash, at * HASH_BYTES)
  return bytes
}

export function tileReader(get: GetBytes, { prefix, size }: Pick<LogAt, 'prefix' | 'size'>) {
  const files = new Map<string, Promise<Uint8Array>>()

  function read(tile: Pick<Tile, 'level' | 'index'>): Promise<Uint8Array> {
    const hashes = tile.level === 'entries' ? size : Math.floor(size / TILE_WIDTH ** tile.level)
    const atSize = { ...tile, width: Math.min(TILE_WIDTH, hashes - tile.index * TILE_WIDTH) }
    const path = tilePath(atSize)
    const reading = files.get(path) ?? readTile(get, prefix, atSize)
    files.set(path, reading)
    return reading
  }

  const hashOf: HashOfSubtree = async (subtree) => {
    const { level, first, count } = hashesOfSubtree(subtree)
    const index = Math.floor(first / TILE_WIDTH)
    const from = (first - index * TILE_WIDTH) * HASH_BYTES
    const bytes = (await read({ level, index })).subarray(from, from + count * HASH_BYTES)
    if (bytes.length !== count * HASH_BYTES)
      throw new Mismatch('A part of the log is shorter than its checkpoint says.')
    let peaks = NO_PEAKS
    for (let at = 0; at < bytes.length; at += HASH_BYTES)
      peaks = addLeaf(sha256, peaks, bytes.slice(at, at + HASH_BYTES))
    return rootOf(sha256, peaks)
  }

  return { read, hashOf }
}

/** A log may have grown since its checkpoint was read, and a part of a tile may be removed once the tile is full. */
async function readTile(get: GetBytes, prefix: string, tile: Tile): Promise<Uint8Array> {
  const path = prefix + tilePath(tile)
  const bytes = await get(path)
  if (bytes !== undefined) return bytes
  const isPart = tile.width < TILE_WIDTH
  const full = isPart ? await get(prefix + tilePath({ ...tile, width: TILE_WIDTH })) : undefined
  const part = full && partOf(full, tile)
  if (part === undefined) throw new Mismatch(`A part of the log is missing: ${path}.`)
  return part
}

function partOf(full: Uint8Array, { level, width }: Tile): Uint8Array | undefined {
  if (level !== 'entries') return full.subarray(0, width * HASH_BYTES)
  const entries = entriesIn(full)
  return entries && bundleOf(entries.slice(0, width))
}

export async function readProvenEntry(
  get: GetBytes,
  { log, index }: { log: LogAt; index: number },
): Promise<LogEntry> {
  const tiles = tileReader(get, log)
  const bundle = entriesIn(await tiles.read({ level: 'entries', index: Math.floor(index / TILE_WIDTH) }))
  const text = bundle?.[index % TILE_WIDTH]
  if (text === undefined) throw new Mismatch(`Entry ${index} of the log is missing.`)
  const leaf = leafHash(sha256, text)
  const proof = await inclusionProof(sha256, tiles.hashOf, { index, size: log.size })
  if (!isIncluded(sha256, { leaf, index, size: log.size, root: log.root, proof }))
    throw new Mismatch(`Entry ${index} is not in the log of this checkpoint.`)
  return readEntry(text, index)
}

export async function hasOnlyGrown(
  get: GetBytes,
  { log, before }: { log: LogAt; before: { size: number; root: Uint8Array } },
): Promise<boolean> {
  if (before.size > log.size) return false
  const sizes = { oldSize: before.size, size: log.size }
  const proof = await consistencyProof(sha256, tileReader(get, log).hashOf, sizes)
  return isConsistent(sha256, { ...sizes, oldRoot: before.root, root: log.root, proof })
}

export function readEntry(bytes: Uint8Array, index: number): LogEntry {
  const text = new TextDecoder().decode(bytes)
  try {
    const entry = JSON.parse(text) as LogEntry
    if (canonicalJson(entry) === text && typeof entry.edition === 'number') return entry
  } catch {
    // Reported below.
  }
  throw new Mismatch(`Entry ${index} of the log is not an entry in canonical JSON.`)
}

/** A retry must not run beside it: it rejects once nothing is under way anymore. */
export function eachOf<T>(items: readonly T[], act: (item: T) => Promise<void>): Promise<void> {
  return inTurns([...items], AT_ONCE, act)
}
