import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { makeAccount } from '../support/make-account.ts'
import { addressOf, goTo, type PageOptions, soon, testBrowser } from './browser.ts'
import { CLOUD, PATH } from './demo-site.ts'
import { noteShifts, sumOfShifts } from './layout-shifts.ts'
import { ownSite } from './own-site.ts'
import { shellOf } from './shell.ts'
import { enterAs, makeStaff, toastOf, untilQuiet } from './signed-in.ts'
import { timelinePartsOf } from './timeline-parts.ts'

const site = ownSite()
const browser = testBrowser()

const ENDED = 'Your session has ended. Please sign in again.'
const REFUSED = /status of 401/
const HOUR_MS = 3_600_000

describe('A-12 signed in', () => {
  test.each(['csrf_token', 'logout_token'])('is nobody without the cookie %s', async (name) => {
    const page = await browser.newPage({ siteUrl: site().url })
    await enterAs(page, site(), { uid: (await makeAccount(site().db)).uid })
    await page.context().clearCookies({ name })
    await goTo(page, PATH.home)
    await signInLink(page).waitFor()
    expect(await menu(page).count()).toBe(0)
  })

  test('is who signs in by the form, on the page that it leads to and in every tab', async () => {
    const { email, pass } = await makeAccount(site().db)
    const page = await browser.open(`/sign-in?origin=${encodeURIComponent(PATH.incidents)}`, {
      siteUrl: site().url,
    })
    const other = await page.context().newPage()
    await goTo(other, PATH.home)
    await signInLink(other).waitFor()

    await page.getByLabel('Email or username').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(pass)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await soon(() => addressOf(page)).toBe(PATH.incidents)
    await soon(() => menu(page).getAttribute('title')).toBe(email)
    await soon(() => menu(other).getAttribute('title')).toBe(email)
  })

  test('somebody else signs in in another tab, and this one shows who', async () => {
    const [one, another] = [await makeAccount(site().db), await makeAccount(site().db)]
    const page = await openAs(one.uid, PATH.home)
    await soon(() => menu(page).getAttribute('title')).toBe(one.email)
    await enterAs(page, site(), { uid: another.uid })
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await soon(() => menu(page).getAttribute('title')).toBe(another.email)
  })

  test('is nobody whose session the server does not know any more; the page says so and stays', async () => {
    const { uid } = await makeAccount(site().db)
    const page = await browser.newPage({ siteUrl: site().url, expects: [REFUSED] })
    await enterAs(page, site(), { uid })
    await site().db.deleteFrom('sessions').where('user_id', '=', uid).execute()
    await goTo(page, PATH.incidents)
    await toastOf(page, ENDED).waitFor()
    await signInLink(page).waitFor()
    expect(addressOf(page)).toBe(PATH.incidents)
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('csrf_token')
  })

  test('A-14 is nobody after the time that the session was given', async () => {
    const page = await browser.newPage({ siteUrl: site().url, movesClock: true })
    await enterAs(page, site(), { uid: (await makeAccount(site().db)).uid })
    await page.clock.install()
    await goTo(page, PATH.incidents)
    await untilQuiet(page)
    // Somebody is there all the time.
    for (let hour = 0; hour < 23; hour++) {
      const told = page.waitForResponse('**/api/user/activity')
      await page.clock.fastForward(HOUR_MS)
      await page.mouse.move(100 + hour, 300)
      await told
    }
    await page.clock.fastForward(HOUR_MS)
    await signInLink(page).waitFor()
    await toastOf(page, ENDED).waitFor()
    expect(addressOf(page)).toBe(PATH.incidents)
  })
})

describe('the page of whoever is signed in', () => {
  test('S-10 fills the stars of what the reader is told of, and moves nothing', async () => {
    const { uid } = await makeAccount(site().db)
    await subscribe(uid)
    const page = await browser.newPage({ siteUrl: site().url })
    await enterAs(page, site(), { uid })
    await page.addInitScript(noteShifts)
    await goTo(page, PATH.cloudStatus)
    const { services } = timelinePartsOf(page)
    const stars = services.getByRole('button', { name: /^Subscribe to/ })
    await stars.and(page.locator('[aria-pressed="true"]')).waitFor()
    const filled = stars.and(page.locator('[aria-pressed="true"]'))
    expect(await filled.getAttribute('aria-label')).toBe('Subscribe to Sandbox')
    expect(await stars.count()).toBeGreaterThan(1)
    // The words about the next update may have become others since the server wrote them.
    expect(await sumOfShifts(page)).toBeLessThan(0.001)
  })

  test('S-10, U-12 a star of a visitor leads to sign in and back to the very view', async () => {
    const page = await browser.open(`${PATH.cloudStatus}?week=1#services`, { siteUrl: site().url })
    const star = timelinePartsOf(page).services.getByRole('link', { name: 'Subscribe to Sandbox' })
    const origin = encodeURIComponent(`${PATH.cloudStatus}?week=1#services`)
    await soon(() => star.getAttribute('href')).toBe(`/sign-in?notice=subscribe&origin=${origin}`)
    await star.click()
    await soon(() => shellOf(page).main.innerText()).toContain(
      'Please sign in or sign up to receive email notifications from Northwall.',
    )
  })

  test('L-09 has the internal block for staff; it is not printed, and goes with the session', async () => {
    const { uid } = await makeStaff(site(), ['customer_success_manager'])
    const id = await incidentWithInternals()
    const page = await openAs(uid, `${PATH.home}/posts/${id}`, {
      expects: [/ERR_FAILED/, /Loading the global data failed/],
    })
    const block = shellOf(page).main.getByRole('region', { name: 'Confidential Internal Only' })
    await block.waitFor()
    await page.emulateMedia({ media: 'print' })
    expect(await block.isVisible()).toBe(false)
    await page.emulateMedia({ media: 'screen' })

    // The page cannot be read again now, and is still not left as it was.
    await page.route('**/api/**', (route) => route.abort())
    await page.context().clearCookies({ name: 'csrf_token' })
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await soon(() => block.count()).toBe(0)
  })

  test('L-09 has the internal block in a list for staff, on the first load', async () => {
    const { uid } = await makeStaff(site(), ['customer_success_manager'])
    const id = await incidentWithInternals()
    const { note } = await site()
      .db.selectFrom('record_internals')
      .where('record_id', '=', id)
      .select('internal_note as note')
      .executeTakeFirstOrThrow()
    const page = await openAs(uid, PATH.incidents)
    const item = shellOf(page)
      .main.getByRole('article')
      .filter({ has: page.locator(`a[href$="/posts/${id}"]`) })
    const block = item.getByRole('region', { name: 'Confidential Internal Only' })
    await block.waitFor()
    expect(await block.innerText()).toContain(note)
    const sent = await (await fetch(site().url + PATH.incidents)).text()
    expect(sent).not.toContain('Confidential Internal Only')
  })

  test('L-09 has no internal block for a customer', async () => {
    const id = await incidentWithInternals()
    const page = await browser.newPage({ siteUrl: site().url })
    await enterAs(page, site(), { uid: (await makeAccount(site().db)).uid })
    const read = page.waitForResponse((response) => response.url().includes(`/api/posts/${id}`))
    await goTo(page, `${PATH.home}/posts/${id}`)
    await read
    await menu(page).waitFor()
    expect(await page.getByText('Confidential Internal Only').count()).toBe(0)
  })

  test('a visitor’s page asks for nothing about anybody, and stores nothing', async () => {
    const page = await browser.newPage({ siteUrl: site().url })
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await goTo(page, PATH.cloudStatus)
    await page.waitForResponse('**/api/edition')
    expect(asked.filter((path) => /^\/(api|user)\//.test(path))).toEqual(['/api/edition'])
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
  })
})

describe('A-17, L-11 times', () => {
  const IN_TOKYO = /GMT\+9$/
  const IN_UTC = / UTC$/

  test('are in the zone of the account, until the reader chooses otherwise', async () => {
    const { uid } = await makeAccount(site().db, { timezone: 'Asia/Tokyo' })
    const page = await openAs(uid, PATH.incidents)
    const time = shellOf(page).main.locator('time').first()
    await soon(() => time.textContent()).toMatch(IN_TOKYO)

    const zone = (name: string) => shellOf(page).footer.getByRole('radio', { name })
    await zone('UTC').check()
    await soon(() => time.textContent()).toMatch(IN_UTC)
    await zone('Tokyo').check()
    await soon(() => time.textContent()).toMatch(IN_TOKYO)
  })

  test('are in UTC again when the session is over', async () => {
    const { uid } = await makeAccount(site().db, { timezone: 'Asia/Tokyo' })
    const page = await openAs(uid, PATH.incidents)
    const time = shellOf(page).main.locator('time').first()
    await soon(() => time.textContent()).toMatch(IN_TOKYO)
    await page.context().clearCookies()
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await soon(() => time.textContent()).toMatch(IN_UTC)
  })
})

function menu(page: Page) {
  return page.locator('header summary').filter({ hasText: 'Your account' })
}

function signInLink(page: Page) {
  return shellOf(page).header.getByRole('link', { name: 'Sign In' })
}

async function openAs(uid: number, path: string, options: PageOptions = {}) {
  const page = await browser.newPage({ siteUrl: site().url, ...options })
  await enterAs(page, site(), { uid })
  await goTo(page, path)
  await menu(page).waitFor()
  return page
}

/** To the service Sandbox, on the first cloud. */
async function subscribe(uid: number) {
  const { db, url } = site()
  const address = `/api/cloud-status?cloud=${CLOUD.first.machineName}&requestType=core_cloud_services`
  const { data } = (await (await fetch(url + address)).json()) as {
    data: { category: { subCategory: { name: string; tid: number }[] }[] }
  }
  const services = data.category.flatMap(({ subCategory }) => subCategory)
  const { id } = await db
    .selectFrom('clouds')
    .where('machine_name', '=', CLOUD.first.machineName)
    .select('id')
    .executeTakeFirstOrThrow()
  const tid = services.find(({ name }) => name === 'Sandbox')?.tid ?? 0
  await db.insertInto('subscriptions').values({ user_id: uid, scope: 'service', cloud_id: id, tid }).execute()
}

async function incidentWithInternals() {
  const { url, db } = site()
  const list = (await (await fetch(`${url}/api/incident?cloud=${CLOUD.first.machineName}`)).json()) as {
    records: { id: number }[]
  }
  const ids = list.records.map(({ id }) => id)
  const { record_id } = await db
    .selectFrom('record_internals')
    .where('record_id', 'in', ids)
    .select('record_id')
    .executeTakeFirstOrThrow()
  return record_id
}
