import { afterEach, describe, expect, test } from 'vitest'
import { setMaintenance } from '../support/raise-edition.ts'
import { axeViolations } from './axe-violations.ts'
import { addressOf, goTo, soon, testBrowser, untilAlive } from './browser.ts'
import { PATH } from './demo-site.ts'
import { ownSite } from './own-site.ts'
import { shellOf } from './shell.ts'

const browser = testBrowser()

const CLOSED = { expects: [/status of 503/] }
const TITLE = 'This site is in maintenance.'

describe('O-02 closed by configuration', () => {
  const site = ownSite({ SITE_MAINTENANCE: '1', SITE_MAINTENANCE_MESSAGE: 'We replace the disks.' })

  test.each([true, false])('every page is one calm message (scripts: %s)', async (javaScript) => {
    const page = await browser.newPage({ siteUrl: site().url, javaScript, ...CLOSED })
    const response = await page.goto(PATH.incidents)
    expect([response?.status(), response?.headers()['retry-after']]).toEqual([503, '300'])
    const { heading, main, header, mainNav } = shellOf(page)
    expect(await heading.textContent()).toBe(TITLE)
    expect(await main.textContent()).toContain('We replace the disks.')
    expect(await header.textContent()).toContain('Northwall')
    expect(await mainNav.count()).toBe(0)
  })

  test('axe finds nothing at 390, 800 and 1440 px', async () => {
    const page = await browser.newPage({ siteUrl: site().url, ...CLOSED })
    await page.goto(PATH.home)
    for (const width of [390, 800, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      expect(await axeViolations(page), `at ${width} px`).toEqual([])
    }
  })

  test('staff still come to the sign-in page, which says how it is', async () => {
    const page = await browser.open('/sign-in', { siteUrl: site().url })
    expect(await shellOf(page).heading.textContent()).toBe('Sign In')
    await page.getByRole('status').getByText('This site is in maintenance').waitFor()
  })
})

describe('O-02 closed by staff', () => {
  const site = ownSite()

  afterEach(() => setMaintenance(site().db, { is_on: false }))

  test('an open page stays and says so, other pages say why they do not open, and all comes back by itself', async () => {
    const expects = [/status of 503/, /Loading .* failed/]
    const page = await browser.open(PATH.home, { siteUrl: site().url, expects })
    const { heading, main, mainNav } = shellOf(page)
    const before = await heading.textContent()
    const notice = page.getByRole('status').getByText('This site is in maintenance')

    await setMaintenance(site().db, { is_on: true, message: 'We replace the disks.' })
    await notice.waitFor()
    expect(await heading.textContent()).toBe(before)

    await mainNav.getByRole('link', { name: 'Incidents' }).click()
    await main.getByText('We replace the disks.').waitFor()

    await setMaintenance(site().db, { is_on: false })
    await soon(() => notice.count()).toBe(0)
    await soon(() => heading.textContent()).toBe('Incidents')
  })

  test('Try again opens the page once the site is open', async () => {
    const page = await browser.newPage({ siteUrl: site().url, ...CLOSED })
    await setMaintenance(site().db, { is_on: true, ends_at: new Date(Date.now() + 3_600_000).toISOString() })
    await soon(async () => (await fetch(site().url + PATH.faq)).status).toBe(503)
    await page.goto(PATH.faq)
    expect(await shellOf(page).main.textContent()).toMatch(/We expect to be back by \w{3}, .* UTC\./)
    await setMaintenance(site().db, { is_on: false })
    await soon(async () => (await fetch(site().url + PATH.faq)).status).toBe(200)
    await page.getByRole('link', { name: 'Try again' }).click()
    await untilAlive(page)
    expect(addressOf(page)).toBe(PATH.faq)
    await goTo(page, PATH.home)
  })
})
