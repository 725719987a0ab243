import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeLog } from '../../src/server/start/make-log.ts'
import { startSite } from '../../src/server/start/start-site.ts'
import { type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import { isShort } from '../size.ts'
import { eventually } from '../support/eventually.ts'
import { mailServer, tokenIn } from '../support/mail-server.ts'
import { testAssets, testConfig } from '../support/test-app.ts'

const SITE = 'https://trust.northwall.example'

let database: TestDatabase
let dataDir: string
const logged: string[] = []

beforeAll(async () => {
  database = await testDatabase('demo')
  dataDir = await mkdtemp(join(tmpdir(), 'candor-data-'))
})
afterAll(async () => {
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

test('A-11 without SMTP_URL a sign-up puts its mail in the outbox and its link in the console', async () => {
  const { site, lines } = await start({})
  await signUp(site.address, 'ada@customer.example')
  const line = await eventually(() => {
    const [found] = lines.filter((each) => each.startsWith('Mail to ada@customer.example: '))
    if (found === undefined) throw new Error('no line yet')
    return found
  })
  const outbox = join(dataDir, 'outbox')
  const [name = ''] = await readdir(outbox)
  const raw = await readFile(join(outbox, name), 'utf8')
  const mail = { envelope: { from: '', to: [] }, raw, parsed: await PostalMime.parse(raw) }
  expect(line).toBe(
    `Mail to ada@customer.example: Verify your email address ${SITE}/user/verify?token=${tokenIn(mail)}`,
  )
  const verified = await post(site.address, '/api/user/verify', { token: tokenIn(mail) })
  expect(verified.status).toBe(200)
  await site.stop()
  expect(logged.join()).not.toContain('ada@customer.example')
})

// The short run covers the outbox here, and MAIL_FROM in mail-sending.test.ts.
test.skipIf(isShort)(
  'A-11 with SMTP_URL it goes to the mail server, from MAIL_FROM, and stopping closes the connection',
  async () => {
    const server = await mailServer()
    const { site, lines } = await start({
      smtpUrl: server.url,
      mailFrom: { name: undefined, address: 'trust@northwall.example' },
    })
    await signUp(site.address, 'bob@customer.example')
    const { parsed } = await server.mailTo('bob@customer.example')
    expect(parsed.from).toEqual({ name: 'Northwall Trust', address: 'trust@northwall.example' })
    expect(lines.join()).not.toContain('bob@customer.example')
    await site.stop()
    await server.stop()
  },
)

async function start(config: Parameters<typeof testConfig>[0]) {
  const lines: string[] = []
  const site = await startSite({
    config: testConfig({ hasDemo: false, databaseUrl: database.url, dataDir, ...config }),
    assets: testAssets,
    log: makeLog({ level: 'trace', to: { write: (line) => logged.push(line) } }),
    report: (line) => lines.push(line),
  })
  if (site.kind === 'refused') throw new Error(site.line)
  return { site, lines }
}

async function signUp(address: string, email: string) {
  const body = { mail: [{ value: email }], pass: [{ value: 'Fog9 over Lisbon' }] }
  expect((await post(address, '/api/user/register', body)).status).toBe(200)
}

function post(address: string, path: string, body: unknown) {
  return fetch(`${address}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: SITE },
    body: JSON.stringify(body),
  })
}
