import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { isShort } from '../size.ts'
import { addressOf, goTo, soon, testBrowser } from './browser.ts'
import { CLOUD, PATH } from './demo-site.ts'
import { heldBack } from './held-back.ts'
import { chooseCloud, shellOf } from './shell.ts'

const browser = testBrowser()

const OFFLINE = /ERR_INTERNET_DISCONNECTED/

test('G-20, G-21 a loading page shows its skeleton; a page stays when a later load of code fails or the network is down, and recovers automatically', async () => {
  const expects = [
    /Loading \/northwall\.net\/incidents failed/,
    /record-list-page/,
    ...(isShort ? [] : [/Loading the global data failed/, OFFLINE]),
  ]
  const page = await browser.open(PATH.home, { expects })
  await retryCode(page)
  await expectSkeleton(page)
  // In the short run: quiet-refresh.test.ts.
  if (!isShort) await goOffline(page)
})

function failedNotice(page: Page) {
  return page.getByText('We can\u2019t load that page right now.')
}

async function retryCode(page: Page) {
  const { heading } = shellOf(page)
  const home = await heading.textContent()
  const code = '**/record-list-page-*.js'
  // Until the page says so: newer browsers retry by themselves.
  await page.route(code, (route) => route.abort())
  await followToIncidents(page)
  await failedNotice(page).waitFor()
  expect(await heading.textContent()).toBe(home)
  expect(addressOf(page)).toBe(PATH.home)
  await page.unroute(code)
  await page.getByRole('button', { name: 'Retry' }).click()
  await soon(() => heading.textContent()).toBe('Incidents')
  await soon(() => failedNotice(page).count()).toBe(0)
  expect(addressOf(page)).toBe(PATH.incidents)
}

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

  if (isShort) return
  const second = await heldBack(page, '**/api/incident?*')
  await statusFilter.selectOption('Resolved')
  await soon(() => main.getAttribute('aria-busy')).toBe('true')
  expect(await heading.textContent()).toBe('Incidents')
  second.release()
  await soon(() => main.getAttribute('aria-busy')).toBe('false')
}

async function goOffline(page: Page) {
  const { heading, mainNav, header } = shellOf(page)
  const before = addressOf(page)
  await mainNav.getByRole('link', { name: 'Maintenance' }).click()
  await soon(() => heading.textContent()).toBe('Maintenance')
  await page.context().setOffline(true)
  await page.goBack()
  await soon(() => heading.textContent()).toBe('Incidents')
  expect(addressOf(page)).toBe(before)
  await chooseCloud(page, CLOUD.second.domain)
  await page.getByText(/We can\u2019t load that page right now|No connection to this site/).waitFor()
  expect(await header.count()).toBe(1)
  expect(await heading.textContent()).toBe('Incidents')
  await page.context().setOffline(false)
  await soon(() => addressOf(page)).toBe(`/${CLOUD.second.domain}/incidents`)
  await soon(() => heading.textContent()).toBe('Incidents')
}

/** Without hovering first, which would prefetch the page's code. */
async function followToIncidents(page: Page) {
  await shellOf(page).mainNav.getByRole('link', { name: 'Incidents' }).dispatchEvent('click')
}
