import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { isBuilt } from '../../scripts/source-stamp.mjs'
import { type BuiltSite, freePort, runBuiltSite, startBuiltSite } from '../support/built-site.ts'
import { type DeliverySite, deliverySite } from '../support/delivery-site.ts'
import { eventually } from '../support/eventually.ts'
import { type MailServer, mailServer } from '../support/mail-server.ts'

let mails: MailServer
let site: DeliverySite
const processes: BuiltSite[] = []

// `npm test` builds before it runs these.
describe.skipIf(!isBuilt())('the built program by its role', () => {
  beforeAll(async () => {
    mails = await mailServer()
    site = await deliverySite()
    await site.subscribe(1)
  })

  afterEach(async () => {
    await Promise.all(processes.splice(0).map((each) => each.stop()))
  })

  afterAll(async () => {
    await site.stop()
    await mails.stop()
  })

  test('ROLE=web answers and tells nobody; ROLE=worker tells, and answers to probes alone', async () => {
    const before = mails.mails.length
    const web = await start({ ROLE: 'web' })
    expect((await fetch(`${web.url}/readyz`)).status).toBe(200)
    await site.publish()
    expect(web.logged().filter(({ msg }) => /worker/i.test(msg))).toEqual([])

    const worker = await run({ ROLE: 'worker' })
    await eventually(() => expect(worker.said()).toContain('Candor tells subscribers'))
    await eventually(() => expect(mails.mails).toHaveLength(before + 1))
    const asked = ['/healthz', '/readyz', '/northwall.net']
    const statuses = await Promise.all(asked.map(async (path) => (await fetch(worker.url + path)).status))
    expect(statuses).toEqual([200, 200, 404])
    await eventually(async () => {
      const metrics = await (await fetch(`${worker.url}/metrics`)).text()
      expect(metrics).toContain('candor_deliveries_total{lane="mail",became="sent"} 1')
    })
    expect((await fetch(`${worker.url}/healthz`, { method: 'POST' })).status).toBe(405)
    worker.process.kill('SIGTERM')
    expect(await worker.ended).toBe(0)
  })

  test('a worker alone refuses a data folder on which no Candor runs, in one line', async () => {
    const worker = await run({ ROLE: 'worker', DATABASE_URL: '' })
    expect(await worker.ended).toBe(1)
    expect(worker.said()).toMatch(/^Candor does not run on the data folder [^\n]+\n$/)
  })

  test('a worker says so when the port of its probes is taken', async () => {
    const web = await start({ ROLE: 'web' })
    const worker = await run({ ROLE: 'worker', PORT: new URL(web.url).port })
    expect(await worker.ended).toBe(1)
    expect(worker.said()).toContain('is in use by another program')
  })

  test('out of the box one start makes its database, answers and works, and leaves nothing behind', async () => {
    const all = await start({ DATABASE_URL: '', DEMO: '1', SMTP_URL: '', PORT: String(await freePort()) })
    expect(all.said()).toContain(`Data: ${all.dataDir}`)
    expect((await fetch(`${all.url}/northwall.net`)).status).toBe(200)
    await eventually(() =>
      expect(all.logged().filter(({ msg }) => msg === 'A worker runs beside the site')).toHaveLength(1),
    )
    // A worker beside it finds the database by itself.
    const second = await run({ ROLE: 'worker', DATABASE_URL: '', DATA_DIR: all.dataDir, SMTP_URL: '' })
    await eventually(() => expect(second.said()).toContain('Candor tells subscribers'))
    await second.stop()
    all.process.kill('SIGTERM')
    expect(await all.ended).toBe(0)
    expect(postgresOf(all)).toBe(false)
  })
})

function postgresOf({ dataDir }: BuiltSite) {
  return existsSync(join(dataDir, 'postgres', 'postmaster.pid'))
}

async function start(env: Record<string, string>) {
  const started = await startBuiltSite({ ...settings(), ...env })
  processes.push(started)
  return started
}

async function run(env: Record<string, string>) {
  const running = await runBuiltSite({ ...settings(), LOG_LEVEL: 'warn', ...env })
  processes.push(running)
  return running
}

function settings() {
  return { DATABASE_URL: site.url, SMTP_URL: mails.url, DEMO: '0' }
}
