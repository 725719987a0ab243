import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { addressOf, goTo, soon, testBrowser } from './browser.ts'
import { CLOUD, PATH } from './demo-site.ts'
import { heldBack } from './held-back.ts'
import { chooseCloud, shellOf } from './shell.ts'

const browser = testBrowser()

const ANSWERED_500 = /status of 500/
const OFFLINE = /ERR_INTERNET_DISCONNECTED/

test('G-20, G-21 while a page loads its skeleton stands in its place; a load that fails says so with a Retry that works, and tells the console: of a page, of a view, of the global data, of code, and without a network', async () => {
  const expects = [
    /Loading \/northwall\.net\/incidents failed/,
    /Loading the global data failed/,
    /record-list-page/,
    /failed:/,
    ANSWERED_500,
    OFFLINE,
  ]
  const page = await browser.open(PATH.home, { expects })
  await retryCode(page)
  await expectSkeleton(page)
  await retryLoads(page)
  await goOffline(page)
})

/** Of the code of a page it says so too, and Retry fetches it. */
async function retryCode(page: Page) {
  const code = '**/record-list-page-*.js'
  // Until the page has said so: it may be asked for ahead, and newer browsers try again by themselves.
  await page.route(code, (route) => route.abort())
  const { heading, retry } = shellOf(page)
  await followToIncidents(page)
  await retry.waitFor()
  await page.unroute(code)
  await retry.click()
  await soon(() => heading.textContent()).toBe('Incidents')
  expect(addressOf(page)).toBe(PATH.incidents)
}

/** While a page loads its skeleton stands in its place; a change within the page keeps what is on the screen. */
async function expectSkeleton(page: Page) {
  await goTo(page, PATH.home)
  const { main, heading, statusFilter } = shellOf(page)
  const answer = await heldBack(page, '**/api/incident?*')
  await followToIncidents(page)
  await soon(() => heading.textContent()).toBe('Loading')
  expect(await main.locator('[aria-hidden="true"] i').count()).toBeGreaterThan(10)
  expect(await main.getAttribute('aria-busy')).toBe('true')
  expect(await main.locator('> [role=status]').textContent()).toBe('Loading')
  answer.release()
  await soon(() => heading.textContent()).toBe('Incidents')
  await soon(() => main.getAttribute('aria-busy')).toBe('false')
  await soon(() => main.locator('> [role=status]').textContent()).toBe('')
  await page.unrouteAll({ behavior: 'wait' })

  const second = await heldBack(page, '**/api/incident?*')
  await statusFilter.selectOption('Resolved')
  await soon(() => main.getAttribute('aria-busy')).toBe('true')
  expect(await heading.textContent()).toBe('Incidents')
  second.release()
  await soon(() => main.getAttribute('aria-busy')).toBe('false')
}

/** A load that fails says so with a Retry that works, and tells the console: of a page, of a view, of the global data. */
async function retryLoads(page: Page) {
  await page.unrouteAll({ behavior: 'wait' })
  await goTo(page, PATH.home)
  const { heading, main, retry, mainNav, header, footer, statusFilter } = shellOf(page)
  await page.route('**/api/incident?*', fail, { times: 1 })
  await followToIncidents(page)
  await soon(() => heading.textContent()).toBe('This page is not available right now.')
  await main.getByRole('alert').getByText('Its content could not be loaded.').waitFor()
  expect(addressOf(page)).toBe(PATH.incidents)
  await mainNav.getByRole('link', { name: 'Home' }).waitFor()
  await retry.click()
  await soon(() => heading.textContent()).toBe('Incidents')
  expect(addressOf(page)).toBe(PATH.incidents)

  // Retry asks for the same view again, filter included.
  await page.route('**/api/incident?*', fail, { times: 1 })
  await statusFilter.selectOption({ label: 'Resolved' })
  await retry.click()
  await soon(() => heading.textContent()).toBe('Incidents')
  expect(addressOf(page)).toMatch(/\?category=\d+$/)

  // Without the global data there is no shell.
  await goTo(page, PATH.home)
  await page.route('**/api/global', fail, { times: 1 })
  await followToIncidents(page)
  await soon(() => heading.textContent()).toBe('The content of this site could not be loaded.')
  expect((await header.count()) + (await footer.count())).toBe(0)
  await retry.click()
  await soon(() => heading.textContent()).toBe('Incidents')
  await mainNav.getByRole('link', { name: 'Home' }).waitFor()
  expect(addressOf(page)).toBe(PATH.incidents)
}

/** A visitor who goes offline is told, and Retry goes on where the network is back. */
async function goOffline(page: Page) {
  await goTo(page, PATH.incidents)
  const { heading, retry } = shellOf(page)
  await page.context().setOffline(true)
  await chooseCloud(page, CLOUD.second.domain)
  await soon(() => heading.textContent()).toBe('The content of this site could not be loaded.')
  await retry.click()
  await soon(() => heading.textContent()).toBe('The content of this site could not be loaded.')
  await page.context().setOffline(false)
  await retry.click()
  await soon(() => heading.textContent()).toBe('Incidents')
  expect(addressOf(page)).toBe(`/${CLOUD.second.domain}/incidents`)
}

/** Without the pointer coming near first, which would fetch the code of the page. */
async function followToIncidents(page: Page) {
  await shellOf(page).mainNav.getByRole('link', { name: 'Incidents' }).dispatchEvent('click')
}

function fail(route: Route) {
  return route.fulfill({ status: 500, json: { message: 'Something broke.' } })
}
