import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LoadedEdition } from '../../src/edition/load-edition.ts'
import { makeLog } from '../../src/server/start/make-log.ts'
import { startRecoverySite } from '../../src/server/start/start-recovery-site.ts'
import { isShort } from '../size.ts'
import { demoEdition } from '../support/demo-edition.ts'
import { KEYS } from '../support/edition-writer.ts'
import { eventually } from '../support/eventually.ts'
import { linksFrom } from '../support/links-from.ts'
import { smallEdition } from '../support/small-edition.ts'
import { testAssets, testConfig } from '../support/test-app.ts'
import { written } from '../support/written-edition.ts'

const UNAVAILABLE = 'The service is temporarily unavailable.'

let edition: LoadedEdition
let folder: string
let site: { url: string; lines: string[]; stop(): Promise<void> }

beforeAll(async () => {
  edition = smallEdition(await demoEdition(), ['northwall.net'])
  folder = await mkdtemp(join(tmpdir(), 'candor-editions-'))
  site = await start()
})

afterAll(async () => {
  await site.stop()
  await rm(folder, { recursive: true, force: true })
})

describe('without content yet', () => {
  test('it answers 503 with the usual text, and says that it is starting', async () => {
    const page = await ask('/')
    expect(page.status).toBe(503)
    expect(await page.text()).toContain('We can’t load the content of this site.')
    const call = await ask('/api/global')
    expect([call.status, await call.json()]).toEqual([
      503,
      { message: 'The site is starting and has no content yet.' },
    ])
    expect((await ask('/healthz')).status).toBe(200)
    const ready = await ask('/readyz')
    expect([ready.status, await ready.json()]).toEqual([503, { status: 'starting' }])
    expect(site.lines.filter((line) => line.includes('is unreachable'))).toHaveLength(1)
  })

  test('it shows the first edition that arrives', async () => {
    await put(new Date())
    await eventually(async () => expect((await ask('/readyz')).status).toBe(200))
  })
})

describe('O-06 with an edition', () => {
  test('it is ready, and takes the age of its content from the signed head', async () => {
    const verifiedAt = new Date(Date.now() - 30_000)
    await put(new Date(Date.now() - 25_000))
    await eventually(async () => {
      const { status, edition: number, verified_at, age_seconds } = await (await ask('/readyz')).json()
      expect([status, number]).toEqual(['ready', edition.number])
      expect(Date.parse(verified_at)).toBeGreaterThan(verifiedAt.getTime())
      expect(age_seconds).toBeLessThan(60)
    })
  })

  test('pages, feeds and the API are those of the edition', async () => {
    const [cloud] = edition.site.clouds
    for (const path of [`/${cloud?.domain}`, `/${cloud?.domain}/cloud-status`, '/api/docs', '/sitemap.xml']) {
      expect((await ask(path)).status, path).toBe(200)
    }
    expect(await (await ask('/api/global')).json()).toMatchObject({ isTrustDR: true, sso: null })
    const { paths } = await (await ask('/api/openapi.json')).json()
    expect(Object.keys(paths).filter((path) => /\/(user|admin|v1)\//.test(path))).toEqual([])
  })

  // browser/static-export.test.ts follows the links of the same documents in every run.
  test.skipIf(isShort)('every internal link works', async () => {
    const answers = await linksFrom(site.url)
    expect(answers.filter(({ status }) => status >= 400)).toEqual([])
    expect(answers.length).toBeGreaterThan(100)
  })

  test.each([
    ['GET', '/api/user/7/settings'],
    ['POST', '/api/user/login'],
    ['POST', '/api/subscribe'],
    ['GET', '/api/admin/dashboard'],
    ['POST', '/api/admin/records'],
    ['GET', '/api/v1/me'],
    ['GET', '/calendar/own/secret.ics'],
    ['POST', '/api/v1/incidents'],
    ['GET', '/sso/login'],
    ['GET', '/demo-identity/auth'],
    ['POST', '/sign-in'],
    ['POST', '/unsubscribe?token=abc'],
    ['POST', '/api/unsubscribe'],
  ])('%s %s answers 503 with the text', async (method, path) => {
    const answer = await ask(path, { method, headers: { cookie: '__Host-candor_session=abc' } })
    expect(answer.status).toBe(503)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await answer.text()).toContain(UNAVAILABLE)
  })

  test.each(['/sign-in', '/sign-up', '/subscribe', '/user/password', '/account-settings'])(
    '%s shows only that the service is unavailable',
    async (path) => {
      const answer = await ask(path)
      expect(answer.status).toBe(200)
      expect(mainOf(await answer.text())).toBe(UNAVAILABLE)
    },
  )

  test('an unsubscribe link says that nothing changed and that it stays valid', async () => {
    const text = mainOf(await (await ask('/unsubscribe?token=abc')).text())
    expect(text).toBe(
      `${UNAVAILABLE}Nothing was changed. The link in your message still works; please try again later.`,
    )
  })

  test('a session of the main site means nothing here, and gets the public answer', async () => {
    const [record] = edition.records.byId.keys()
    const path = `/api/posts/${record}?cloud=${edition.site.clouds[0]?.machine_name}`
    const answers = await Promise.all([
      ask(path),
      ask(path, { headers: { cookie: '__Host-candor_session=abc' } }),
    ])
    const [anonymous, withSession] = await Promise.all(answers.map((answer) => answer.text()))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(withSession).toBe(anonymous)
  })

  test('MCP works as usual', async () => {
    const answer = await ask('/mcp', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'get_status', arguments: {} },
      }),
    })
    const { result } = (await answer.json()) as { result: { structuredContent: { edition: number } } }
    expect(result.structuredContent.edition).toBe(edition.number)
  })

  test('/admin is unavailable', async () => {
    expect((await ask('/admin')).status).toBe(503)
  })

  test('a forged file is one log line, and readers notice nothing', async () => {
    const { name, file, head } = await written(
      { ...edition, number: edition.number + 1 },
      { verifiedAt: new Date() },
    )
    file[file.length - 1] = (file.at(-1) ?? 0) ^ 1
    await writeFile(join(folder, name), file)
    await writeFile(join(folder, 'head.json'), head)
    await eventually(() => expect(site.lines.some((line) => line.includes(`Refused ${name}: `))).toBe(true))
    const { edition: number } = await (await ask('/readyz')).json()
    expect(number).toBe(edition.number)
  })
})

test('a port in use causes one line, as on any site', async () => {
  const { port } = new URL(site.url)
  const outcome = await startRecoverySite({
    config: config({ port: Number(port) }),
    assets: testAssets,
    log: makeLog({ level: 'silent', to: { write: () => {} } }),
    report: () => {},
  })
  expect(outcome).toEqual({ kind: 'refused', line: expect.stringMatching(/^Port \d+ is in use/) })
})

async function start() {
  const lines: string[] = []
  const outcome = await startRecoverySite({
    config: config(),
    assets: testAssets,
    log: makeLog({ level: 'info', to: { write: (line) => lines.push(line) } }),
    report: () => {},
    pollEveryMs: 100,
  })
  if (outcome.kind === 'refused') throw new Error(outcome.line)
  return { url: outcome.address, lines, stop: outcome.stop }
}

function config(of: { port?: number } = {}) {
  return testConfig({
    isTrustDR: true,
    dataDir: join(folder, 'data'),
    editionFile: {
      target: undefined,
      keep: 1,
      signingKey: undefined,
      writesOwn: false,
      source: { kind: 'folder', path: folder },
      readsOwn: false,
      publicKeys: [KEYS.publicKey],
    },
    ...of,
  })
}

async function put(verifiedAt: Date) {
  const { name, file, head } = await written(edition, { verifiedAt })
  await writeFile(join(folder, name), file)
  await writeFile(join(folder, 'head.json'), head)
}

function ask(path: string, init?: RequestInit) {
  return fetch(site.url + path, { redirect: 'manual', ...init })
}

function mainOf(html: string) {
  return /<main[^>]*>(.*)<\/main>/s.exec(html)?.[1]?.replace(/<[^>]*>/g, '')
}
