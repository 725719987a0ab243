import { expect, test } from 'vitest'
import { isShort } from '../size.ts'
import { addressOf, testBrowser } from './browser.ts'
import { consentOf } from './consent.ts'
import { CLOUD, PATH, richIncident } from './demo-site.ts'
import { cloudName, shellOf } from './shell.ts'
import { PHONE_AND_DESKTOP_PX } from './widths.ts'

const browser = testBrowser()

const javaScript = false

test.each(PHONE_AND_DESKTOP_PX)(
  'N-10, O-03 without scripts at %i px the home page is complete to its footer, asks for no consent, and its dropdown works',
  async (width) => {
    const page = await browser.open(PATH.home, { javaScript, width, timeZone: 'Europe/Zurich' })
    const { main, mainNav, heading, footer, notifications } = shellOf(page)
    await heading.waitFor()
    await main.getByText('Web Security is disrupted').waitFor()
    await main.getByRole('heading', { name: CLOUD.first.domain, exact: true }).waitFor()
    await main.getByText('486.2', { exact: true }).waitFor()
    await main.getByRole('link', { name: /service continuity policy/ }).waitFor()
    expect(await mainNav.getByRole('link', { includeHidden: true }).count()).toBeGreaterThan(8)
    await footer.getByText('Northwall Security, Inc.').waitFor()
    // Without scripts nothing is stored, so there is no prompt, and no time zone to switch to.
    const { region, settings } = consentOf(page)
    expect(await region.count()).toBe(0)
    expect(await settings.isVisible()).toBe(false)
    expect(await page.content()).not.toContain('Cookie consent')
    expect(await page.getByText('Times in').filter({ visible: true }).count()).toBe(0)
    // The year may have changed since the page was rendered.
    const years = [new Date(), new Date(Date.now() - 3_600_000)].map((at) => at.getUTCFullYear())
    expect(await footer.innerText()).toMatch(new RegExp(`© (${years.join('|')}) Northwall Security, Inc\\.`))
    const feedback = footer.getByRole('link', { name: /feedback/i })
    expect(await feedback.getAttribute('href')).toBe('mailto:trust-feedback@northwall.example')

    await notifications.click()
    await mainNav.getByRole('link', { name: 'Advisories', exact: true }).click()
    await page.waitForURL('**/advisory-notification')
  },
)

test('without scripts lists can be paged, filters and searches are forms that combine, a post can be closed, and a chosen cloud is remembered (G-15, G-16, L-06, L-12, F-01, F-02, S-04)', async () => {
  const record = await richIncident()
  const page = await browser.open(PATH.incidents, { javaScript })
  const { main, statusFilter, selector, panel } = shellOf(page)
  expect(await main.locator('article').count()).toBe(20)
  await main.getByRole('link', { name: 'Page 2' }).click()
  await page.waitForURL('**?page=*')
  await statusFilter.selectOption('Resolved')
  await main.getByRole('button', { name: 'Show' }).click()
  await page.waitForURL('**?category=5')
  expect(await main.locator('article').filter({ hasNotText: 'Resolved' }).count()).toBe(0)
  await main.locator('summary').filter({ hasText: 'Data centers' }).click()
  expect(await main.getByRole('searchbox').count()).toBe(0)
  await main.getByRole('checkbox', { name: 'Frankfurt IV', exact: true }).check()
  await main.getByRole('button', { name: 'Apply' }).click()
  await page.waitForURL('**?category=5&datacenter=*')

  // In the short run: text-pages.test.tsx, post-dialog.test.tsx and http-pages.test.ts.
  if (isShort) return
  await page.goto(PATH.faq)
  expect(await main.getByText('webhooks and chat channels').isVisible()).toBe(true)
  expect(await main.getByRole('button', { name: /all$|^Copy/ }).count()).toBe(0)
  await main.getByRole('searchbox').fill('Webhooks')
  await main.getByRole('button', { name: 'Search' }).click()
  await page.waitForURL('**?search=Webhooks')

  await page.goto(`${PATH.cloudStatus}?week=1&post=${record.id}`)
  const dialog = main.locator('dialog')
  await dialog.getByRole('heading', { name: record.title }).waitFor()
  expect(await main.getByRole('searchbox').count()).toBe(0)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.waitForURL(`**${PATH.cloudStatus}?week=1`)
  expect(await dialog.count()).toBe(0)

  await page.goto('/sign-in')
  expect(await page.getByRole('button', { name: 'Show Password' }).count()).toBe(0)
  await selector.click()
  await panel.getByRole('link', { name: cloudName(CLOUD.second.domain) }).click()
  await page.waitForURL('**/sign-in')
  await page.goto('/')
  expect(addressOf(page)).toBe(`/${CLOUD.second.domain}`)
})
