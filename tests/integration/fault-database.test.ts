import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { isBuilt } from '../../scripts/source-stamp.mjs'
import { makeToken } from '../../src/accounts/tokens/make-token.ts'
import { connect } from '../../src/db/connect.ts'
import { type EmbeddedOutcome, startEmbedded } from '../../src/db/embedded/start-embedded.ts'
import { SYSTEM } from '../../src/domain/actor.ts'
import { type BuiltSite, readiness, startBuiltSite } from '../support/built-site.ts'
import { eventually } from '../support/eventually.ts'
import { readingClients } from '../support/reading-clients.ts'

const CLIENTS = 20
const READS_PER_PHASE = 400
const PATHS = [
  '/northwall.net',
  '/northwall.net/incidents',
  '/api/global',
  '/api/verdict?cloud=northwall_net',
]
/** The age is told after 15 s without contact. */
const TOLD_WITHIN_MS = 40_000
const ATTEMPT_EVERY_MS = 400

type Server = Extract<EmbeddedOutcome, { kind: 'started' }>

let folder: string
let server: Server
let site: BuiltSite

// `npm test` builds before it runs these.
describe.skipIf(!isBuilt())('a database that is stopped and started', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'candor-fault-'))
    server = await startServer()
    site = await startBuiltSite({ DATABASE_URL: server.url, WORKERS: '2', ROLE: 'all' })
  })

  afterAll(async () => {
    await site?.stop()
    await server?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  test('promises 1 and 2: every read is answered, writes are refused or kept, and no process restarts', {
    timeout: 150_000,
  }, async () => {
    const token = await newToken()
    const load = readingClients({ url: site.url, paths: PATHS, clients: CLIENTS })
    const writing = startWriting(site.url, token)
    await eventually(() => expect(writing.acknowledged.length).toBeGreaterThan(2))
    await load.untilReads(READS_PER_PHASE)

    await server.stop()
    await eventually(() => expect(writing.refused).toBeGreaterThan(2))
    await vi.waitFor(async () => expect(await readiness(site)).toMatchObject({ status: 'stale' }), {
      timeout: TOLD_WITHIN_MS,
      interval: 200,
    })
    // Each process notices by itself, so another one may answer that has not yet.
    await eventually(async () => {
      expect(await (await fetch(`${site.url}/northwall.net`)).text()).toContain('Content as of')
    })
    await load.untilReads(READS_PER_PHASE)

    const before = writing.acknowledged.length
    server = await startServer()
    await eventually(async () => expect(await readiness(site)).toMatchObject({ status: 'ready' }))
    await eventually(() => expect(writing.acknowledged.length).toBeGreaterThan(before + 2))
    await load.untilReads(READS_PER_PHASE)

    const { acknowledged, odd } = await writing.stop()
    expect(odd).toEqual([])
    expect([...(await load.stop()).keys()]).toEqual(['200'])
    expect(site.logged().filter(({ msg }) => /died/.test(msg))).toEqual([])
    // What was acknowledged is published, on every process.
    const { db, close } = connect(server.url)
    const { number } = await db.selectFrom('edition').select('number').executeTakeFirstOrThrow()
    const published = await db
      .selectFrom('records')
      .where('id', 'in', acknowledged)
      .where('state', '=', 'published')
      .select('id')
      .execute()
    await close()
    expect(published.map(({ id }) => id).toSorted()).toEqual(acknowledged.toSorted())
    // Asked often enough that both have answered.
    for (let time = 0; time < 10; time++) {
      await eventually(async () => {
        const fresh = await fetch(`${site.url}/readyz`, { headers: { connection: 'close' } })
        expect(((await fresh.json()) as { edition: number }).edition).toBeGreaterThanOrEqual(number)
      })
    }
  })
})

async function startServer(): Promise<Server> {
  const outcome = await startEmbedded({ dataDir: folder, report: () => {} })
  if (outcome.kind === 'refused') throw new Error(outcome.line)
  return outcome
}

async function newToken() {
  const { db, close } = connect(server.url)
  const of = { name: 'fault', scopes: ['incidents:write'] as const, expiresAt: null, actor: SYSTEM }
  const made = await makeToken({ db }, { ...of, now: new Date() })
  await close()
  if (made.kind !== 'made') throw new Error(made.kind)
  return made.token
}

/** A program that publishes one incident after the other, and remembers what it was told. */
function startWriting(url: string, token: string) {
  const acknowledged: number[] = []
  const odd: string[] = []
  const told = { refused: 0 }
  let isOver = false
  async function write() {
    while (!isOver) {
      const answer = await fetch(`${url}/api/v1/incidents`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          title: 'Traffic is slow',
          clouds: ['northwall_net'],
          body: 'We look into it.',
        }),
      })
      const body = (await answer.json()) as { data?: { id: number } }
      const hasWhen = Number(answer.headers.get('retry-after')) > 0
      if (answer.status === 201 && body.data !== undefined) acknowledged.push(body.data.id)
      else if (answer.status === 503 && hasWhen) told.refused++
      else odd.push(`${answer.status} ${JSON.stringify(body)}`)
      await sleep(ATTEMPT_EVERY_MS)
    }
  }
  const writing = write()
  return {
    acknowledged,
    get refused() {
      return told.refused
    },
    stop: async () => {
      isOver = true
      await writing
      return { acknowledged, odd }
    },
  }
}
