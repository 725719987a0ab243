import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isBuilt } from '../../scripts/source-stamp.mjs'
import type { Assets } from '../../src/server/answers/assets.ts'
import { readConfig } from '../../src/server/config.ts'
import { startSite } from '../../src/server/start/start-site.ts'
import { type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import { isShort, sized } from '../size.ts'
import { startBuiltSite } from '../support/built-site.ts'
import { busyClients } from '../support/busy-clients.ts'
import { deployFile } from '../support/deploy-files.ts'
import { eventually } from '../support/eventually.ts'
import { AS_OURSELVES, freePort, NO_NGINX, type RunningNginx, startNginx } from '../support/nginx.ts'
import { raiseSite, setMaintenance } from '../support/raise-edition.ts'
import { testAssets } from '../support/test-app.ts'

const PAGE = '/northwall.net/incidents'
const READERS = 8
/** The clients go on reading while a process starts, which needs the CPU as well. */
const PAUSE_MS = sized({ short: 150, long: 0 })
/** Longer than the cache lifetime: nginx counts whole seconds, so an answer may live nearly two. */
const KEPT_FOR_MS = 2_500
const ANSWERS_BEFORE = sized({ short: 30, long: 100 })
const ANSWERS_AFTER = sized({ short: 60, long: 300 })
const ROUNDS = sized({ short: 1, long: 3 })
const RESTARTS = sized({ short: 1, long: 2 })
const START_WITHIN_MS = 120_000

/** It has other files. */
const OTHER_RELEASE: Assets = { ...testAssets, files: new Map(), styles: [], stylesOf: () => [] }

const isPossible = isBuilt() && NO_NGINX === ''

describe.skipIf(!isPossible)(
  'deploy/nginx/candor.conf in front of two web processes',
  { timeout: 3 * START_WITHIN_MS },
  () => {
    let database: TestDatabase
    /** In this process they restart fast; at last, a separate process replaces the first one, as only that can be killed. */
    let sites: [Site, Site]
    let env: Record<string, string>
    let nginx: RunningNginx

    beforeAll(async () => {
      database = await testDatabase('demo')
      const port = await freePort()
      env = {
        ROLE: 'web',
        DATABASE_URL: database.url,
        DEMO: '0',
        LOG_LEVEL: 'warn',
        PUBLIC_URL: `http://127.0.0.1:${port}`,
        TRUSTED_PROXIES: '127.0.0.1',
      }
      const ports = [await freePort(), await freePort()].map(String)
      const [first = '', second = ''] = ports
      sites = await Promise.all([
        siteHere({ ...env, PORT: first }, OTHER_RELEASE),
        siteHere({ ...env, PORT: second }, testAssets),
      ])
      nginx = await startNginx({ port, whole: (folder) => configFor(sites, { folder, port }) })
    }, START_WITHIN_MS)
    afterAll(async () => {
      await nginx?.stop()
      await Promise.all(sites?.map((site) => site.stop()) ?? [])
      await database?.drop()
    })

    const ask = (path: string, headers: Record<string, string> = {}) =>
      fetch(nginx.url + path, { redirect: 'manual', headers })
    const cacheOf = async (path: string, headers?: Record<string, string>) => {
      const answer = await ask(path, headers)
      await answer.arrayBuffer()
      return answer.headers.get('x-cache')
    }

    test('public answers are cached for a second, by encoding, with their ETag', async () => {
      await eventually(async () => {
        await cacheOf(PAGE)
        expect(await cacheOf(PAGE)).toBe('HIT')
      })
      const [br, gzip] = await Promise.all(
        ['br', 'gzip'].map((encoding) => ask(PAGE, { 'accept-encoding': encoding })),
      )
      expect([br, gzip].map((answer) => answer?.headers.get('content-encoding'))).toEqual(['br', 'gzip'])
      // The two sites are different builds with different ETags: both answers must be from the same second.
      await eventually(async () => {
        const etag = (await ask(PAGE, { 'accept-encoding': 'br' })).headers.get('etag') ?? ''
        const known = await ask(PAGE, { 'accept-encoding': 'br', 'if-none-match': etag })
        expect(known.status).toBe(304)
      })
    })

    test('a file that only one of two releases has is found', async () => {
      const asked = [...testAssets.files.keys()].flatMap((path) =>
        ['br', 'gzip', 'identity'].map((encoding) => ask(path, { 'accept-encoding': encoding })),
      )
      const found = await Promise.all(asked)
      expect(new Set(found.map(({ status }) => status))).toEqual(new Set([200]))
      expect((await ask('/assets/no-such-file.js')).status).toBe(404)
    })

    test('a publication comes through', async () => {
      const before = (await (await ask('/api/edition')).json()) as { number: number }
      await raiseSite(database.db)
      await eventually(async () => {
        const { number } = (await (await ask('/api/edition')).json()) as { number: number }
        expect(number).toBeGreaterThan(before.number)
      })
    })

    test('an answer not requested for a while is fetched fresh', async () => {
      const editionAt = async () => ((await (await ask('/api/edition')).json()) as { number: number }).number
      const before = await editionAt()
      await raiseSite(database.db)
      // Ask each process directly, so that nothing refreshes the cache meanwhile.
      for (const { url } of sites) {
        await eventually(async () => {
          const { number } = (await (await fetch(`${url}/api/edition`)).json()) as { number: number }
          expect(number).toBeGreaterThan(before)
        })
      }
      await sleep(KEPT_FOR_MS)
      expect(await editionAt()).toBeGreaterThan(before)
    })

    test('personal answers are neither cached nor served from the cache', async () => {
      await cacheOf('/api/global')
      const session = { cookie: `candor_session=${'x'.repeat(43)}` }
      expect([await cacheOf('/api/global', session), await cacheOf('/api/global', session)]).toEqual([
        'BYPASS',
        'BYPASS',
      ])
      for (const path of ['/', '/northwall.net?cloud=trust.northwall-one.net', '/subscribe', '/healthz']) {
        expect(['MISS', 'BYPASS'], path).toContain(await cacheOf(path))
        expect(['MISS', 'BYPASS', 'EXPIRED'], path).toContain(await cacheOf(path))
      }
      const [chosen, other] = await Promise.all([
        ask('/', { cookie: 'cloud=northwall_one_net' }),
        ask('/', { cookie: 'cloud=northwall_two_net' }),
      ])
      expect(chosen?.headers.get('location')).not.toBe(other?.headers.get('location'))
    })

    test('O-02 closing the site closes it for readers, even where an answer is cached', async () => {
      await cacheOf(PAGE)
      await setMaintenance(database.db, { is_on: true, message: 'New disks' })
      await eventually(async () => {
        const answer = await ask(PAGE)
        expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining('New disks')])
      })
      await setMaintenance(database.db, { is_on: false })
      for (const { url } of sites) {
        await eventually(async () => expect((await fetch(url + PAGE)).status).toBe(200))
      }
    })

    test('a client over its limit of open requests is rejected immediately', async () => {
      // The body never comes, so each request stays open.
      const head = 'POST /api/sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n'
      const { hostname, port } = new URL(nginx.url)
      const sockets = Array.from({ length: 160 }, () => connect({ host: hostname, port: Number(port) }))
      const statusLines: string[] = []
      try {
        for (const socket of sockets) {
          socket.on('error', () => {})
          socket.once('data', (bytes) => statusLines.push(bytes.toString().slice(0, 'HTTP/1.1 429'.length)))
          socket.write(head)
        }
        await eventually(() => expect(statusLines.length).toBeGreaterThanOrEqual(sockets.length - 128))
        expect(new Set(statusLines)).toEqual(new Set(['HTTP/1.1 429']))
      } finally {
        for (const socket of sockets) socket.destroy()
      }
      await eventually(async () => expect((await ask(PAGE)).status).toBe(200))
    })

    // In the short run, the test below that kills a process under load proves that the other answers for
    // it.
    test.skipIf(isShort)(
      'both processes restart one right after the other under load, and no request fails',
      async () => {
        const load = busyClients({ url: nginx.url, clients: READERS, pauseMs: PAUSE_MS })
        await load.untilAnswers(ANSWERS_BEFORE)
        for (let round = 0; round < ROUNDS; round++) {
          // Nginx has just marked the first as failed when the second stops.
          for (const site of sites) {
            await site.stop()
            await site.start()
          }
        }
        await load.untilAnswers(ANSWERS_BEFORE)
        expect(failedOf(await load.stop()), nginx.said().slice(-6000)).toEqual([])
      },
    )

    // In the short run, the last test proves that nginx alone answers 503 with Retry-After.
    test.skipIf(isShort)(
      'while a single process restarts, nginx answers 503 with Retry-After, and recovers',
      async () => {
        const port = await freePort()
        const [, site] = sites
        const alone = await startNginx({ port, whole: (folder) => configFor([site, site], { folder, port }) })
        try {
          for (let round = 0; round < RESTARTS; round++) {
            const during = busyClients({ url: alone.url, clients: READERS, pauseMs: PAUSE_MS })
            await during.untilAnswers(ANSWERS_BEFORE)
            await site.stop()
            // These answers come from nginx alone.
            await during.untilAnswers(2 * READERS)
            await site.start()
            const after = busyClients({ url: alone.url, clients: READERS, pauseMs: PAUSE_MS })
            const seen = await during.stop()
            expect(failedOf(seen).filter(([outcome]) => !outcome.endsWith('503 restarting'))).toEqual([])
            expect(Object.keys(seen)).toContain('GET 503 restarting')
            await after.untilAnswers(ANSWERS_AFTER)
            expect(failedOf(await after.stop())).toEqual([])
          }
        } finally {
          await alone.stop()
        }
      },
    )

    // From here on, processes are lost.
    test('metrics are not public, and killing a web process under load loses no answer', async () => {
      await sites[0].stop()
      const built = await startBuiltSite({ ...env, PORT: new URL(sites[0].url).port })
      sites[0] = { ...sites[0], stop: built.stop }
      expect((await ask('/metrics')).status).toBe(404)
      expect((await fetch(`${built.url}/metrics`)).status).toBe(404)
      await eventually(async () => {
        await ask(`${PAGE}?before=${performance.now()}`)
        const metrics = await (await fetch(built.metricsUrl)).text()
        expect(metrics).toMatch(/^candor_http_requests_total\{.*status="200".*\} [1-9]/m)
      })
      const statuses: number[] = []
      let isKilled = false
      const read = async (reader: number) => {
        for (let time = 0; statuses.length < ANSWERS_BEFORE + ANSWERS_AFTER; time++) {
          // Each with a different URL, so that a process must answer and not the cache.
          const answer = await ask(`${PAGE}?reader=${reader}-${time}`)
          await answer.arrayBuffer()
          // On a busy machine the site may answer with its "busy" page.
          const isBusy = answer.status === 503 && answer.headers.get('content-type') !== 'text/plain'
          statuses.push(isBusy ? 200 : answer.status)
          if (statuses.length < ANSWERS_BEFORE || isKilled) continue
          isKilled = true
          built.process.kill('SIGKILL')
        }
      }
      await Promise.all(Array.from({ length: READERS }, (_, reader) => read(reader)))
      expect(isKilled).toBe(true)
      expect(statuses.filter((status) => status !== 200)).toEqual([])
    })

    test('with both processes gone, cached answers are served stale, and everything else gets 503', async () => {
      const before = await eventually(async () => {
        const answer = await ask(PAGE)
        const text = await answer.text()
        expect(answer.headers.get('x-cache')).toBe('HIT')
        return text
      })
      // The previous test killed the other one.
      await sites[1].stop()
      await eventually(async () => expect(await cacheOf(PAGE)).toBe('STALE'))
      expect(await (await ask(PAGE)).text()).toBe(before)
      // With an outdated answer, open pages would never notice that the site is gone.
      expect((await ask('/api/edition')).status).toBe(503)
      const answer = await ask('/northwall.net/maintenance')
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
      expect(await answer.text()).toContain('try again')
      const posted = await fetch(`${nginx.url}/mcp`, { method: 'POST', body: '{}' })
      expect([posted.status, posted.headers.get('retry-after')]).toEqual([503, '2'])
    })
  },
)

interface Site {
  url: string
  stop(): Promise<void>
  start(): Promise<void>
}

/** The same program in this process: nginx sees no difference, and it starts ten times as fast. */
async function siteHere(env: Record<string, string>, assets: Assets): Promise<Site> {
  const read = readConfig({ ...env, HOST: '127.0.0.1', METRICS_LISTEN: 'none', WARM_ANSWERS: '0' })
  if (read.kind === 'wrong') throw new Error(read.line)
  let stop = async () => {}
  const start = async () => {
    const log = pino({ level: 'silent' })
    const site = await startSite({ config: read.config, assets, log, report: () => {} })
    if (site.kind === 'refused') throw new Error(site.line)
    stop = site.stop
  }
  await start()
  return { url: `http://127.0.0.1:${env.PORT}`, stop: () => stop(), start }
}

/** On a busy machine the site may say that it is busy: that counts as an answer. */
function failedOf(outcomes: Record<string, number>) {
  return Object.entries(outcomes).filter(([outcome]) => !/^(GET|POST) ([24]\d\d|503 busy)$/.test(outcome))
}

function configFor(
  sites: readonly { url: string }[],
  { folder, port }: { folder: string; port: number },
): string {
  const file = deployFile('nginx/candor.conf')
  const places: [string, string][] = [
    ['172.30.57.11:3000', new URL(sites[0]?.url ?? '').host],
    ['172.30.57.12:3000', new URL(sites[1]?.url ?? '').host],
    ['listen 8080;', `listen 127.0.0.1:${port};`],
    ['/var/cache/nginx/candor', `${folder}/cache`],
    ['pid /tmp/nginx.pid;', `pid ${folder}/nginx.pid;\ndaemon off;\nerror_log stderr warn;\n${AS_OURSELVES}`],
    [
      'access_log off;',
      `access_log off;\n${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}`,
    ],
  ]
  return places.reduce((config, [from, to]) => {
    if (!config.includes(from)) throw new Error(`The configuration has no "${from}".`)
    return config.replaceAll(from, to)
  }, file)
}
