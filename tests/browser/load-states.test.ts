import type { Page, Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { addressOf, soon, testBrowser } from './browser.ts'
import { CLOUD, PATH } from './demo-site.ts'
import { chooseCloud, shellOf } from './shell.ts'

const browser = testBrowser()

const ANSWERED_500 = /status of 500/
const OFFLINE = /ERR_INTERNET_DISCONNECTED/

describe('while a page loads', () => {
  test('G-20 its skeleton stands in its place, and then its content', async () => {
    const page = await browser.open(PATH.home)
    const release = await hold(page, '**/api/incident?*')
    const { main, heading } = shellOf(page)
    await followToIncidents(page)
    await soon(() => heading.textContent()).toBe('Loading')
    expect(await main.locator('[aria-hidden="true"] i').count()).toBeGreaterThan(10)
    expect(await main.getAttribute('aria-busy')).toBe('true')
    expect(await main.getByRole('status').textContent()).toBe('Loading')

    release()
    await soon(() => heading.textContent()).toBe('Incidents')
    expect(await main.getAttribute('aria-busy')).toBe('false')
    expect(await main.getByRole('status').textContent()).toBe('')
  })

  test('G-20 a change within the page keeps what is on the screen', async () => {
    const page = await browser.open(PATH.incidents)
    const release = await hold(page, '**/api/incident?*')
    const { main, heading, statusFilter } = shellOf(page)
    await statusFilter.selectOption('Resolved')
    await soon(() => main.getAttribute('aria-busy')).toBe('true')
    expect(await heading.textContent()).toBe('Incidents')
    release()
    await soon(() => main.getAttribute('aria-busy')).toBe('false')
  })
})

describe('a load that fails', () => {
  test('G-20, G-21 says so with a Retry that works, and tells the console', async () => {
    const expects = [/Loading \/northwall\.net\/incidents failed/, ANSWERED_500]
    const page = await browser.open(PATH.home, { expects })
    await page.route('**/api/incident?*', fail, { times: 1 })
    const { heading, main, retry, mainNav } = shellOf(page)
    await followToIncidents(page)
    await soon(() => heading.textContent()).toBe('This page is not available right now.')
    await main.getByRole('alert').getByText('Its content could not be loaded.').waitFor()
    expect(addressOf(page)).toBe(PATH.incidents)
    await mainNav.getByRole('link', { name: 'Home' }).waitFor()

    await retry.click()
    await soon(() => heading.textContent()).toBe('Incidents')
    expect(addressOf(page)).toBe(PATH.incidents)
  })

  test('G-20 Retry asks for the same view again, filter included', async () => {
    const expects = [/Loading .* failed/, ANSWERED_500]
    const page = await browser.open(PATH.incidents, { expects })
    await page.route('**/api/incident?*', fail, { times: 1 })
    const { retry, heading, statusFilter } = shellOf(page)
    await statusFilter.selectOption({ label: 'Resolved' })
    await retry.click()
    await soon(() => heading.textContent()).toBe('Incidents')
    expect(addressOf(page)).toMatch(/\?category=\d+$/)
  })

  test('G-20 the shell keeps what it knows when only the global data fails', async () => {
    const expects = [/Loading the global data failed/, ANSWERED_500]
    const page = await browser.open(PATH.home, { expects })
    await page.route('**/api/global', fail)
    const { heading, mainNav } = shellOf(page)
    await followToIncidents(page)
    await soon(() => heading.textContent()).toBe('Incidents')
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
    await soon(() => heading.textContent()).toBe('This page is not available right now.')
    await page.context().setOffline(false)
    await retry.click()
    await soon(() => heading.textContent()).toBe('Incidents')
    expect(addressOf(page)).toBe(`/${CLOUD.second.domain}/incidents`)
  })

  test('sees the same for a page whose code is not there yet', async () => {
    const expects = [/Showing the page failed/, /Loading the global data/, OFFLINE]
    const page = await browser.open(PATH.home, { expects })
    const { heading, retry } = shellOf(page)
    await page.context().setOffline(true)
    await followToIncidents(page)
    await soon(() => heading.textContent()).toBe('This page cannot be shown right now.')
    await page.context().setOffline(false)
    await retry.click()
    await soon(() => heading.textContent()).toBe('Incidents')
  })
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
