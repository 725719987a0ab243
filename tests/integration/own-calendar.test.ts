import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { attemptsOfAddress } from '../../src/accounts/throttle/throttle.ts'
import type { OwnCalendar } from '../../src/contract/own-account.ts'
import { THROTTLE_LIMITS } from '../../src/domain/account/throttle-limits.ts'
import { type AccountSite, accountSite, newAddress } from '../support/account-site.ts'
import { idsIn, ownCalendars } from '../support/own-calendars.ts'
import { spendAttempts } from '../support/throttles.ts'

let site: AccountSite
let calendars: ReturnType<typeof ownCalendars>

beforeAll(async () => {
  site = await accountSite()
  calendars = ownCalendars(site)
})
afterAll(() => site.stop())

test("L-03 a calendar contains its owner's subscribed maintenance, for anyone with its URL", async () => {
  const [first, second] = calendars.edition().site.clouds
  const { account, browser } = await calendars.subscriberTo(first?.id ?? 0)
  const path = await calendars.make(account, browser)
  const answer = await calendars.read(path)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8')
  const ids = idsIn(answer.body)
  expect(ids.toSorted()).toEqual(
    idsIn((await calendars.read(`/calendar/maintenance.ics?cloud=${first?.machine_name}`)).body).toSorted(),
  )
  expect(ids.length).toBeGreaterThan(0)

  const user_id = account.uid
  await site.database.db
    .insertInto('subscriptions')
    .values({ user_id, scope: 'maintenance', cloud_id: second?.id ?? 0 })
    .execute()
  expect(idsIn((await calendars.read(path)).body).length).toBeGreaterThan(ids.length)
  await site.database.db.deleteFrom('subscriptions').where('user_id', '=', user_id).execute()
  expect(idsIn((await calendars.read(path)).body)).toEqual([])
})

test('L-03 other subscriptions add no maintenance', async () => {
  const { account, browser } = await calendars.newcomer()
  const path = await calendars.make(account, browser)
  const cloud_id = calendars.edition().site.clouds[0]?.id ?? 0
  for (const scope of ['advisory', 'core_cloud_services', 'datacenter'] as const)
    await site.database.db
      .insertInto('subscriptions')
      .values({ user_id: account.uid, scope, cloud_id })
      .execute()
  expect(idsIn((await calendars.read(path)).body)).toEqual([])
})

test('L-03 a calendar is not cached by proxies, and an unchanged one costs a 304', async () => {
  const { account, browser } = await calendars.subscriberTo(calendars.edition().site.clouds[0]?.id ?? 0)
  const path = await calendars.make(account, browser)
  const answer = await calendars.read(path)
  expect(answer.headers['cache-control']).toBe('private, no-cache')
  for (const name of ['cdn-cache-control', 'surrogate-key', 'access-control-allow-origin', 'set-cookie'])
    expect(answer.headers[name]).toBeUndefined()
  expect((await calendars.read(path, { 'if-none-match': String(answer.headers.etag) })).statusCode).toBe(304)
  const head = await site.app.inject({ method: 'HEAD', url: path })
  expect([head.statusCode, head.body]).toEqual([200, ''])
  expect((await site.app.inject({ method: 'PUT', url: path })).statusCode).toBe(405)
})

describe("L-03 a calendar's URL", () => {
  test('is shown once: later only its creation time', async () => {
    const { account, browser } = await calendars.newcomer()
    const state = async () =>
      (await browser.get(`/api/user/${account.uid}/calendar`)).json<OwnCalendar>().data
    expect(await state()).toEqual({ created_at: null, url: null })
    await calendars.make(account, browser)
    expect(await state()).toEqual({ created_at: site.clock.now.toISOString(), url: null })
  })

  test('is announced by mail, once while that mail is queued, and only to a verified address', async () => {
    const { account, browser } = await calendars.newcomer()
    await calendars.make(account, browser)
    await calendars.make(account, browser)
    const queued = () =>
      site.database.db.selectFrom('account_mails').where('user_id', '=', account.uid).selectAll().execute()
    expect(await queued()).toMatchObject([{ kind: 'calendar-added', email: account.email }])

    await site.database.db.deleteFrom('account_mails').execute()
    await site.database.db
      .updateTable('users')
      .set({ email_verified_at: null })
      .where('id', '=', account.uid)
      .execute()
    await calendars.make(account, browser)
    expect(await queued()).toEqual([])
  })

  test('stops working when replaced or removed', async () => {
    const { account, browser } = await calendars.newcomer()
    const before = await calendars.make(account, browser)
    const after = await calendars.make(account, browser)
    expect((await calendars.read(before)).statusCode).toBe(404)
    expect((await calendars.read(after)).statusCode).toBe(200)
    const removed = await browser.post(`/api/user/${account.uid}/calendar/remove`)
    expect(removed.json<OwnCalendar>().data).toEqual({ created_at: null, url: null })
    expect((await calendars.read(after)).statusCode).toBe(404)
  })

  test('stops working with the account, and while it is locked', async () => {
    const { account, browser } = await calendars.newcomer()
    const path = await calendars.make(account, browser)
    const users = () => site.database.db.updateTable('users').where('id', '=', account.uid)
    await users().set({ locked_at: site.clock.now }).execute()
    expect((await calendars.read(path)).statusCode).toBe(404)
    await users().set({ locked_at: null }).execute()
    expect((await calendars.read(path)).statusCode).toBe(200)
    const deleted = await browser.post(`/api/user/${account.uid}/delete`, { pass: account.pass })
    expect(deleted.statusCode).toBe(204)
    expect((await calendars.read(path)).statusCode).toBe(404)
    const left = await site.database.db
      .selectFrom('calendars')
      .where('user_id', '=', account.uid)
      .selectAll()
      .execute()
    expect(left).toEqual([])
  })

  test('is in no table or log line; the data export mentions the calendar', async () => {
    const { account, browser } = await calendars.newcomer()
    const path = await calendars.make(account, browser)
    const secret = path.split('/').at(-1)?.replace('.ics', '') ?? ''
    site.log.length = 0
    await calendars.read(path)
    await browser.post(`/api/user/${account.uid}/calendar/remove`)
    await calendars.read(path)
    await calendars.read(`${path}?cloud=x`)
    await calendars.read(path.slice(0, -1))
    expect(site.log.length).toBeGreaterThanOrEqual(3)
    expect(JSON.stringify(site.log)).not.toContain(secret)
    expect(site.log.at(-1)).toMatchObject({ path: '/calendar/own/…', status: 404 })

    await calendars.make(account, browser)
    const rows = await site.database.db.selectFrom('calendars').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(secret)
    const data = (await browser.get(`/api/user/${account.uid}/data`)).json()
    expect(data.calendar).toEqual({ created_at: site.clock.now.toISOString() })
  })

  test('if unknown gives a short 404 without a page, rate limited', async () => {
    const { account, browser } = await calendars.newcomer()
    const right = await calendars.make(account, browser)
    const guess = async (file: string, remoteAddress: string) =>
      site.app.inject({ url: `/calendar/own/${file}`, remoteAddress })
    const wrong = `${'x'.repeat(43)}.ics`
    // Guesses of a first attempt would count against a retry.
    const [stranger, other] = [newAddress(), newAddress()]
    const answer = await guess(wrong, stranger)
    expect([answer.statusCode, answer.json()]).toEqual([
      404,
      { message: 'There is nothing at this address.' },
    ])
    expect(answer.headers['cache-control']).toBe('private, no-store')
    const of = { limit: THROTTLE_LIMITS.wrongCalendars, address: stranger, now: site.clock.now }
    await spendAttempts(site.database.db, attemptsOfAddress(of), 29)
    expect((await guess(wrong, stranger)).statusCode).toBe(404)
    const throttled = await guess(wrong, stranger)
    expect(throttled.statusCode).toBe(429)
    expect(Number(throttled.headers['retry-after'])).toBeGreaterThan(0)
    // Users with the right URL may share an IP address with many.
    expect((await guess(right.split('/').at(-1) ?? '', stranger)).statusCode).toBe(200)
    expect((await guess(wrong, other)).statusCode).toBe(404)
  })
})

test("L-03 the calendar settings are for one's own account only", async () => {
  const { account } = await calendars.newcomer()
  const stranger = await calendars.newcomer()
  for (const url of [`/api/user/${account.uid}/calendar`, `/api/user/${account.uid}/calendar/remove`])
    expect((await stranger.browser.post(url)).statusCode).toBe(403)
})
