import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { EditionSource } from '../../src/edition/file/edition-sources.ts'
import { followEditionFiles } from '../../src/edition/file/follow-edition-files.ts'
import type { FollowEvent } from '../../src/edition/file/follow-events.ts'
import type { EditionHolder } from '../../src/edition/hold-edition.ts'
import { editionKeys } from '../support/edition-keys.ts'
import { KEYS, KNOWN, knownBy } from '../support/edition-writer.ts'
import { eventually } from '../support/eventually.ts'
import { type FileServer, fileServer } from '../support/file-server.ts'
import { someEdition, type Written, withoutRows, written } from '../support/written-edition.ts'

const START = new Date('2026-11-15T12:00:00Z')
const STALE_AFTER_MS = 60_000
const OTHER_HISTORY = '5a0f6d1c-2b7e-4a44-8f8b-1d5e9f3c7b22'

let server: FileServer
let kept: string
let now: Date
let events: FollowEvent[]
let holders: EditionHolder[]

beforeEach(async () => {
  server = await fileServer()
  kept = await mkdtemp(join(tmpdir(), 'candor-recovery-'))
  now = START
  events = []
  holders = []
})

afterEach(async () => {
  vi.restoreAllMocks()
  for (const holder of holders) await holder.stop()
  await server.stop()
  await rm(kept, { recursive: true, force: true })
})

describe('a backup site', () => {
  test('loads the current edition and follows newer ones', async () => {
    await put(1)
    const holder = follow()
    await until(holder, 1)
    await put(2, 20)
    await until(holder, 2)
    expect(holder.current()?.edition).toStrictEqual(withoutRows(someEdition({ number: 2 })))
    expect(events.map(({ kind }) => kind)).toEqual(['swapped', 'swapped'])
  })

  test('knows an image that the source lacks from one that it can’t ask for', async () => {
    await put(1)
    const holder = follow()
    await until(holder, 1)
    const name = `${'a'.repeat(32)}-1x1.png`
    expect(await holder.readImage(name)).toBeUndefined()
    await server.stop()
    await expect(holder.readImage(name)).rejects.toThrow()
  })

  test('reads a folder in the same way', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'candor-editions-'))
    const putThere = async (number: number, seconds: number) => {
      const { name, file, head } = await edition(number, seconds)
      await writeFile(join(folder, name), file)
      await writeFile(join(folder, 'head.json'), head)
    }
    await putThere(1, 0)
    const holder = follow({ source: { kind: 'folder', path: folder } })
    await until(holder, 1)
    await putThere(2, 20)
    await until(holder, 2)
    await rm(folder, { recursive: true })
  })

  test('requests only the head while nothing is new, without a body', async () => {
    await put(1)
    const holder = follow()
    await until(holder, 1)
    await eventually(() =>
      expect(server.asked.filter((asked) => asked === 'GET head.json').length).toBeGreaterThan(3),
    )
    expect(server.asked.filter((asked) => asked.startsWith('GET edition-'))).toHaveLength(1)
  })

  test('knows the age of its content from the head, and reports it once the source is silent', async () => {
    await put(1)
    const holder = follow()
    await until(holder, 1)
    expect(holder.verifiedAt()).toEqual(START)
    expect(holder.current()?.staleSince).toBeNull()

    await confirm(1, 20)
    await eventually(() => expect(holder.verifiedAt()).toEqual(at(20)))
    now = at(20 + STALE_AFTER_MS / 1000 - 1)
    await settled()
    expect(holder.current()?.staleSince).toBeNull()
    now = at(20 + STALE_AFTER_MS / 1000)
    await eventually(() => expect(holder.current()?.staleSince).toEqual(at(20)))

    await confirm(1, 80)
    await eventually(() => expect(holder.current()?.staleSince).toBeNull())
    expect(holder.verifiedAt()).toEqual(at(80))
  })

  test('accepts a head that it rejected while its own clock was wrong, even if unchanged', async () => {
    now = at(-3_600)
    await put(1)
    const holder = follow()
    await eventually(() => expect(events.map(({ kind }) => kind)).toEqual(['refused']))
    now = START
    await until(holder, 1)
  })

  test('follows a worker whose clock is behind that of its predecessor', async () => {
    await put(1)
    const holder = follow()
    await until(holder, 1)
    await put(2, -4)
    await until(holder, 2)
  })

  test('follows a restored database, even though its numbers start over', async () => {
    await put(9)
    const holder = follow()
    await until(holder, 9)
    await put(3, 20, { history: OTHER_HISTORY })
    await until(holder, 3)
  })

  test('accepts a file signed with any of its known keys', async () => {
    const next = editionKeys()
    await put(1)
    const holder = follow({ keys: knownBy(next.publicKey, KEYS.publicKey) })
    await until(holder, 1)
    place(await written(someEdition({ number: 2 }), { verifiedAt: at(20), key: next.key }))
    await until(holder, 2)
  })
})

describe('it keeps its content, and logs one line, when it finds', () => {
  test.each<[string, RegExp, (next: Written) => Written | Promise<Written>]>([
    ['a truncated file', /bytes of content/, (next) => ({ ...next, file: next.file.subarray(0, -20) })],
    [
      'a file with a changed bit',
      /not the one that was signed/,
      (next) => ({ ...next, file: flipped(next.file) }),
    ],
    ['an empty file', /not an edition file/, (next) => ({ ...next, file: Buffer.alloc(0) })],
    [
      'an HTML page instead of a file',
      /not an edition file/,
      (next) => ({ ...next, file: Buffer.from('<html>') }),
    ],
    [
      'the file of another edition',
      /not the one that head\.json names/,
      async (next) => ({
        ...next,
        file: (await edition(7, 20)).file,
      }),
    ],
  ])('%s', async (_, line, change) => {
    const holder = await following()
    const next = await edition(2, 20)
    place(await change(next))
    await refusedOnce(next.name, line)
    expect(holder.current()?.edition.number).toBe(1)
    expect(holder.verifiedAt()).toEqual(START)
    place(next)
    await until(holder, 2)
  })

  test.each<[string, RegExp, () => Promise<Written>]>([
    [
      'a head with a changed number',
      /signature is wrong/,
      async () => {
        const next = await edition(2, 20)
        return { ...next, head: next.head.replace('"number": 2', '"number": 3') }
      },
    ],
    [
      'a head with a changed time',
      /signature is wrong/,
      async () => {
        const next = await edition(2, 20)
        return { ...next, head: next.head.replace('12:00:20', '12:00:40') }
      },
    ],
    [
      'a truncated head',
      /not a head of version 1/,
      async () => {
        const next = await edition(2, 20)
        return { ...next, head: next.head.slice(0, -10) }
      },
    ],
    [
      'a head with a path outside of the folder',
      /signature is wrong/,
      async () => {
        const next = await edition(2, 20)
        return { ...next, head: next.head.replace(/edition-\d{12}/, '../etc') }
      },
    ],
    [
      'an edition signed with another key',
      /unknown key/,
      () => written(someEdition({ number: 2 }), { verifiedAt: at(20), key: editionKeys().key }),
    ],
    [
      'an edition signed with another key under our key id',
      /signature is wrong/,
      () =>
        written(someEdition({ number: 2 }), {
          verifiedAt: at(20),
          key: { ...editionKeys().key, id: KEYS.key.id },
        }),
    ],
    ['an older edition', /names edition 0, but this site already has edition 1/, () => edition(0, 20)],
    [
      'an earlier head',
      /written at .*11:59:40.* before the current one of .*12:00:00/,
      () => edition(1, -20),
    ],
    ['a head from the future', /in the future: check the clocks/, () => edition(2, 3_600)],
  ])('%s', async (_, line, make) => {
    const holder = await following()
    place(await make())
    await refusedOnce('head.json', line)
    expect(holder.current()?.edition.number).toBe(1)
    expect(holder.verifiedAt()).toEqual(START)
    await put(2, 40)
    await until(holder, 2)
  })

  test('no file where the head names one', async () => {
    const holder = await following()
    const next = await edition(2, 20)
    server.files.set('head.json', Buffer.from(next.head))
    await refusedOnce(next.name, /cannot be read \(.* was answered with 404\)/)
    expect(holder.current()?.edition.number).toBe(1)
    place(next)
    await until(holder, 2)
  })

  test('a source that breaks off', async () => {
    const holder = await following()
    server.mood = 'cutting-off'
    await put(2, 20)
    await eventually(() => expect(events.map(({ kind }) => kind)).toContain('lost'))
    expect(holder.current()?.edition.number).toBe(1)
    server.mood = 'well'
    await until(holder, 2)
    expect(events.map(({ kind }) => kind)).toContain('found')
  })
})

describe('without its source', () => {
  test('it has nothing at first, keeps trying, and loads as soon as it can', async () => {
    server.mood = 'failing'
    const holder = follow()
    expect(await holder.refresh()).toBe(false)
    expect(holder.current()).toBeUndefined()
    expect(holder.verifiedAt()).toBeUndefined()
    server.mood = 'well'
    await settled()
    expect(holder.current()).toBeUndefined()
    await put(1)
    await until(holder, 1)
    expect(events.filter(({ kind }) => kind === 'lost')).toHaveLength(1)
  })

  test('it starts with its saved edition, and shows its age', async () => {
    await following()
    await confirm(1, 20)
    await eventually(() => expect(holders[0]?.verifiedAt()).toEqual(at(20)))
    await stopAll()
    server.mood = 'hanging'
    now = at(3_600)
    const holder = follow()
    await until(holder, 1)
    expect(holder.current()?.edition).toStrictEqual(withoutRows(someEdition({ number: 1 })))
    expect(holder.verifiedAt()).toEqual(at(20))
    expect(holder.current()?.staleSince).toEqual(at(20))
  })

  test('it rejects after a restart what it would have rejected before', async () => {
    await following(5)
    await stopAll()
    server.files.clear()
    place(await edition(4, -20))
    const holder = follow()
    await until(holder, 5)
    await refusedOnce('head.json', /names edition 4, but this site already has edition 5/)
    expect(holder.current()?.edition.number).toBe(5)
  })

  test('a damaged saved file is fetched again, and its head still blocks older ones', async () => {
    await following(5)
    const [name = ''] = (await readdir(kept)).filter((each) => each.startsWith('edition-'))
    await stopAll()
    await writeFile(join(kept, name), flipped(await readFile(join(kept, name))))
    const files = new Map(server.files)
    server.files.clear()
    place(await edition(4, -20))
    const holder = follow()
    await refusedOnce(name, /not the one that was signed/)
    await refusedOnce('head.json', /names edition 4, but this site already has edition 5/)
    expect(holder.current()).toBeUndefined()
    for (const [file, bytes] of files) server.files.set(file, bytes)
    await until(holder, 5)
  })

  test("it serves even if it can't save anything, and says so once", async () => {
    await rm(kept, { recursive: true })
    await writeFile(kept, 'a file where a folder should be')
    await put(1)
    const holder = follow()
    await until(holder, 1)
    await confirm(1, 20)
    await eventually(() => expect(holder.verifiedAt()).toEqual(at(20)))
    expect(events.filter(({ kind }) => kind === 'not-kept')).toHaveLength(1)
    await chmod(kept, 0o600)
  })

  test('it keeps only a few files', async () => {
    const holder = await following()
    for (let number = 2; number < 8; number++) {
      await put(number, number)
      await until(holder, number)
    }
    await eventually(async () => expect(await readdir(kept)).toHaveLength(4))
  })

  test('it stops immediately, even if the source hangs', async () => {
    neverTooLong()
    server.mood = 'hanging'
    const holder = follow()
    await eventually(() => expect(server.asked).not.toEqual([]))
    await holder.stop()
  })
})

function follow({ source, keys = KNOWN }: { source?: EditionSource; keys?: typeof KNOWN } = {}) {
  const holder = followEditionFiles({
    source: source ?? { kind: 'http', url: server.url },
    keys,
    folder: kept,
    clock: () => now,
    onEvent: (event) => events.push(event),
    pollEveryMs: 30,
    staleAfterMs: STALE_AFTER_MS,
  })
  holders.push(holder)
  return holder
}

async function following(number = 1) {
  await put(number)
  const holder = follow()
  await until(holder, number)
  await eventually(async () => expect(await readdir(kept)).toContain('head.json'))
  return holder
}

async function stopAll() {
  for (const holder of holders) await holder.stop()
  events.length = 0
}

async function until(holder: EditionHolder, number: number) {
  await eventually(() => expect(holder.current()?.edition.number).toBe(number))
}

/** Logged once, however often it polled since. */
async function refusedOnce(what: string, line: RegExp) {
  await eventually(() => expect(refusals()).toContainEqual(expect.objectContaining({ what })))
  await settled()
  const found = refusals().filter((refusal) => refusal.what === what)
  expect(found).toHaveLength(1)
  expect(found[0]?.line).toMatch(line)
  expect(found[0]?.line).not.toContain('\n')
}

function refusals() {
  return events.filter((event) => event.kind === 'refused')
}

async function settled() {
  const asked = server.asked.length
  await eventually(() => expect(server.asked.length).toBeGreaterThan(asked + 3))
}

async function put(number: number, seconds = 0, of: { history?: string } = {}) {
  place(await written(someEdition({ number, ...of }), { verifiedAt: at(seconds) }))
}

async function confirm(number: number, seconds: number) {
  server.files.set('head.json', Buffer.from((await edition(number, seconds)).head))
}

function edition(number: number, seconds: number) {
  return written(someEdition({ number }), { verifiedAt: at(seconds) })
}

function place({ name, file, head }: Written) {
  server.files.set(name, file)
  server.files.set('head.json', Buffer.from(head))
}

function at(seconds: number) {
  return new Date(START.getTime() + seconds * 1_000)
}

function flipped(file: Buffer) {
  const changed = Buffer.from(file)
  changed[file.length - 9] = (changed[file.length - 9] ?? 0) ^ 1
  return changed
}

/** A hanging request never ends: only the stop can end it. */
function neverTooLong() {
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal)
}
