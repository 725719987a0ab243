import { promisify } from 'node:util'
import { gunzip, gzipSync } from 'node:zlib'
import type { Kysely } from 'kysely'
import type { DB } from '../../db/database.ts'
import { readFaces, readPlaceOfFace } from '../../db/log/read-log.ts'
import { readCheckpoint, readNote } from '../../domain/log/checkpoint.ts'
import { type FaceDocument, type LogEntry, logIdIn } from '../../domain/log/log-entry.ts'
import { entriesIn, TILE_WIDTH, type Tile, tilePath, tilesOf } from '../../domain/log/tiles.ts'
import type { Edition } from '../edition.ts'
import type { WritablePlace } from '../file/edition-targets.ts'
import { logFileAt, type PublicLog } from './public-log.ts'

/*
 * The public log beside the edition files, for sites without the database: `log/checkpoint`, tiles as they are served,
 * and what 256 entries each are about in one file, since a file for each would be hundreds of thousands.
 */

const FOLDER = 'log'
const CHECKPOINT = `${FOLDER}/checkpoint`
const WITHIN_MS = 3_000
const LOOK_EVERY_MS = 5_000

interface LogSize {
  id: string
  size: number
}

/**
 * The checkpoint is copied last, so that what is there can always be verified. A redacted version is removed
 * there, too.
 */
export function copyLogTo({
  db,
  publicLog,
  place,
}: {
  db: Kysely<DB>
  publicLog: PublicLog
  place: WritablePlace
}) {
  let copied: (LogSize & { note: string }) | undefined
  /** Whether witnesses may still add to that checkpoint. */
  let maybeCosigned = true
  /** How far the copy in progress is. */
  let under: LogSize | undefined
  /** Parts of tiles that are full by now. */
  const outdated: string[] = []

  async function copy(
    { log }: Pick<Edition, 'log'>,
    { mayWrite }: { mayWrite: () => boolean },
  ): Promise<'done' | 'more'> {
    if (log === null) return 'done'
    copied ??= await copiedBefore()
    if (copied.id === log.id && copied.size === log.size && !maybeCosigned) return 'done'
    const signed = await publicLog.checkpoint(log)
    if (signed === undefined) return 'done'
    const { id, size, note } = signed
    maybeCosigned = signed.until !== undefined
    // Also if cosignatures could not be read now: those at the place stay.
    if (copied.id === id && copied.size === size && copied.note.startsWith(note)) return 'done'
    if (under?.id !== id) under = { id, size: copied.id === id ? copied.size : 0 }
    const endsAt = performance.now() + WITHIN_MS
    while (under.size < size) {
      if (performance.now() > endsAt) return 'more'
      if (!mayWrite()) return 'done'
      under = { id, size: await copyBundle({ id, size }, under.size) }
    }
    const tiles = tilesOf(size, { from: copied.id === id ? copied.size : 0 })
    for (const tile of tiles) if (tile.level !== 'entries' && tile.level > 0) await copyTile(id, tile)
    if (!mayWrite()) return 'done'
    await place.put(CHECKPOINT, Buffer.from(note))
    // A log that ended stays whole.
    if (copied.id === id) outdated.push(...partsOfFull(copied, size))
    copied = { id, size, note }
    while (outdated[0] !== undefined && performance.now() < endsAt && mayWrite()) {
      await place.remove(outdated[0])
      outdated.shift()
    }
    return 'done'
  }

  async function copiedBefore() {
    const note = String((await place.read(CHECKPOINT)) ?? '')
    return { ...(sizeIn(note) ?? { id: '', size: 0 }), note }
  }

  /** Returns the size up to which entries are copied then. */
  async function copyBundle({ id, size }: LogSize, from: number): Promise<number> {
    const index = Math.floor(from / TILE_WIDTH)
    const width = Math.min(TILE_WIDTH, size - index * TILE_WIDTH)
    const bundle = await copyTile(id, { level: 'entries', index, width })
    await copyTile(id, { level: 0, index, width })
    const entries = entriesOf(bundle)
    await copyFaces(id, index, entries)
    for (const { redacted } of entries.slice(from - index * TILE_WIDTH)) {
      const at = redacted && (await readPlaceOfFace(db, redacted.face))
      if (at !== undefined) await copyFacesAgain(at)
    }
    return index * TILE_WIDTH + width
  }

  async function copyTile(id: string, tile: Tile): Promise<Buffer> {
    const bytes = await publicLog.file(`${id}/${tilePath(tile)}`)
    if (bytes === undefined) throw new Error(`The log lacks ${tilePath(tile)}`)
    await place.put(nameOf(id, tile), bytes)
    return bytes
  }

  async function copyFaces(id: string, index: number, entries: readonly LogEntry[]) {
    const faces = await readFaces(
      db,
      entries.flatMap(({ face }) => face ?? []),
    )
    await place.put(facesName(id, index), gzipSync(JSON.stringify(faces)))
  }

  async function copyFacesAgain({ log, index }: { log: string; index: number }) {
    const bundle = Math.floor(index / TILE_WIDTH)
    const bytes = await place.read(facesName(log, bundle))
    // Not copied yet, or in an earlier log that is not at this place.
    if (bytes === undefined) return
    const faces = await readFaces(db, Object.keys(await facesIn(bytes)))
    await place.put(facesName(log, bundle), gzipSync(JSON.stringify(faces)))
  }

  return { copy }
}

/** It can't sign, so its checkpoint is the last one that was copied. */
export function logOfFiles({
  read,
  clock,
}: {
  read: (name: string) => Promise<Buffer | undefined>
  clock: () => Date
}): PublicLog {
  /** By face: the file that has it. */
  const places = new Map<string, string>()
  const bundles = bundleReader({ read, clock })
  /** Up to where `places` is complete. */
  let indexed: LogSize = { id: '', size: 0 }
  let indexing: Promise<void> | undefined
  let lookedAt = Number.NEGATIVE_INFINITY
  /** What readers of this process see. */
  let shown: LogSize | undefined

  function indexFaces(): Promise<void> {
    indexing ??= indexNewFaces().finally(() => {
      indexing = undefined
    })
    return indexing
  }

  async function indexNewFaces() {
    const now = clock().getTime()
    const isShown = shown === undefined || (shown.id === indexed.id && shown.size <= indexed.size)
    if (isShown && now >= lookedAt && now - lookedAt < LOOK_EVERY_MS) return
    const newest = sizeIn(await read(CHECKPOINT))
    if (newest !== undefined) {
      const from = newest.id === indexed.id ? indexed.size : 0
      for (const tile of tilesOf(newest.size, { from })) {
        if (tile.level !== 'entries') continue
        const bundle = await read(nameOf(newest.id, tile))
        if (bundle === undefined) throw new Error(`The copy of the log lacks ${tilePath(tile)}`)
        for (const { face } of entriesOf(bundle))
          if (face !== undefined) places.set(face, facesName(newest.id, tile.index))
        indexed = { id: newest.id, size: tile.index * TILE_WIDTH + tile.width }
      }
    }
    lookedAt = now
  }

  return {
    async checkpoint() {
      const bytes = await read(CHECKPOINT)
      const at = sizeIn(bytes)
      if (bytes === undefined || at === undefined) return undefined
      shown = at
      return { note: bytes.toString(), ...at, until: clock().getTime() + LOOK_EVERY_MS }
    },

    async file(path) {
      const asked = logFileAt(path)
      if (asked === undefined) return undefined
      if (asked.kind === 'tile') return read(nameOf(asked.log, asked.tile))
      if (!places.has(asked.hash)) await indexFaces()
      const place = places.get(asked.hash)
      if (place === undefined) return undefined
      const face = await bundles.face(place, asked.hash)
      return face && Buffer.from(`${JSON.stringify(face)}\n`)
    },
  }
}

/** Verifiers ask for one face after another, and neighbors are in the same file. */
const MOST_BUNDLES = 4

function bundleReader({ read, clock }: Parameters<typeof logOfFiles>[0]) {
  /**
   * The one that was read last is at the end. A redacted version must not stay, so nothing is held for long.
   */
  const kept = new Map<string, { at: number; faces: Promise<Faces> }>()

  async function readBundle(name: string): Promise<Faces> {
    const bytes = await read(name)
    if (bytes === undefined) throw new Error(`The copy of the log lacks ${name}`)
    return facesIn(bytes)
  }

  function readAndKeep(name: string, now: number): Promise<Faces> {
    const faces = readBundle(name)
    faces.catch(() => kept.delete(name))
    kept.delete(name)
    kept.set(name, { at: now, faces })
    for (const oldest of kept.keys()) if (kept.size > MOST_BUNDLES) kept.delete(oldest)
    return faces
  }

  return {
    async face(name: string, hash: string): Promise<FaceDocument | undefined> {
      const now = clock().getTime()
      const known = kept.get(name)
      const isFresh = known !== undefined && now >= known.at && now - known.at < LOOK_EVERY_MS
      const face = isFresh ? (await known.faces)[hash] : undefined
      // The last bundle grows.
      return face ?? (await readAndKeep(name, now))[hash]
    },
  }
}

function nameOf(id: string, tile: Tile): string {
  return `${FOLDER}/${id}/${tilePath(tile)}`
}

/**
 * Every part of the tiles at the edge of the log that are full at its next size. Readers may have any earlier checkpoint:
 * while a tile is not full, they need its parts. There is no list of parts that an earlier worker wrote.
 */
function partsOfFull({ id, size }: LogSize, next: number): string[] {
  const full = new Set(tilesOf(next, { from: size }).map((tile) => nameOf(id, tile)))
  return tilesOf(size).flatMap((tile) =>
    tile.width < TILE_WIDTH && full.has(nameOf(id, { ...tile, width: TILE_WIDTH }))
      ? Array.from({ length: tile.width }, (_, part) => nameOf(id, { ...tile, width: part + 1 }))
      : [],
  )
}

function facesName(id: string, bundle: number): string {
  return `${FOLDER}/${id}/faces/${String(bundle).padStart(6, '0')}.json.gz`
}

/** No bundle of versions is as large, and a damaged file must not fill the memory. */
const MOST_FACES_BYTES = 256 * 1024 * 1024

type Faces = Readonly<Record<string, FaceDocument>>

const unzip = promisify<Buffer, { maxOutputLength: number }, Buffer>(gunzip)

async function facesIn(bytes: Buffer): Promise<Faces> {
  return JSON.parse(String(await unzip(bytes, { maxOutputLength: MOST_FACES_BYTES })))
}

function entriesOf(bundle: Buffer): LogEntry[] {
  const texts = entriesIn(bundle)
  if (texts === undefined) throw new Error('A bundle of entries of the log is damaged')
  return texts.map((text) => JSON.parse(new TextDecoder().decode(text)) as LogEntry)
}

function sizeIn(checkpoint: Buffer | string | undefined): LogSize | undefined {
  const read = readCheckpoint(readNote(String(checkpoint ?? ''))?.text ?? '')
  const id = logIdIn(read?.origin ?? '')
  return read === undefined || id === undefined ? undefined : { id, size: read.size }
}
