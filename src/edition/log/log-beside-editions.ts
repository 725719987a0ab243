import { gunzipSync, gzipSync } from 'node:zlib'
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
/** Then the next edition has its turn. A log that is new at a target takes a while. */
const WITHIN_MS = 3_000
/** How long a copy is used before it is asked whether there is more. */
const LOOK_EVERY_MS = 5_000

interface LogSize {
  id: string
  size: number
}

/**
 * Copies what was added since the checkpoint at the place, and then the checkpoint: what is there can always be verified.
 * A redacted version is removed there, too.
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
  /** At the place, with its checkpoint. */
  let copied: LogSize | undefined
  /** How far the next one is. */
  let under: LogSize | undefined
  let outdated: string[] = []

  async function copy(
    { log }: Pick<Edition, 'log'>,
    { mayWrite }: { mayWrite: () => boolean },
  ): Promise<'done' | 'more'> {
    if (log === null) return 'done'
    copied ??= sizeIn(await place.read(CHECKPOINT)) ?? { id: '', size: 0 }
    if (copied.id === log.id && copied.size === log.size) return 'done'
    const signed = await publicLog.checkpoint(log)
    if (signed === undefined) return 'done'
    const { id, size } = signed
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
    await place.put(CHECKPOINT, Buffer.from(signed.note))
    // Readers may still have the checkpoint before this one, so its partial tiles go with the next.
    const current = new Set(partialTiles({ id, size }))
    for (const name of outdated) if (!current.has(name)) await place.remove(name)
    outdated = partialTiles(copied)
    copied = { id, size }
    return 'done'
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
    const faces = await readFaces(db, Object.keys(facesIn(bytes)))
    await place.put(facesName(log, bundle), gzipSync(JSON.stringify(faces)))
  }

  return { copy }
}

/** The log that a recovery site serves. It can't sign, so its checkpoint is the last one that was copied. */
export function logOfFiles({
  read,
  clock,
}: {
  /** Undefined if there is no such file. */
  read: (name: string) => Promise<Buffer | undefined>
  clock: () => Date
}): PublicLog {
  /** By face: the file that has it. */
  const places = new Map<string, string>()
  let indexed: LogSize = { id: '', size: 0 }
  let lookedAt = Number.NEGATIVE_INFINITY

  /** Entries name their faces, so reading them once tells where each is. */
  async function indexFaces() {
    const now = clock().getTime()
    if (now >= lookedAt && now - lookedAt < LOOK_EVERY_MS) return
    lookedAt = now
    const newest = sizeIn(await read(CHECKPOINT))
    if (newest === undefined) return
    const from = newest.id === indexed.id ? indexed.size : 0
    for (const tile of tilesOf(newest.size, { from })) {
      if (tile.level !== 'entries') continue
      for (const { face } of entriesOf(await read(nameOf(newest.id, tile))))
        if (face !== undefined) places.set(face, facesName(newest.id, tile.index))
    }
    indexed = newest
  }

  return {
    async checkpoint() {
      const bytes = await read(CHECKPOINT)
      const at = sizeIn(bytes)
      if (bytes === undefined || at === undefined) return undefined
      return { note: bytes.toString(), ...at, until: clock().getTime() + LOOK_EVERY_MS }
    },

    async file(path) {
      const asked = logFileAt(path)
      if (asked === undefined) return undefined
      if (asked.kind === 'tile') return read(nameOf(asked.log, asked.tile))
      if (!places.has(asked.hash)) await indexFaces()
      const place = places.get(asked.hash)
      const bytes = place === undefined ? undefined : await read(place)
      const face = bytes && facesIn(bytes)[asked.hash]
      return face && Buffer.from(`${JSON.stringify(face)}\n`)
    },
  }
}

function nameOf(id: string, tile: Tile): string {
  return `${FOLDER}/${id}/${tilePath(tile)}`
}

function partialTiles({ id, size }: LogSize): string[] {
  return tilesOf(size).flatMap((tile) => (tile.width < TILE_WIDTH ? nameOf(id, tile) : []))
}

function facesName(id: string, bundle: number): string {
  return `${FOLDER}/${id}/faces/${String(bundle).padStart(6, '0')}.json.gz`
}

/** No bundle of versions is as large, and a damaged file must not fill the memory. */
const MOST_FACES_BYTES = 256 * 1024 * 1024

function facesIn(bytes: Buffer): Record<string, FaceDocument> {
  return JSON.parse(String(gunzipSync(bytes, { maxOutputLength: MOST_FACES_BYTES })))
}

function entriesOf(bundle: Buffer | undefined): LogEntry[] {
  const texts = (bundle && entriesIn(bundle)) ?? []
  return texts.map((text) => JSON.parse(new TextDecoder().decode(text)) as LogEntry)
}

function sizeIn(checkpoint: Buffer | undefined): LogSize | undefined {
  const read = readCheckpoint(readNote(String(checkpoint ?? ''))?.text ?? '')
  const id = logIdIn(read?.origin ?? '')
  return read === undefined || id === undefined ? undefined : { id, size: read.size }
}
