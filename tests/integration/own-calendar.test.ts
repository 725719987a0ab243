import ICAL from 'ical.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OwnCalendar } from '../../src/contract/own-account.ts'
import type { Edition } from '../../src/edition/edition.ts'
import { type AccountSite, accountSite, SITE } from '../support/account-site.ts'
import type { TestAccount } from '../support/make-account.ts'
import { ownAccounts } from '../support/own-accounts.ts'
import type { TestBrowser } from '../support/test-browser.ts'

let site: AccountSite
let people: ReturnType<typeof ownAccounts>

beforeAll(async () => {
  site = await accountSite()
  people = ownAccounts(site)
})
afterAll(() => site.stop())

function edition(): Edition {
  const held = site.holder.current()
  if (held === undefined) throw new Error('The site has content.')
  return held.edition
}

/** Somebody who hears of the maintenance of these clouds. */
async function subscriberTo(...clouds: number[]) {
  const person = await people.newcomer()
  const user_id = person.account.uid
  for (const cloud_id of clouds)
    await site.database.db
      .insertInto('subscriptions')
      .values({ user_id, scope: 'maintenance', cloud_id })
      .execute()
  return person
}

async function make({ uid }: TestAccount, browser: TestBrowser) {
  const { url, created_at } = (await browser.post(`/api/user/${uid}/calendar`)).json<OwnCalendar>().data
  expect(url).toMatch(/^https:\/\/trust\.northwall\.example\/calendar\/own\/[\w-]{43}\.ics$/)
  expect(created_at).toBe(site.clock.now.toISOString())
  return (url ?? '').slice(SITE.length)
}

/** As a calendar asks: it knows no cookie. */
function read(path: string, headers: Record<string, string> = {}) {
  return site.app.inject({ url: path, headers, remoteAddress: '203.0.113.9' })
}

function idsIn(body: string) {
  const events = new ICAL.Component(ICAL.parse(body)).getAllSubcomponents('vevent')
  return events.map((event) =>
    Number(/^maintenance-(\d+)@/.exec(String(event.getFirstPropertyValue('uid')))?.[1]),
  )
}

test('L-03 a calendar holds the maintenance that its owner subscribes to, for whoever knows its address', async () => {
  const [first, second] = edition().site.clouds
  const { account, browser } = await subscriberTo(first?.id ?? 0)
  const path = await make(account, browser)
  const answer = await read(path)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8')
  const ids = idsIn(answer.body)
  expect(ids.toSorted()).toEqual(
    idsIn((await read(`/calendar/maintenance.ics?cloud=${first?.machine_name}`)).body).toSorted(),
  )
  expect(ids.length).toBeGreaterThan(0)

  const user_id = account.uid
  await site.database.db
    .insertInto('subscriptions')
    .values({ user_id, scope: 'maintenance', cloud_id: second?.id ?? 0 })
    .execute()
  expect(idsIn((await read(path)).body).length).toBeGreaterThan(ids.length)
  await site.database.db.deleteFrom('subscriptions').where('user_id', '=', user_id).execute()
  expect(idsIn((await read(path)).body)).toEqual([])
})

test('L-03 other subscriptions bring no maintenance', async () => {
  const { account, browser } = await people.newcomer()
  const path = await make(account, browser)
  const cloud_id = edition().site.clouds[0]?.id ?? 0
  for (const scope of ['advisory', 'core_cloud_services', 'datacenter'] as const)
    await site.database.db
      .insertInto('subscriptions')
      .values({ user_id: account.uid, scope, cloud_id })
      .execute()
  expect(idsIn((await read(path)).body)).toEqual([])
})

test('L-03 nobody in between keeps a calendar, and an unchanged one costs a 304', async () => {
  const { account, browser } = await subscriberTo(edition().site.clouds[0]?.id ?? 0)
  const path = await make(account, browser)
  const answer = await read(path)
  expect(answer.headers['cache-control']).toBe('private, no-cache')
  for (const name of ['cdn-cache-control', 'surrogate-key', 'access-control-allow-origin', 'set-cookie'])
    expect(answer.headers[name]).toBeUndefined()
  expect((await read(path, { 'if-none-match': String(answer.headers.etag) })).statusCode).toBe(304)
  const head = await site.app.inject({ method: 'HEAD', url: path })
  expect([head.statusCode, head.body]).toEqual([200, ''])
  expect((await site.app.inject({ method: 'PUT', url: path })).statusCode).toBe(405)
})

describe('L-03 the address of a calendar', () => {
  test('is told once: later only since when it is', async () => {
    const { account, browser } = await people.newcomer()
    const state = async () =>
      (await browser.get(`/api/user/${account.uid}/calendar`)).json<OwnCalendar>().data
    expect(await state()).toEqual({ created_at: null, url: null })
    await make(account, browser)
    expect(await state()).toEqual({ created_at: site.clock.now.toISOString(), url: null })
  })

  test('stops working when there is a new one, and when the calendar is removed', async () => {
    const { account, browser } = await people.newcomer()
    const before = await make(account, browser)
    const after = await make(account, browser)
    expect((await read(before)).statusCode).toBe(404)
    expect((await read(after)).statusCode).toBe(200)
    const removed = await browser.post(`/api/user/${account.uid}/calendar/remove`)
    expect(removed.json<OwnCalendar>().data).toEqual({ created_at: null, url: null })
    expect((await read(after)).statusCode).toBe(404)
  })

  test('stops working with the account, and while it is locked', async () => {
    const { account, browser } = await people.newcomer()
    const path = await make(account, browser)
    const users = () => site.database.db.updateTable('users').where('id', '=', account.uid)
    await users().set({ locked_at: site.clock.now }).execute()
    expect((await read(path)).statusCode).toBe(404)
    await users().set({ locked_at: null }).execute()
    expect((await read(path)).statusCode).toBe(200)
    const deleted = await browser.post(`/api/user/${account.uid}/delete`, { pass: account.pass })
    expect(deleted.statusCode).toBe(204)
    expect((await read(path)).statusCode).toBe(404)
    const left = await site.database.db
      .selectFrom('calendars')
      .where('user_id', '=', account.uid)
      .selectAll()
      .execute()
    expect(left).toEqual([])
  })

  test('is in no table and no line of the log; that there is one is part of the own data', async () => {
    const { account, browser } = await people.newcomer()
    const path = await make(account, browser)
    const secret = path.split('/').at(-1)?.replace('.ics', '') ?? ''
    site.log.length = 0
    await read(path)
    await browser.post(`/api/user/${account.uid}/calendar/remove`)
    await read(path)
    await read(`${path}?cloud=x`)
    await read(path.slice(0, -1))
    expect(site.log.length).toBeGreaterThanOrEqual(3)
    expect(JSON.stringify(site.log)).not.toContain(secret)
    expect(site.log.at(-1)).toMatchObject({ path: '/calendar/own/…', status: 404 })

    await make(account, browser)
    const rows = await site.database.db.selectFrom('calendars').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(secret)
    const data = (await browser.get(`/api/user/${account.uid}/data`)).json()
    expect(data.calendar).toEqual({ created_at: site.clock.now.toISOString() })
  })

  test('is nobody’s: that is said in a word, without a page, and not often', async () => {
    const { account, browser } = await people.newcomer()
    const right = await make(account, browser)
    const guess = async (file: string, remoteAddress: string) =>
      site.app.inject({ url: `/calendar/own/${file}`, remoteAddress })
    const wrong = `${'x'.repeat(43)}.ics`
    const answer = await guess(wrong, '203.0.113.20')
    expect([answer.statusCode, answer.json()]).toEqual([
      404,
      { message: 'There is nothing at this address.' },
    ])
    expect(answer.headers['cache-control']).toBe('private, no-store')
    for (let at = 0; at < 29; at++) await guess(wrong, '203.0.113.20')
    const throttled = await guess(wrong, '203.0.113.20')
    expect(throttled.statusCode).toBe(429)
    expect(Number(throttled.headers['retry-after'])).toBeGreaterThan(0)
    // Whoever has the right one shares the address with many.
    expect((await guess(right.split('/').at(-1) ?? '', '203.0.113.20')).statusCode).toBe(200)
    expect((await guess(wrong, '203.0.113.21')).statusCode).toBe(404)
  })
})

test('O-06 in disaster recovery, and without the database, a calendar says that it cannot be read now', async () => {
  const { account, browser } = await people.newcomer()
  const path = await make(account, browser)
  const recovery = await site.another({ config: { isTrustDR: true } })
  const answer = await recovery.app.inject(path)
  expect([answer.statusCode, typeof answer.json().message]).toEqual([503, 'string'])
  expect(answer.headers['retry-after']).toBeDefined()
  await recovery.stop()
})

test('L-03 the calendar is of one’s own account alone', async () => {
  const { account } = await people.newcomer()
  const stranger = await people.newcomer()
  for (const url of [`/api/user/${account.uid}/calendar`, `/api/user/${account.uid}/calendar/remove`])
    expect((await stranger.browser.post(url)).statusCode).toBe(403)
})
