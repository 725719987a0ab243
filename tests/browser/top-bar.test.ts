import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { isShort, sized } from '../size.ts'
import { addressOf, goTo, soon, testBrowser } from './browser.ts'
import { CLOUD, PATH } from './demo-site.ts'
import { chooseCloud, shellOf } from './shell.ts'

const browser = testBrowser()

const GOVERNMENT_HOME = `/${CLOUD.government.domain}`

describe('the top bar', () => {
  test('G-03, N-01, N-05, N-07 follows the cloud: the logo, the government mark and the menus', async () => {
    const page = await browser.open(`/${CLOUD.second.domain}`)
    const { header, mainNav, notifications } = shellOf(page)
    const logo = header.getByRole('link', { name: /^Northwall/ })
    expect(await logo.getAttribute('href')).toBe(`/${CLOUD.second.domain}`)

    const mark = header.getByText('Government', { exact: true }).and(page.locator(':not(nav *)'))
    const menu = header.getByRole('navigation', { name: 'Northwall sites' })
    const extras = mainNav.locator('a[target="_blank"]')
    const targets = (links: ReturnType<typeof menu.getByRole>) =>
      links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href))
    expect(await mark.count()).toBe(0)
    expect(await targets(menu.getByRole('link'))).toEqual([
      'https://support.northwall.example/',
      'https://community.northwall.example/',
      'https://help.northwall.example/',
    ])
    expect(await targets(extras)).toEqual([
      'https://help.northwall.example/vulnerability-management-status',
      'https://help.northwall.example/zero-trust-branch',
    ])

    await chooseCloud(page, CLOUD.government.domain)
    await page.waitForURL(`**${GOVERNMENT_HOME}`)
    await mark.waitFor()
    await soon(() => targets(menu.getByRole('link'))).toEqual([
      'https://support.northwall-gov.example/',
      'https://community.northwall.example/',
      'https://help.northwall-gov.example/',
    ])
    await notifications.click()
    await mainNav.getByRole('link', { name: 'Sub-processors' }).waitFor()
    expect(await extras.count()).toBe(0)

    await page.setViewportSize({ width: 390, height: 900 })
    await logo.locator('svg').first().waitFor()
    await header.locator('span:has(> svg)').filter({ hasText: 'Government' }).locator('svg').waitFor()
  })

  // In the short run: layout.test.ts.
  test.skipIf(isShort)('does not shift as it loads part by part', async () => {
    const page = await browser.newPage({ javaScript: false })
    for (const width of [390, 800, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto('/sign-in')
      const row = page.locator('header.shell > div > div').first()
      const placesOf = (many: number) =>
        row.evaluate((node, many) => {
          const parts = [...node.children].filter((part) => part.checkVisibility())
          for (const part of parts.slice(many)) part.remove()
          return parts.slice(0, many).map((part) => {
            const { x, y } = part.getBoundingClientRect()
            return { x, y }
          })
        }, many)
      const whole = await placesOf(9)
      expect(whole.length).toBeGreaterThan(2)
      expect(await placesOf(2), `at ${width} px`).toEqual(whole.slice(0, 2))
      expect(await placesOf(1), `at ${width} px`).toEqual(whole.slice(0, 1))
    }
  })
})

test('N-05, N-06, N-07 the bar links to other sites in a new tab, to sign-in and subscriptions; a dropdown opens, closes and stays on the page', async () => {
  const page = await browser.open(PATH.home)
  await leadToOtherSites(page)
  await keepDropdownOnPage(page)
  for (const width of sized({ short: [390], long: [390, 800, 1440] })) await openDropdown(page, width)
  await leadToSignIn(page)
})

async function leadToOtherSites(page: Page) {
  const support = shellOf(page).header.getByRole('link', { name: 'Support' })
  expect(await support.getAttribute('href')).toBe('https://support.northwall.example/')
  expect(await support.getAttribute('target')).toBe('_blank')
  expect(await support.getAttribute('rel')).toBe('noopener')

  await page.setViewportSize({ width: 390, height: 900 })
  const menus = page.getByRole('navigation', { name: 'Northwall sites' })
  await soon(() => menus.count()).toBe(1)
  expect(await menus.getByRole('link').first().getAttribute('target')).toBe('_blank')
}

async function openDropdown(page: Page, width: number) {
  await page.setViewportSize({ width, height: 900 })
  if (addressOf(page) !== PATH.home) await goTo(page, PATH.home)
  const { notifications, mainNav, heading } = shellOf(page)
  const link = mainNav.getByRole('link', { name: 'Sub-processors' })
  await notifications.click()
  await link.waitFor()
  expect(await link.evaluate(isUncovered)).toBe(true)
  await page.keyboard.press('Escape')
  await link.waitFor({ state: 'hidden' })
  await notifications.click()
  await link.click()
  await page.waitForURL('**/sub-processor-notification')
  await soon(() => heading.textContent()).toMatch(/sub-processor/i)
  await link.waitFor({ state: 'hidden' })
}

async function keepDropdownOnPage(page: Page) {
  await page.setViewportSize({ width: 992, height: 900 })
  const { mainNav } = shellOf(page)
  await mainNav.locator('summary').filter({ hasText: 'Threats' }).click()
  const link = mainNav.getByRole('link', { name: 'Analytics' })
  for (const width of [992, 1024, 1060]) {
    await page.setViewportSize({ width, height: 900 })
    await link.waitFor()
    await soon(async () => {
      const { x = 0, width: own = Number.NaN } = (await link.boundingBox()) ?? {}
      return x + own <= width
    }).toBe(true)
    await soon(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
  await page.keyboard.press('Escape')
}

async function leadToSignIn(page: Page) {
  await page.setViewportSize({ width: 390, height: 900 })
  const { header } = shellOf(page)
  await header.getByRole('link', { name: 'Subscribe' }).click()
  await page.waitForURL('**/sign-in?notice=subscribe&origin=%2Fsubscribe')
  // The address changes before the bar does: until then the link leads back to the previous page.
  await soon(() => header.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe('/sign-in')
}

/** Runs in the page: whether a click in the middle of the element would hit it. */
function isUncovered(element: Element) {
  const { left, top, width, height } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
}
