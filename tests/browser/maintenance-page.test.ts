import { afterEach, expect, test } from 'vitest'
import { setMaintenance } from '../support/raise-edition.ts'
import { axeViolations } from './axe.ts'
import { addressOf, goTo, soon, testBrowser, untilAlive } from './browser.ts'
import { PATH } from './demo-site.ts'
import { pass } from './live-page.ts'
import { recordSite } from './record-site.ts'
import { shellOf } from './shell.ts'
import { WIDTHS_PX } from './widths.ts'

const browser = testBrowser()

const CLOSED = { expects: [/status of 503/] }
const TITLE = 'This site is down for maintenance.'

const site = recordSite()

afterEach(() => open())

test('O-02 a closed site shows one calm message on every page; staff can still reach the sign-in page', async () => {
  await close({ message: 'We replace the disks.', ends_at: new Date(Date.now() + 3_600_000).toISOString() })
  const page = await browser.newPage({ siteUrl: site().url, ...CLOSED })
  await page.goto(PATH.faq)
  const { heading, main, header, mainNav } = shellOf(page)
  expect(await heading.textContent()).toBe(TITLE)
  expect(await main.textContent()).toContain('We replace the disks.')
  expect(await main.textContent()).toMatch(/We expect to be back by \w{3}, .* UTC\./)
  expect(await header.textContent()).toContain('Northwall')
  expect(await mainNav.count()).toBe(0)
  for (const width of WIDTHS_PX) {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    expect(await axeViolations(page), `at ${width} px`).toEqual([])
  }
  await goTo(page, '/sign-in')
  expect(await heading.textContent()).toBe('Sign In')
  await page.getByRole('status').getByText('This site is down for maintenance').waitFor()

  await page.goto(PATH.faq)
  await open()
  await page.getByRole('link', { name: 'Try again' }).click()
  await untilAlive(page)
  expect(addressOf(page)).toBe(PATH.faq)
})

test('O-02 an open page stays and shows a notice, other pages do not open and say why, and everything recovers automatically', async () => {
  const expects = [/status of 503/, /Loading .* failed/]
  const page = await browser.newPage({ siteUrl: site().url, expects, movesClock: true })
  await page.clock.install()
  await goTo(page, PATH.home)
  const { heading, mainNav } = shellOf(page)
  const before = await heading.textContent()
  const notice = page.getByRole('status').getByText('This site is down for maintenance')
  await close({ message: 'We replace the disks.' })
  await pass(page, async () => (await notice.count()) > 0)
  expect(await heading.textContent()).toBe(before)
  await mainNav.getByRole('link', { name: 'Incidents' }).click()
  await page.getByRole('status').getByText('We replace the disks.').waitFor()
  await soon(() => heading.textContent()).toBe(before)

  await open()
  await pass(page, async () => (await notice.count()) === 0)
  await pass(page, async () => (await heading.textContent()) === 'Incidents')
})

async function close(how: { message?: string; ends_at?: string }) {
  await setMaintenance(site().db, { is_on: true, ...how })
  await soon(async () => (await fetch(site().url + PATH.faq)).status).toBe(503)
}

async function open() {
  await setMaintenance(site().db, { is_on: false })
  await soon(async () => (await fetch(site().url + PATH.faq)).status).toBe(200)
}
