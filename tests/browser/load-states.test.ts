import { sql } from 'kysely'
import type { Page, Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { testDatabase } from '../cluster/test-database.ts'
import { addressOf, eventually, testBrowser, untilAlive } from './browser.ts'
import { CLOUD, PATH } from './demo-site.ts'
import { chooseCloud, shellOf } from './shell.ts'
import { startSiteProcess } from './site-process.ts'

const browser = testBrowser()

const ANSWERED_500 = /status of 500/
const OFFLINE = /ERR_INTERNET_DISCONNECTED/

describe('while a page loads', () => {
  test('G-20 its skeleton stands in its place, and then its content', async () => {
    const page = await browser.open(PATH.home)
    const release = await hold(page, '**/api/incident?*')
    const { main, heading } = shellOf(page)
    await followToIncidents(page)
    await eventually(() => heading.count()).toBe(0)
    expect(await main.locator('[aria-hidden="true"] i').count()).toBeGreaterThan(10)
    expect(await main.getAttribute('aria-busy')).toBe('true')
    expect(await main.getByRole('status').textContent()).toBe('Loading')

    release()
    await eventually(() => heading.textContent()).toBe('Incidents')
    expect(await main.getAttribute('aria-busy')).toBe('false')
    expect(await main.getByRole('status').textContent()).toBe('')
  })

  test('G-20 a change within the page keeps what is on the screen', async () => {
    const page = await browser.open(PATH.incidents)
    const release = await hold(page, '**/api/incident?*')
    const { main, heading, statusFilter } = shellOf(page)
    await statusFilter.selectOption('Resolved')
    await eventually(() => main.getAttribute('aria-busy')).toBe('true')
    expect(await heading.textContent()).toBe('Incidents')
    release()
    await eventually(() => main.getAttribute('aria-busy')).toBe('false')
  })
})

describe('a load that fails', () => {
  test('G-20, G-21 says so with a Retry that works, and tells the console', async () => {
    const expects = [/Loading \/northwall\.net\/incidents failed/, ANSWERED_500]
    const page = await browser.open(PATH.home, { expects })
    await page.route('**/api/incident?*', fail, { times: 1 })
    const { heading, main, retry, mainNav } = shellOf(page)
    await followToIncidents(page)
    await eventually(() => heading.textContent()).toBe('This page is not available right now.')
    await main.getByRole('alert').getByText('Its content could not be loaded.').waitFor()
    expect(addressOf(page)).toBe(PATH.incidents)
    await mainNav.getByRole('link', { name: 'Home' }).waitFor()

    await retry.click()
    await eventually(() => heading.textContent()).toBe('Incidents')
    expect(addressOf(page)).toBe(PATH.incidents)
  })

  test('G-20 Retry asks for the same view again, filter included', async () => {
    const expects = [/Loading .* failed/, ANSWERED_500]
    const page = await browser.open(PATH.incidents, { expects })
    await page.route('**/api/incident?*', fail, { times: 1 })
    const { retry, heading, statusFilter } = shellOf(page)
    await statusFilter.selectOption({ label: 'Resolved' })
    await retry.click()
    await eventually(() => heading.textContent()).toBe('Incidents')
    expect(addressOf(page)).toMatch(/\?category=\d+$/)
  })

  test('G-20 the shell keeps what it knows when only the global data fails', async () => {
    const expects = [/Loading the global data failed/, ANSWERED_500]
    const page = await browser.open(PATH.home, { expects })
    await page.route('**/api/global', fail)
    const { heading, mainNav } = shellOf(page)
    await followToIncidents(page)
    await eventually(() => heading.textContent()).toBe('Incidents')
    expect(await mainNav.getByRole('link').count()).toBeGreaterThan(5)
  })
})

describe('a visitor who goes offline', () => {
  test('sees that the page could not be loaded; Retry shows it when the network is back', async () => {
    const expects = [/Loading \/northwall-one\.net\/incidents failed/, /Loading the global data/, OFFLINE]
    const page = await browser.open(PATH.incidents, { expects })
    const { heading, retry } = shellOf(page)
    await page.context().setOffline(true)
    await chooseCloud(page, CLOUD.second.domain)
    await eventually(() => heading.textContent()).toBe('This page is not available right now.')
    await page.context().setOffline(false)
    await retry.click()
    await eventually(() => heading.textContent()).toBe('Incidents')
    expect(addressOf(page)).toBe(`/${CLOUD.second.domain}/incidents`)
  })

  test('sees the same for a page whose code is not there yet', async () => {
    const expects = [/Showing the page failed/, /Loading the global data/, OFFLINE]
    const page = await browser.open(PATH.home, { expects })
    const { heading, retry } = shellOf(page)
    await page.context().setOffline(true)
    await followToIncidents(page)
    await eventually(() => heading.textContent()).toBe('This page cannot be shown right now.')
    await page.context().setOffline(false)
    await retry.click()
    await eventually(() => heading.textContent()).toBe('Incidents')
  })
})

test('G-20 without the global data the site says that it has nothing to show, and Retry finds it later', async () => {
  const { url, db, drop } = await testDatabase('demo')
  try {
    await db.connection().execute(async (session) => {
      // No edition can be loaded while somebody holds the products.
      await sql`begin`.execute(session)
      await sql`lock table products in access exclusive mode`.execute(session)
      const site = await startSiteProcess({ DATABASE_URL: url }, { until: '/healthz' })
      try {
        const page = await browser.newPage({ siteUrl: site.url, expects: [/status of 503/] })
        const response = await page.goto(PATH.home)
        expect(response?.status()).toBe(503)
        expect(response?.headers()['retry-after']).toBeDefined()
        const { heading, header, mainNav } = shellOf(page)
        expect(await heading.textContent()).toBe('The content of this site could not be loaded.')
        expect((await header.count()) + (await mainNav.count())).toBe(0)

        await sql`rollback`.execute(session)
        await eventually(async () => (await fetch(`${site.url}/readyz`)).status).toBe(200)
        await page.getByRole('link', { name: 'Retry' }).click()
        await untilAlive(page)
        expect(addressOf(page)).toBe(PATH.home)
      } finally {
        await site.stop()
      }
    })
  } finally {
    await drop()
  }
})

/** Without the pointer coming near first, which would fetch the code of the page. */
async function followToIncidents(page: Page) {
  await shellOf(page).mainNav.getByRole('link', { name: 'Incidents' }).dispatchEvent('click')
}

/** Keeps answers back until the given function is called. */
async function hold(page: Page, address: string): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(address, async (route) => {
    await released
    await route.continue()
  })
  return release
}

function fail(route: Route) {
  return route.fulfill({ status: 500, json: { message: 'Something broke.' } })
}
