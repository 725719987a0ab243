import type { Page } from 'playwright-core'
import { describe, expect, inject, test } from 'vitest'
import type { ThreatFlowsResponse } from '../../src/contract/threats.ts'
import { axeViolations } from './axe-violations.ts'
import { addressOf, goTo, soon, testBrowser } from './browser.ts'
import { CLOUD, PATH, readJson } from './demo-site.ts'
import { shellOf } from './shell.ts'
import { goToStopped, partsOf, rowsOf, THREAT_MAP } from './threat-map-parts.ts'
import { WIDTHS_PX } from './widths.ts'

const browser = testBrowser()

const A_WHILE_MS = 5_000

describe('O-04 the still picture', () => {
  test.each([
    ['without scripts', { javaScript: false }],
    ['for those who want no motion', { reducedMotion: true }],
  ] as const)('%s has the largest flows on the map and in the list', async (_, options) => {
    const page = await browser.open(THREAT_MAP, options)
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
  })

  test('on paper has its caption, and nothing to press', async () => {
    const page = await browser.open(THREAT_MAP)
    const { map, categories, pause } = partsOf(page)
    await pause.waitFor()
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByText(/^A still picture of/).isVisible()).toBe(true)
    expect(await page.getByText(/^This is a replay/).isVisible()).toBe(false)
    expect(await map.isVisible()).toBe(true)
    expect(await pause.isVisible()).toBe(false)
    expect(await categories.isVisible()).toBe(false)
  })

  test('lights the line of the row that somebody points at or has the focus on, and the other way round', async () => {
    const page = await browser.open(THREAT_MAP, { reducedMotion: true })
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
    const way = map.locator('[data-way]').last()
    await way.dispatchEvent('pointerover')
    await soon(() => lit.count()).toBe(1)
    expect(await list.locator('li[data-lit]').count()).toBeGreaterThan(0)
  })

  test('says why it is still', async () => {
    const page = await browser.open(THREAT_MAP, { reducedMotion: true })
    await page.getByText('Still, as your device asks for less motion.').waitFor()
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await partsOf(page).pause.waitFor()
  })
})

describe('O-04 the categories', () => {
  test.each([true, false])('narrow the page, in its address too (scripts: %s)', async (javaScript) => {
    const page = await browser.open(THREAT_MAP, { javaScript })
    const { categories, list } = partsOf(page)
    await categories.getByRole('link', { name: 'Malware' }).click()
    await page.waitForURL(`**${THREAT_MAP}?category=malware`)
    await page.getByText(/threats were blocked as malware/).waitFor()
    await soon(async () => (await rowsOf(page)).every((row) => row.includes('Malware'))).toBe(true)
    expect(await list.getByRole('listitem').count()).toBe(10)
    await categories.getByRole('link', { name: 'All', exact: true }).click()
    await soon(() => addressOf(page)).toBe(THREAT_MAP)
  })

  test('make one page each, whatever else the address carries', async () => {
    const tagOf = async (query: string) => {
      const response = await fetch(`${inject('siteUrl')}${THREAT_MAP}${query}`)
      return response.headers.get('etag')
    }
    const malware = await tagOf('?category=malware')
    expect(await tagOf('?utm_source=mail&category=malware')).toBe(malware)
    expect(await tagOf('')).not.toBe(malware)
    expect(await tagOf('?category=worms')).toBe(await tagOf(''))
  })
})

describe('O-04 the threat map', () => {
  test('is in the menu, and not on clouds that hide it; its code comes with it and not before', async () => {
    const page = await browser.open(PATH.home)
    const { mainNav } = shellOf(page)
    expect(await isCodeLoaded(page)).toBe(false)
    await mainNav.locator('summary').filter({ hasText: 'Threats' }).click()
    await mainNav.getByRole('link', { name: 'Threat Map' }).click()
    await page.waitForURL(`**${THREAT_MAP}`)
    await soon(() => isCodeLoaded(page)).toBe(true)
    for (const { domain } of [CLOUD.government, CLOUD.beta, CLOUD.agent]) {
      await goTo(page, `/${domain}/threat-map`)
      expect(addressOf(page)).not.toContain('threat-map')
      expect(await shellOf(page).mainNav.locator('a[href$="/threat-map"]').count()).toBe(0)
    }
  })

  test('leads from a row to the data center on its map', async () => {
    const page = await browser.open(THREAT_MAP, { reducedMotion: true })
    const link = partsOf(page).list.getByRole('link').first()
    const name = (await link.textContent()) ?? ''
    await link.click()
    await page.waitForURL('**/data-center-map?search=*')
    expect(new URL(page.url()).searchParams.get('search')).toBe(name)
  })

  test('without any figures says so over a quiet world', async () => {
    const page = await browser.open(PATH.incidents)
    const nothing: ThreatFlowsResponse = {
      day: null,
      total: 0,
      totals: { malware: 0, threat: 0, sandbox: 0, ba: 0 },
      flows: [],
    }
    await page.route('**/api/threat-flows', (route) => route.fulfill({ json: nothing }))
    const { mainNav } = shellOf(page)
    await mainNav.locator('summary').filter({ hasText: 'Threats' }).click()
    await mainNav.getByRole('link', { name: 'Threat Map' }).click()
    await page.getByText('There are no threat figures yet.').waitFor()
    await partsOf(page).map.waitFor()
    expect(await page.getByRole('listitem').filter({ hasText: '→' }).count()).toBe(0)
  })

  test.each(WIDTHS_PX)('at %i px fits the page and pleases axe while it moves', async (width) => {
    const page = await goToStopped(await browser.newPage({ width }), THREAT_MAP)
    await page.clock.runFor(A_WHILE_MS)
    expect(await partsOf(page).flights.count()).toBeGreaterThan(0)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
    // No colour is looked at while it changes.
    await page.evaluate(() => document.documentElement.style.setProperty('--motion', '0ms'))
    await page.clock.resume()
    expect(await axeViolations(page)).toEqual([])
  })
})

function isCodeLoaded(page: Page): Promise<boolean> {
  return page.evaluate(() =>
    performance.getEntriesByType('resource').some(({ name }) => /threat-map.*\.js/.test(name)),
  )
}
