import { describe, expect, test } from 'vitest'
import { addressOf, soon, testBrowser } from './browser.ts'
import { CLOUD, PATH } from './demo-site.ts'
import { chooseCloud, shellOf } from './shell.ts'

const browser = testBrowser()

const GOVERNMENT_HOME = `/${CLOUD.government.domain}`

describe('the logo', () => {
  test('N-01 leads to the home of the cloud', async () => {
    const page = await browser.open(`/${CLOUD.second.domain}/incidents`)
    await shellOf(page).header.getByRole('link', { name: 'Northwall Trust' }).click()
    await page.waitForURL(`**/${CLOUD.second.domain}`)
  })

  test('G-03, N-01 has the government mark beside it on government clouds only', async () => {
    const page = await browser.open(PATH.home)
    const { header } = shellOf(page)
    const mark = header.getByText('Government', { exact: true }).and(page.locator(':not(nav *)'))
    expect(await mark.count()).toBe(0)
    await chooseCloud(page, CLOUD.government.domain)
    await page.waitForURL(`**${GOVERNMENT_HOME}`)
    await mark.waitFor()
  })

  test('G-03 stands beside the government mark on a phone too', async () => {
    const page = await browser.open(GOVERNMENT_HOME, { width: 390 })
    const { header } = shellOf(page)
    await header
      .getByRole('link', { name: /^Northwall/ })
      .locator('svg')
      .waitFor()
    await header.locator('span:has(> svg)').filter({ hasText: 'Government' }).locator('svg').waitFor()
  })
})

describe('the top menu', () => {
  test('N-05 opens in a new tab', async () => {
    const page = await browser.open(PATH.home)
    await page
      .context()
      .route('https://support.northwall.example/**', (route) =>
        route.fulfill({ contentType: 'text/html', body: '<title>Support</title>' }),
      )
    const opening = page.waitForEvent('popup')
    await shellOf(page).header.getByRole('link', { name: 'Support' }).click()
    const tab = await opening
    await tab.waitForURL('https://support.northwall.example/')
    expect(await tab.evaluate(() => window.opener)).toBeNull()
    expect(addressOf(page)).toBe(PATH.home)
  })

  test('N-05 leads where the menu says for the cloud, else where it says for all', async () => {
    const page = await browser.open(PATH.home)
    const menu = shellOf(page).header.getByRole('navigation', { name: 'Northwall sites' })
    const targets = () =>
      menu.getByRole('link').evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href))
    expect(await targets()).toEqual([
      'https://support.northwall.example/',
      'https://community.northwall.example/',
      'https://help.northwall.example/',
    ])
    await chooseCloud(page, CLOUD.government.domain)
    await page.waitForURL(`**${GOVERNMENT_HOME}`)
    await soon(targets).toEqual([
      'https://support.northwall-gov.example/',
      'https://community.northwall.example/',
      'https://help.northwall-gov.example/',
    ])
  })

  test('N-05 is in the footer where the top bar has no room for it', async () => {
    const page = await browser.open(PATH.home, { width: 390 })
    const menus = page.getByRole('navigation', { name: 'Northwall sites' })
    expect(await menus.count()).toBe(1)
    expect(await menus.getByRole('link').first().getAttribute('target')).toBe('_blank')
  })
})

test.each([390, 800, 1440])('nothing moves as the bar comes in, part by part, at %i px', async (width) => {
  const page = await browser.open('/sign-in', { width, javaScript: false })
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
  expect(await placesOf(2)).toEqual(whole.slice(0, 2))
  expect(await placesOf(1)).toEqual(whole.slice(0, 1))
})

test.each([390, 1440])('N-06 a visitor at %i px can sign in and subscribe', async (width) => {
  const page = await browser.open(PATH.home, { width })
  const { header } = shellOf(page)
  await header.getByRole('link', { name: 'Subscribe' }).click()
  await page.waitForURL('**/sign-in?notice=subscribe&origin=%2Fsubscribe')
  await header.getByRole('link', { name: 'Sign In' }).click()
  await page.waitForURL('**/sign-in')
})

describe('the Notifications dropdown', () => {
  const EXTRAS = [
    'https://help.northwall.example/vulnerability-management-status',
    'https://help.northwall.example/zero-trust-branch',
  ]

  test.each([390, 800, 1440])(
    'N-07 opens and closes at %i px, and its pages can be reached',
    async (width) => {
      const page = await browser.open(PATH.home, { width })
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
    },
  )

  test.each([992, 1024, 1060])(
    'a dropdown at the end of the row stays on the page at %i px',
    async (width) => {
      const page = await browser.open(PATH.home, { width })
      const { mainNav } = shellOf(page)
      await mainNav.locator('summary').filter({ hasText: 'Threats' }).click()
      const link = mainNav.getByRole('link', { name: 'Analytics' })
      await link.waitFor()
      const box = await link.boundingBox()
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    },
  )

  test('N-07 has two more links to the help site, in new tabs', async () => {
    const page = await browser.open(PATH.home)
    const extras = shellOf(page).mainNav.locator('a[target="_blank"]')
    expect(await extras.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual(
      EXTRAS,
    )
  })

  test('N-07 has them on government clouds not', async () => {
    const page = await browser.open(GOVERNMENT_HOME)
    const { mainNav, notifications } = shellOf(page)
    await notifications.click()
    await mainNav.getByRole('link', { name: 'Sub-processors' }).waitFor()
    expect(await mainNav.locator('a[target="_blank"]').count()).toBe(0)
  })

  /** Runs in the page: whether a click in its middle would reach it. */
  function isUncovered(element: Element) {
    const { left, top, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  }
})

test('N-10 the footer has the copyright of this year and a feedback line with a mail link', async () => {
  const page = await browser.open(PATH.home)
  const { footer } = shellOf(page)
  await footer.getByText(`© ${new Date().getUTCFullYear()} Northwall Security, Inc.`).waitFor()
  const feedback = footer.getByRole('link', { name: /feedback/i })
  expect(await feedback.getAttribute('href')).toBe('mailto:trust-feedback@northwall.example')
})
