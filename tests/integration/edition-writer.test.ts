import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { OPEN_VAULT } from '../../src/db/at-rest/vault.ts'
import { connect } from '../../src/db/connect.ts'
import { currentEdition } from '../../src/db/edition.ts'
import { makePrivateKey, publicKeyOf, signingKeyOf } from '../../src/edition/file/edition-keys.ts'
import { unpackEdition } from '../../src/edition/file/unpack-edition.ts'
import { type Config, readConfig } from '../../src/server/config.ts'
import { makeLog } from '../../src/server/start/make-log.ts'
import { startRecoverySite } from '../../src/server/start/start-recovery-site.ts'
import { type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import { proxyDatabase } from '../support/database-proxy.ts'
import { headIn, KNOWN, knownBy, type TestWriter, testWriter } from '../support/edition-writer.ts'
import { eventually } from '../support/eventually.ts'
import { type FileServer, fileServer } from '../support/file-server.ts'
import { publish } from '../support/publish.ts'
import { raiseSite } from '../support/raise-edition.ts'
import { addDraft } from '../support/small-site.ts'
import { testAssets } from '../support/test-app.ts'

const run = promisify(execFile)

let database: TestDatabase
let folder: string
const writers: TestWriter[] = []

beforeAll(async () => {
  database = await testDatabase()
})

afterAll(() => database.drop())

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-editions-'))
})

afterEach(async () => {
  vi.restoreAllMocks()
  for (const writer of writers.splice(0)) await writer.stop()
  await rm(folder, { recursive: true, force: true })
})

describe('to a folder', () => {
  test('every edition is written within moments, and the head names it', async () => {
    write()
    await untilNamed()
    for (let round = 0; round < 3; round++) {
      const edition = await publish(database.db, await addDraft(database.db))
      await untilNamed(edition)
    }
    const head = await headThere()
    const opened = await unpackEdition(await readFile(join(folder, head.file)), KNOWN)
    const { history, publishedAt } = await currentEdition(database.db)
    expect(opened).toMatchObject({ kind: 'unpacked', edition: { number: head.number, history, publishedAt } })
    expect(head).toMatchObject({ history, published_at: publishedAt.toISOString() })
  })

  test('the newest are kept and nothing else is touched', async () => {
    await writeFile(join(folder, 'notes.txt'), 'not ours')
    const { of } = write({ keep: 2 })
    await untilNamed()
    for (let round = 0; round < 4; round++) {
      await untilNamed(await publish(database.db, await addDraft(database.db)))
    }
    await eventually(async () => {
      const written = of('written').map(({ file }) => file)
      expect((await readdir(folder)).sort()).toEqual([...written.slice(-2), 'head.json', 'notes.txt'])
    })
  })

  test('without publications the head keeps confirming the newest edition', async () => {
    const { of } = write()
    await untilNamed()
    const first = await headThere()
    await eventually(async () => {
      const head = await headThere()
      expect(Date.parse(head.verified_at)).toBeGreaterThan(Date.parse(first.verified_at))
      expect(head.file).toBe(first.file)
    })
    expect(of('written')).toHaveLength(1)
  })

  test('a banner is written when it starts, and not before', async () => {
    let now = new Date()
    const soon = new Date(now.getTime() + 3_600_000)
    write({ clock: () => now })
    await untilNamed()
    await database.db
      .insertInto('site_banners')
      .values({ gravity: 'notice', text: 'We move tonight', starts_at: soon })
      .execute()
    await untilNamed(await raiseSite(database.db))
    const before = await headThere()
    expect(await bannersIn(before.file)).toEqual([])
    now = new Date(soon.getTime() - 1)
    await eventually(async () => expect((await headThere()).verified_at).toBe(now.toISOString()))
    expect((await headThere()).file).toBe(before.file)
    now = soon
    await eventually(async () => expect((await headThere()).file).not.toBe(before.file))
    expect(await headThere()).toMatchObject({ number: before.number, published_at: before.published_at })
    expect(await bannersIn((await headThere()).file)).toEqual(['We move tonight'])
    await database.db.deleteFrom('site_banners').execute()
  })

  test('without a configured key it is signed with one that the database created once', async () => {
    write({ signingKey: undefined })
    await eventually(() => stat(join(folder, 'head.json')))
    const made = await signingKeyOf(database.db, OPEN_VAULT, undefined)
    const keys = knownBy(publicKeyOf(made))
    headIn(await readFile(join(folder, 'head.json')), keys)
    await writers.pop()?.stop()
    await rm(join(folder, 'head.json'))
    write({ signingKey: undefined })
    await eventually(async () => headIn(await readFile(join(folder, 'head.json')), keys))
  })

  test('after a restore it is signed with the key of the restored database', async () => {
    const { db } = database
    write({ signingKey: undefined })
    const before = knownBy(publicKeyOf(await signingKeyOf(db, OPEN_VAULT, undefined)))
    await eventually(async () => headIn(await readFile(join(folder, 'head.json')), before))
    const restored = makePrivateKey()
    await db.transaction().execute(async (trx) => {
      await trx
        .updateTable('secrets')
        .set({ value: restored })
        .where('name', '=', 'edition-signing')
        .execute()
      await trx.updateTable('edition').set({ history: randomUUID() }).execute()
    })
    const after = knownBy(publicKeyOf(await signingKeyOf(db, OPEN_VAULT, undefined)))
    await eventually(async () => headIn(await readFile(join(folder, 'head.json')), after))
  })

  test('O-06 a backup site on the same machine needs only TRUST_DR=1', async () => {
    const standIn = async () => {
      const outcome = await startRecoverySite({
        config: configOf({ TRUST_DR: '1', DATA_DIR: folder, PORT: '0', HOST: '127.0.0.1' }),
        assets: testAssets,
        log: makeLog({ level: 'silent', to: { write: () => {} } }),
        report: () => {},
      })
      if (outcome.kind === 'refused') return outcome.line
      const { edition } = await (await fetch(`${outcome.address}/readyz`)).json()
      await outcome.stop()
      return edition
    }
    const own = join(folder, 'editions')
    const nothing = `TRUST_DR=1 found no edition to show in ${own}: `
    expect(await standIn()).toMatch(new RegExp(`^${nothing}there is no public key\\. [^\\n]+$`))

    write({ target: { kind: 'folder', path: own }, leaveKeyIn: folder, signingKey: undefined })
    const edition = await publish(database.db, await addDraft(database.db))
    await eventually(async () => {
      const head = JSON.parse(await readFile(join(own, 'head.json'), 'utf8'))
      expect(head.number).toBe(edition)
    })
    expect(await standIn()).toBe(edition)

    await writers.splice(0)[0]?.stop()
    await rm(own, { recursive: true })
    await rm(join(folder, 'recovery'), { recursive: true })
    expect(await standIn()).toMatch(new RegExp(`^${nothing}ENOENT[^\\n]+$`))
  })

  test('a full disk keeps the previous file and head, and is written once there is room', async (context) => {
    const isMounted = await run('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', folder]).then(
      () => true,
      () => false,
    )
    if (!isMounted) return context.skip('this machine does not let us mount a small disk')
    try {
      const { of } = write()
      await untilNamed()
      const before = await headThere()
      await fillDisk(join(folder, 'other'))
      const edition = await publish(database.db, await addDraft(database.db))
      const failed = await eventually(() => {
        const [failure] = of('failed')
        expect(failure).toMatchObject({ error: { code: 'ENOSPC' } })
        return failure
      })
      expect(failed?.retryInMs).toBe(1_000)
      const { file } = await headThere()
      expect(file).toBe(before.file)
      expect(await unpackEdition(await readFile(join(folder, file)), KNOWN)).toMatchObject({
        kind: 'unpacked',
      })
      expect(await readdir(folder)).toHaveLength(3)
      await rm(join(folder, 'other'))
      await untilNamed(edition)
      await eventually(() => expect(of('mended')).toHaveLength(1))
    } finally {
      for (const writer of writers.splice(0)) await writer.stop()
      await run('umount', [folder])
    }
  })
})

describe('to a URL', () => {
  let server: FileServer

  beforeEach(async () => {
    server = await fileServer({ authorization: 'Bearer sesame' })
  })

  afterEach(() => server.stop())

  test('each file is uploaded once, before the head that names it, and old ones are deleted', async () => {
    put({ keep: 2 })
    await untilPut()
    for (let round = 0; round < 3; round++) {
      await untilPut(await publish(database.db, await addDraft(database.db)))
    }
    await eventually(() => expect(server.files.size).toBe(3))
    const { file } = headIn(server.files.get('head.json'))
    expect(server.asked.filter((asked) => asked === `PUT ${file}`)).toHaveLength(1)
    expect(server.asked.indexOf(`PUT ${file}`)).toBeLessThan(server.asked.lastIndexOf('PUT head.json'))
  })

  test('a restarted worker learns the existing files from the head', async () => {
    put({ keep: 3 })
    await untilPut()
    for (let round = 0; round < 2; round++) {
      await untilPut(await publish(database.db, await addDraft(database.db)))
    }
    await writers.pop()?.stop()
    put({ keep: 1 })
    await eventually(() => {
      const { file } = headIn(server.files.get('head.json'))
      expect([...server.files.keys()].sort()).toEqual([file, 'head.json'])
    })
  })

  test('a server that fails, hangs or rejects is retried, with the newest edition by then', async () => {
    const { of } = put({ firstRetryMs: 100 })
    await untilPut()
    server.mood = 'failing'
    await publish(database.db, await addDraft(database.db))
    await eventually(() => expect(of('failed').length).toBeGreaterThan(1))
    expect(
      of('failed')
        .slice(0, 2)
        .map(({ retryInMs }) => retryInMs),
    ).toEqual([100, 200])
    expect(String(of('failed')[0]?.error)).toContain('was answered with 500: out of order')
    const edition = await publish(database.db, await addDraft(database.db))
    server.mood = 'well'
    await untilPut(edition)
    await eventually(() => expect(of('mended')).toHaveLength(1))
  })

  test('rejected credentials are reported in one line without them', async () => {
    const { of } = put({ target: { kind: 'http', url: server.url, authorization: 'Bearer wrong' } })
    await eventually(() => expect(of('failed')).not.toEqual([]))
    expect(String(of('failed')[0]?.error)).toMatch(/PUT edition-\S+ was answered with 401: who are you\?$/)
    expect(String(of('failed')[0]?.error)).not.toContain('wrong')
  })

  test('a hanging server does not keep a worker from stopping', async () => {
    neverTooLong()
    server.mood = 'hanging'
    put()
    await eventually(() => expect(server.asked).not.toEqual([]))
    await writers.pop()?.stop()
  })

  function put(options: Partial<Parameters<typeof testWriter>[0]> = {}) {
    const target = { kind: 'http', url: server.url, authorization: 'Bearer sesame' } as const
    return write({ target, ...options })
  }

  async function untilPut(number = 0) {
    await eventually(() =>
      expect(headIn(server.files.get('head.json')).number).toBeGreaterThanOrEqual(number),
    )
  }
})

describe('two workers', () => {
  test('one writes; when its connection is lost the other takes over, and never both', async () => {
    const [first, second] = [write(), write()]
    await eventually(() => expect(leaders()).toHaveLength(1))
    const [leader] = leaders()
    const other = leader === first ? second : first
    await untilNamed(await publish(database.db, await addDraft(database.db)))
    expect(other.of('written')).toEqual([])

    await leader?.stop()
    await eventually(() => expect(other.of('leading')).toHaveLength(1))
    await untilNamed(await publish(database.db, await addDraft(database.db)))
    await eventually(() => expect(other.of('written').length).toBeGreaterThan(0))

    function leaders() {
      return writers.filter(({ of }) => of('leading').length > 0)
    }
  })

  test('a writer whose connections are cut pauses until it has the lock again', async () => {
    const { of } = write()
    await untilNamed()
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(database.db)
    const edition = await eventually(async () => publish(database.db, await addDraft(database.db)))
    await untilNamed(edition)
    expect(of('leading').length).toBeGreaterThan(1)
  })
})

test('while the database is down nothing is confirmed, and afterward it resumes', async () => {
  const proxy = await proxyDatabase(database.url)
  const { db, close } = connect(proxy.url)
  try {
    const { of } = write({ db, url: proxy.url, firstRetryMs: 100 })
    await untilNamed()
    proxy.cut()
    await eventually(() => expect(of('failed')).not.toEqual([]))
    const silent = await headThere()
    const edition = await publish(database.db, await addDraft(database.db))
    await eventually(() => expect(of('failed').length).toBeGreaterThan(1))
    expect(await headThere()).toEqual(silent)
    proxy.mend()
    await untilNamed(edition)
    await eventually(() => expect(of('mended')).toHaveLength(1))
  } finally {
    for (const writer of writers.splice(0)) await writer.stop()
    await close()
    await proxy.stop()
  }
})

function write(options: Partial<Parameters<typeof testWriter>[0]> = {}): TestWriter {
  const { db, url } = database
  const writer = testWriter({ db, url, target: { kind: 'folder', path: folder }, ...options })
  writers.push(writer)
  return writer
}

function configOf(env: Record<string, string>): Config {
  const read = readConfig(env)
  if (read.kind === 'wrong') throw new Error(read.line)
  return { ...read.config, caches: { ...read.config.caches, isWarming: false } }
}

async function headThere() {
  return headIn(await readFile(join(folder, 'head.json')))
}

async function untilNamed(number = 0) {
  await eventually(async () => expect((await headThere()).number).toBeGreaterThanOrEqual(number))
}

async function bannersIn(file: string) {
  const opened = await unpackEdition(await readFile(join(folder, file)), KNOWN)
  return opened.kind === 'unpacked' ? opened.edition.site.banners.map(({ text }) => text) : undefined
}

async function fillDisk(path: string) {
  await run('dd', ['if=/dev/zero', `of=${path}`, 'bs=1k']).catch(() => {})
}

/** A hanging request never ends: only the stop can end it. */
function neverTooLong() {
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal)
}
