import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { isShort } from '../size.ts'
import { makeAccount } from '../support/make-account.ts'
import { addressOf, goTo, type PageOptions, soon, testBrowser } from './browser.ts'
import { CLOUD, PATH } from './demo-site.ts'
import { noteShifts, sumOfShifts } from './layout-shifts.ts'
import { sharedSite } from './own-site.ts'
import { shellOf } from './shell.ts'
import { enterAs, makeStaff, toastOf } from './signed-in.ts'
import { timelinePartsOf } from './timeline-parts.ts'

const site = sharedSite('readers')
const browser = testBrowser()

const ENDED = 'Your session has ended. Please sign in again.'
const REFUSED = /status of 401/

/** What counts as a session, and when it ends: `src/ui/account/session.test.ts`. */
test("A-12, A-17, L-11 a session needs a server that knows it; signing in applies to every tab until another user signs in, with times in the account's zone", async () => {
  const page = await browser.newPage({ siteUrl: site().url, expects: [REFUSED] })
  const gone = await makeAccount(site().db)
  await enterAs(page, site(), gone)
  await site().db.deleteFrom('sessions').where('user_id', '=', gone.uid).execute()
  await goTo(page, PATH.incidents)
  await toastOf(page, ENDED).waitFor()
  await signInLink(page).waitFor()
  expect(addressOf(page)).toBe(PATH.incidents)
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('csrf_token')

  const { email, pass } = await makeAccount(site().db)
  const other = await page.context().newPage()
  await goTo(other, PATH.home)
  await signInLink(other).waitFor()

  await signInLink(page).first().click()
  await page.getByLabel('Email or username').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(pass)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await soon(() => addressOf(page)).toBe(PATH.incidents)
  await soon(() => menu(page).getAttribute('title')).toBe(email)
  await soon(() => menu(other).getAttribute('title')).toBe(email)

  const { uid, email: another } = await makeAccount(site().db, { timezone: 'Asia/Tokyo' })
  await enterAs(page, site(), { uid })
  await lookAgain(page)
  await soon(() => menu(page).getAttribute('title')).toBe(another)

  const time = shellOf(page).main.locator('time').first()
  await soon(() => time.textContent()).toMatch(IN_TOKYO)

  // In the short run time-zone.test.ts covers the switch.
  if (isShort) return
  await page.context().clearCookies()
  await lookAgain(page)
  await soon(() => time.textContent()).toMatch(IN_UTC)
  await enterAs(page, site(), { uid })
  await lookAgain(page)
  await soon(() => time.textContent()).toMatch(IN_TOKYO)

  const zone = (name: string) => shellOf(page).footer.getByRole('radio', { name })
  await zone('UTC').check()
  await soon(() => time.textContent()).toMatch(IN_UTC)
  await zone('Tokyo').check()
  await soon(() => time.textContent()).toMatch(IN_TOKYO)
})

test("S-10, U-12, A-15 a visitor's page makes no personal requests and stores nothing; a star is stored on the device, with a verdict and a page of its own and a way to emails, and nothing shifts", async () => {
  const page = await browser.newPage({ siteUrl: site().url })
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const edition = page.waitForResponse('**/api/edition')
  await goTo(page, PATH.cloudStatus)
  await edition
  await page.mouse.move(200, 300)
  await page.mouse.click(20, 300)
  // “Where am I?” asks without a session, and nothing about it is stored.
  const calls = new Set(asked.filter((path) => /^\/(api|user)\//.test(path)))
  expect([...calls].filter((path) => path !== '/api/where')).toEqual(['/api/edition'])
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])

  const star = timelinePartsOf(page).services.getByRole('button', { name: 'Star Sandbox' })
  await star.click()
  await soon(() => star.getAttribute('aria-pressed')).toBe('true')
  await soon(() => ownVerdict(page)).toContain('Your service is running.')
  expect(await page.evaluate(() => Object.keys(localStorage).sort())).toEqual([
    'candor-mine',
    'candor-mine-space',
  ])

  await page.addInitScript(noteShifts)
  await goTo(page, PATH.cloudStatus)
  await soon(() => ownVerdict(page)).toContain('Your service is running.')
  expect(await sumOfShifts(page)).toBeLessThan(0.001)
  // In the short run cloud-status-page.test.tsx covers what these links lead to.
  if (isShort) return
  await page.getByRole('link', { name: 'Only mine' }).click()
  await page.waitForURL(/\?mine=s\d+$/)
  await soon(() => timelinePartsOf(page).services.getByRole('listitem').getByRole('button').count()).toBe(1)
  await page.getByRole('link', { name: 'Show everything' }).click()
  await soon(() => addressOf(page)).toBe(PATH.cloudStatus)

  const emails = page.getByRole('link', { name: 'Get emails' }).first()
  expect(await emails.getAttribute('href')).toMatch(/\/follow\?.*mine=s\d+/)
  await goTo(page, '/sign-in?notice=subscribe')
  await soon(() => page.getByRole('checkbox', { name: /1 starred service/ }).isChecked()).toBe(false)
  await soon(() => shellOf(page).main.innerText()).toContain(
    'Please sign in or sign up to receive email notifications from Northwall.',
  )
})

test('L-09 staff see the internal block in lists and posts; it is not printed, and disappears with the session', async () => {
  const { uid } = await makeStaff(site(), ['customer_success_manager'])
  const id = await incidentWithInternals()
  const { note } = await site()
    .db.selectFrom('record_internals')
    .where('record_id', '=', id)
    .select('internal_note as note')
    .executeTakeFirstOrThrow()
  const page = await openAs(uid, PATH.incidents, {
    expects: [/ERR_FAILED/, /Loading the global data failed/],
  })
  const { main } = shellOf(page)
  const name = 'Confidential Internal Only'
  const item = main.getByRole('article').filter({ has: page.locator(`a[href$="/posts/${id}"]`) })
  const inList = item.getByRole('region', { name })
  await inList.waitFor()
  expect(await inList.innerText()).toContain(note)
  const sent = await (await fetch(site().url + PATH.incidents)).text()
  expect(sent).not.toContain(name)

  await item.locator(`a[href$="/posts/${id}"]`).first().click()
  await soon(() => addressOf(page)).toContain(`/posts/${id}`)
  const block = main.getByRole('region', { name })
  await soon(() => block.count()).toBe(1)
  expect(await block.innerText()).toContain(note)
  await page.emulateMedia({ media: 'print' })
  expect(await block.isVisible()).toBe(false)
  await page.emulateMedia({ media: 'screen' })

  // The page can't reload its data now, but must still remove the block.
  await page.route('**/api/**', (route) => route.abort())
  await page.context().clearCookies({ name: 'csrf_token' })
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await soon(() => block.count()).toBe(0)
})

const IN_TOKYO = /GMT\+9$/
const IN_UTC = / UTC$/

async function lookAgain(page: Page) {
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
}

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

function ownVerdict(page: Page) {
  return page.getByRole('region', { name: 'Your services' }).innerText()
}
