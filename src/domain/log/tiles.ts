import type { Subtree } from './merkle.ts'

/* C2SP tlog-tiles: a log as files that never change. Hashes are in tiles of 256; a tile of level 1 has the roots of the
 * complete tiles of level 0, and so on. */

export const TILE_WIDTH = 256
export const TILE_HEIGHT = 8

export interface Tile {
  /** `entries`: the entries themselves, as many as a tile of level 0 has hashes. */
  level: number | 'entries'
  index: number
  /** 256, or less at the right edge of the log. */
  width: number
}

/** Below `/log/`: `tile/0/x001/234.p/5`. */
export function tilePath({ level, index, width }: Tile): string {
  const groups = [String(index % 1000).padStart(3, '0')]
  for (let rest = Math.floor(index / 1000); rest > 0; rest = Math.floor(rest / 1000))
    groups.unshift(`x${String(rest % 1000).padStart(3, '0')}`)
  return `tile/${level}/${groups.join('/')}${width === TILE_WIDTH ? '' : `.p/${width}`}`
}

const TILE_PATH = /^tile\/(entries|\d{1,2})\/((?:x\d{3}\/){0,4}\d{3})(?:\.p\/(\d{1,3}))?$/

export function tileAt(path: string): Tile | undefined {
  const [, level = '', groups = '', width] = TILE_PATH.exec(path) ?? []
  if (groups === '') return undefined
  const tile: Tile = {
    level: level === 'entries' ? level : Number(level),
    index: Number(groups.replaceAll(/[x/]/g, '')),
    width: width === undefined ? TILE_WIDTH : Number(width),
  }
  return tilePath(tile) === path && tile.width >= 1 ? tile : undefined
}

export function tilesOf(size: number, { from = 0 }: { from?: number } = {}): Tile[] {
  const tiles: Tile[] = []
  let level = 0
  let [hashes, known] = [size, from]
  while (hashes > 0) {
    for (let index = Math.floor(known / TILE_WIDTH); index * TILE_WIDTH < hashes; index++) {
      const width = Math.min(TILE_WIDTH, hashes - index * TILE_WIDTH)
      tiles.push({ level, index, width })
      if (level === 0) tiles.push({ level: 'entries', index, width })
    }
    level += 1
    hashes = Math.floor(hashes / TILE_WIDTH)
    known = Math.floor(known / TILE_WIDTH)
  }
  return tiles
}

/** Where the tiles have this subtree: it is the root of `count` hashes of a level, beginning with `first`. */
export function hashesOfSubtree({ height, index }: Subtree): { level: number; first: number; count: number } {
  const level = Math.floor(height / TILE_HEIGHT)
  const count = 2 ** (height - level * TILE_HEIGHT)
  return { level, first: index * count, count }
}

/** Entries one after the other, each after its length in two bytes. */
export function bundleOf(entries: readonly Uint8Array[]): Uint8Array {
  const bundle = new Uint8Array(entries.reduce((sum, { length }) => sum + 2 + length, 0))
  const view = new DataView(bundle.buffer)
  let at = 0
  for (const entry of entries) {
    view.setUint16(at, entry.length)
    bundle.set(entry, at + 2)
    at += 2 + entry.length
  }
  return bundle
}

export function entriesIn(bundle: Uint8Array): Uint8Array[] | undefined {
  const view = new DataView(bundle.buffer, bundle.byteOffset, bundle.byteLength)
  const entries: Uint8Array[] = []
  let at = 0
  while (at < bundle.length) {
    if (at + 2 > bundle.length) return undefined
    const end = at + 2 + view.getUint16(at)
    if (end > bundle.length) return undefined
    entries.push(bundle.subarray(at + 2, end))
    at = end
  }
  return entries
}
