import { gzipSync } from 'node:zlib'
import { beforeEach, expect, test } from 'vitest'
import { checkpointText, noteText } from '../../domain/log/checkpoint.ts'
import { bundleOf } from '../../domain/log/tiles.ts'
import type { WritablePlace } from '../file/edition-targets.ts'
import { copyLogTo, logOfFiles } from './log-beside-editions.ts'
import { logFileAt } from './public-log.ts'

/* A recovery site finds what an entry is about in files that can fail, and that grow. */
const LOG = '0123456789abcdef'
const faceOf = (entry: number) => String(entry).padStart(64, '0')

let files: Map<string, Buffer>
/** Names whose next read fails. */
let failing: Set<string>
let reads: string[]
let now: Date

beforeEach(() => {
  files = new Map()
  failing = new Set()
  reads = []
  now = new Date('2026-11-17T12:00:00Z')
})

function copyEntries(size: number) {
  files.set('log/checkpoint', Buffer.from(noteOf(size)))
  const entries = Array.from({ length: size }, (_, entry) => entry)
  for (let first = 0; first < size; first += 256) {
    const some = entries.slice(first, first + 256)
    const bundle = bundleOf(some.map((entry) => Buffer.from(JSON.stringify({ face: faceOf(entry) }))))
    files.set(tileName(first / 256, some.length), Buffer.from(bundle))
    const faces = Object.fromEntries(some.map((entry) => [faceOf(entry), { entry }]))
    files.set(facesName(first / 256), gzipSync(JSON.stringify(faces)))
  }
}

function noteOf(size: number): string {
  const origin = `trust.example/log/${LOG}`
  const signatures = [{ name: origin, bytes: Buffer.alloc(68) }]
  return noteText({ text: checkpointText({ origin, size, root: Buffer.alloc(32) }), signatures })
}

const tileName = (index: number, width: number) =>
  `log/${LOG}/tile/entries/00${index}${width < 256 ? `.p/${width}` : ''}`
const facesName = (index: number) => `log/${LOG}/faces/00000${index}.json.gz`

const opened = () =>
  logOfFiles({
    read: async (name) => {
      reads.push(name)
      await new Promise(setImmediate)
      if (failing.delete(name)) throw new Error('The source is away')
      return files.get(name)
    },
    clock: () => now,
  })

const face = async (log: ReturnType<typeof opened>, entry: number) =>
  JSON.parse(String((await log.file(`faces/${faceOf(entry)}`)) ?? null))

test('entries that could not be read are read at the next request, and nothing is said to be missing meanwhile', async () => {
  copyEntries(300)
  const log = opened()
  failing.add(tileName(1, 44))
  await expect(face(log, 299)).rejects.toThrow('The source is away')
  expect(await face(log, 299)).toEqual({ entry: 299 })
  // Those before it were not read twice.
  expect(reads.filter((name) => name === tileName(0, 256))).toHaveLength(1)
  // Nor is a file that is late to arrive taken for one without entries.
  copyEntries(301)
  files.delete(tileName(1, 45))
  now = new Date(now.getTime() + 60_000)
  await expect(face(log, 300)).rejects.toThrow('lacks')
  copyEntries(301)
  expect(await face(log, 300)).toEqual({ entry: 300 })
  expect(await face(log, 301)).toBeNull()
})

test('who asks while the entries are read waits for them, and they are read once', async () => {
  copyEntries(300)
  const log = opened()
  const asked = await Promise.all([0, 1, 299, 5].map((entry) => face(log, entry)))
  expect(asked).toEqual([{ entry: 0 }, { entry: 1 }, { entry: 299 }, { entry: 5 }])
  expect(reads.sort()).toEqual(
    ['log/checkpoint', tileName(0, 256), tileName(1, 44), facesName(0), facesName(1)].sort(),
  )
})

test('what a checkpoint of this process has is found at once, and what was redacted is gone soon', async () => {
  copyEntries(1)
  const log = opened()
  expect(await face(log, 0)).toEqual({ entry: 0 })
  copyEntries(2)
  await log.checkpoint({} as never)
  expect(await face(log, 1)).toEqual({ entry: 1 })
  files.set(facesName(0), gzipSync(JSON.stringify({ [faceOf(0)]: { redacted: true } })))
  now = new Date(now.getTime() + 5_000)
  expect(await face(log, 0)).toEqual({ redacted: true })
})

test('a part of a tile stays until the tile is full, even if another worker wrote it', async () => {
  const place = {
    put: async (name: string, bytes: Buffer) => void files.set(name, bytes),
    remove: async (name: string) => void files.delete(name),
    read: async (name: string) => files.get(name),
  } as WritablePlace
  const copying = () =>
    copyLogTo({
      // Entries without versions ask for none.
      db: undefined as never,
      place,
      publicLog: {
        checkpoint: async ({ id, size }) => ({ id, size, note: noteOf(size) }),
        file: async (path) => {
          const asked = logFileAt(path)
          const width = asked?.kind === 'tile' ? asked.tile.width : 0
          return Buffer.from(bundleOf(Array.from({ length: width }, () => Buffer.from('{}'))))
        },
      },
    })
  const copied = ({ copy }: ReturnType<typeof copying>, size: number) =>
    copy({ log: { id: LOG, size } as never }, { mayWrite: () => true })
  const parts = () => [...files.keys()].filter((name) => name.includes('/tile/entries/')).sort()
  const first = copying()
  await copied(first, 100)
  await copied(first, 200)
  await copied(first, 201)
  expect(parts()).toEqual([tileName(0, 100), tileName(0, 200), tileName(0, 201)])
  await copied(copying(), 300)
  expect(parts()).toEqual([tileName(0, 256), tileName(1, 44)])
})
