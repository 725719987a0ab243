import { describe, expect, test } from 'vitest'
import { addressOf, testBrowser } from './browser.ts'
import { CLOUD, PATH, richIncident } from './demo-site.ts'
import { cloudName, shellOf } from './shell.ts'

const browser = testBrowser()

const javaScript = false

describe.each([390, 1440])('without scripts at %i px', (width) => {
  test('the home page shows verdict, banner, navigation and notice', async () => {
    const page = await browser.open(PATH.home, { javaScript, width })
    const { main, mainNav, heading, footer } = shellOf(page)
    await heading.waitFor()
    await main.getByText('Web Security is disrupted').waitFor()
    await main.getByRole('heading', { name: CLOUD.first.domain, exact: true }).waitFor()
    await main.getByText('486.2', { exact: true }).waitFor()
    await main.getByRole('link', { name: /service continuity policy/ }).waitFor()
    expect(await mainNav.getByRole('link', { includeHidden: true }).count()).toBeGreaterThan(8)
    await footer.getByText('Northwall Security, Inc.').waitFor()
  })

  test('the selector opens, and its links lead to the same page of another cloud', async () => {
    const page = await browser.open(PATH.incidents, { javaScript, width })
    const { selector, panel } = shellOf(page)
    await selector.click()
    await panel.getByRole('link', { name: cloudName(CLOUD.second.domain) }).click()
    await page.waitForURL(`**/${CLOUD.second.domain}/incidents`)
  })

  test('the dropdown opens, and its links lead to their pages', async () => {
    const page = await browser.open(PATH.home, { javaScript, width })
    const { notifications, mainNav, heading } = shellOf(page)
    await notifications.click()
    await mainNav.getByRole('link', { name: 'Advisories', exact: true }).click()
    await page.waitForURL('**/advisory-notification')
    await heading.waitFor()
  })
})

describe('without scripts', () => {
  test('G-15, G-16 a cloud chosen on the sign-in page is kept, and the visitor stays there', async () => {
    const page = await browser.open('/sign-in', { javaScript })
    const { selector, panel } = shellOf(page)
    await selector.click()
    await panel.getByRole('link', { name: cloudName(CLOUD.second.domain) }).click()
    await page.waitForURL('**/sign-in')
    await page.goto('/')
    expect(addressOf(page)).toBe(`/${CLOUD.second.domain}`)
  })

  test('lists can be read, paged and filtered', async () => {
    const page = await browser.open(PATH.incidents, { javaScript })
    const { main, statusFilter } = shellOf(page)
    expect(await main.locator('article').count()).toBe(20)
    await main.getByRole('link', { name: 'Page 2' }).click()
    await page.waitForURL('**?page=*')
    await statusFilter.selectOption('Resolved')
    await main.getByRole('button', { name: 'Show' }).click()
    await page.waitForURL('**?category=5')
    expect(await main.locator('article').filter({ hasNotText: 'Resolved' }).count()).toBe(0)
  })

  test('a post can be read whole', async () => {
    const record = await richIncident()
    const page = await browser.open(PATH.incidents, { javaScript })
    const { main, heading } = shellOf(page)
    await main.getByRole('link', { name: record.title, exact: true }).first().click()
    await page.waitForURL('**/posts/*')
    expect(await heading.textContent()).toBe(record.title)
    const text = await main.textContent()
    for (const tag of record.tags) expect(text).toContain(tag)
    expect(await main.getByRole('heading', { name: 'Updates' }).count()).toBe(1)
  })

  test.each(['cloud-status', 'data-center-map', 'faq', 'security-advisories'])(
    'the page %s can be read',
    async (route) => {
      const page = await browser.open(`${PATH.home}/${route}`, { javaScript })
      const { heading, main } = shellOf(page)
      await heading.waitFor()
      expect((await main.textContent())?.length).toBeGreaterThan(500)
    },
  )
})
