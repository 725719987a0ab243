import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import type { ThreatFlowsResponse } from '../../src/contract/threats.ts'
import { isShort, sized } from '../size.ts'
import { axeViolations } from './axe.ts'
import { addressOf, soon, testBrowser } from './browser.ts'
import { PATH, readJson } from './demo-site.ts'
import { mapPartsOf, viewOf } from './map-parts.ts'
import { shellOf } from './shell.ts'
import { goToStopped, partsOf, rowsOf, THREAT_MAP } from './threat-map-parts.ts'
import { WIDTHS_PX } from './widths.ts'

const browser = testBrowser()

const A_WHILE_MS = 5_000

test('O-04 the threat map loads its code only when opened; its still picture shows the largest flows on map and list, says why it is still, filters by category, highlights on hover, and leads to the places', async () => {
  const page = await browser.open(PATH.home, { reducedMotion: true })
  const { mainNav } = shellOf(page)
  expect(await isCodeLoaded(page)).toBe(false)
  await mainNav.locator('summary').filter({ hasText: 'Threats' }).click()
  await mainNav.getByRole('link', { name: 'Threat Map' }).click()
  await page.waitForURL(`**${THREAT_MAP}`)
  await soon(() => isCodeLoaded(page)).toBe(true)
  await page.getByText('Animation is off (reduced motion).').waitFor()
  await expectStill(page)
  await expectHighlights(page)
  await expectNarrowing(page)
  if (!isShort) await expectPrint(page)

  const link = partsOf(page).list.getByRole('link').first()
  const name = (await link.textContent()) ?? ''
  await link.click()
  await page.waitForURL('**/data-center-map?search=*')
  expect(new URL(page.url()).searchParams.get('search')).toBe(name)
  await soon(() => mapPartsOf(page).search.inputValue()).toBe(name)
  await soon(async () => (await viewOf(page)).zoom).toBeGreaterThan(5)
})

async function expectHighlights(page: Page) {
  const { map, list } = partsOf(page)
  const lit = map.locator('[data-lit]')
  const row = list.getByRole('listitem').nth(1)
  await row.hover()
  await soon(() => lit.count()).toBe(1)
  expect(await row.getAttribute('data-lit')).toBe('')
  await page.mouse.move(0, 0)
  await soon(() => lit.count()).toBe(0)
  await list.getByRole('link').first().focus()
  await soon(() => lit.count()).toBe(1)
  await list.getByRole('link').first().blur()
  await soon(() => lit.count()).toBe(0)
  await map.locator('[data-way]').last().dispatchEvent('pointerover')
  await soon(() => lit.count()).toBe(1)
  expect(await list.locator('li[data-lit]').count()).toBeGreaterThan(0)
}

async function expectPrint(page: Page) {
  const { map, list, pause, categories } = partsOf(page)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await pause.waitFor()
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByText(/^A still picture of/).isVisible()).toBe(true)
  expect(await page.getByText(/^This is a replay/).isVisible()).toBe(false)
  expect(await map.isVisible()).toBe(true)
  expect(await pause.isVisible()).toBe(false)
  expect(await categories.isVisible()).toBe(false)
  await page.emulateMedia({ media: 'screen', reducedMotion: 'reduce' })
  await pause.waitFor({ state: 'detached' })
  await soon(() => list.getByRole('heading').textContent()).toBe('Largest flows')
}

test('O-04 each category is one page, whatever else the URL contains', async () => {
  const tagOf = async (query: string) => {
    const response = await fetch(`${inject('siteUrl')}${THREAT_MAP}${query}`)
    return response.headers.get('etag')
  }
  const malware = await tagOf('?category=malware')
  expect(await tagOf('?utm_source=mail&category=malware')).toBe(malware)
  expect(await tagOf('')).not.toBe(malware)
  expect(await tagOf('?category=worms')).toBe(await tagOf(''))
})

test.each(sized({ short: [], long: WIDTHS_PX }))(
  'O-04 at %i px it fits the page, and axe finds nothing while it moves',
  async (width) => {
    const page = await goToStopped(await browser.newPage({ width, movesClock: true }), THREAT_MAP)
    await page.clock.runFor(A_WHILE_MS)
    await soon(() => partsOf(page).flights.count()).toBeGreaterThan(0)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
    // Colors must not be checked in the middle of a transition.
    await page.evaluate(() => document.documentElement.style.setProperty('--motion', '0ms'))
    await page.clock.resume()
    expect(await axeViolations(page)).toEqual([])
  },
)

async function expectStill(page: Page) {
  const { map, flights, list, pause } = partsOf(page)
  await page.getByText(/^A still picture of/).waitFor()
  expect(await map.locator('path[data-category]').count()).toBe(40)
  expect(await flights.count()).toBe(0)
  expect(await pause.count()).toBe(0)
  expect(await list.getByRole('heading').textContent()).toBe('Largest flows')
  const { flows } = await readJson<ThreatFlowsResponse>('/api/threat-flows')
  const rows = await rowsOf(page)
  for (const [index, flow] of flows.slice(0, 10).entries()) {
    expect(rows[index]).toContain(flow.family)
    expect(rows[index]).toContain(flow.data_center.name)
  }
  expect(await page.getByRole('table').count()).toBe(3)
}

async function expectNarrowing(page: Page) {
  const { categories, list } = partsOf(page)
  const all = await rowsOf(page)
  await categories.getByRole('link', { name: 'Malware' }).click()
  await page.waitForURL(`**${THREAT_MAP}?category=malware`)
  await page.getByText(/threats were blocked as malware/).waitFor()
  await soon(async () => (await rowsOf(page)).filter((row) => row.includes('Malware')).length).toBe(10)
  expect(await list.getByRole('listitem').count()).toBe(10)
  await categories.getByRole('link', { name: 'All', exact: true }).click()
  await soon(() => addressOf(page)).toBe(THREAT_MAP)
  // The list follows the address.
  await soon(() => rowsOf(page)).toEqual(all)
}

function isCodeLoaded(page: Page): Promise<boolean> {
  return page.evaluate(() =>
    performance.getEntriesByType('resource').some(({ name }) => /threat-map.*\.js/.test(name)),
  )
}
