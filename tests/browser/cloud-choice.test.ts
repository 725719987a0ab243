import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { CLOUD_COOKIE_MAX_AGE_S } from '../../src/domain/constants.ts'
import { isShort } from '../size.ts'
import { addressOf, goTo, soon, testBrowser } from './browser.ts'
import { consentOf } from './consent.ts'
import { CLOUD, findNotification, PATH } from './demo-site.ts'
import { chooseCloud, shellOf } from './shell.ts'
import { toastOf } from './signed-in.ts'

const browser = testBrowser()

const { first, second, government } = CLOUD

test('G-14, G-15, G-16, G-17 the first cloud is the default; a choice stays on the page and is saved for a day; the last visit is saved too if the reader consents', async () => {
  const page = await browser.open('/')
  await choose(page)
  // In the short run: select-cloud.test.ts, and http-pages.test.ts for paths without a cloud.
  if (!isShort) await chooseOnNotification(page)
  await rememberVisits(page)
})

async function choose(page: Page) {
  const { selector, heading, mainNav } = shellOf(page)
  expect(addressOf(page)).toBe(`/${first.domain}`)
  await goTo(page, `/${second.domain}/incidents`)
  expect(await savedClouds(page.context())).toEqual({})

  const before = Date.now() / 1000
  await chooseCloud(page, government.domain)
  await page.waitForURL(`**/${government.domain}/incidents`)
  await soon(() => selector.textContent()).toContain(government.domain)
  // If the answer takes long, the page shows its skeleton first.
  await soon(() => heading.textContent()).toBe('Incidents')
  expect(await mainNav.getByRole('link', { name: 'Home' }).getAttribute('href')).toBe(`/${government.domain}`)
  await soon(() => savedClouds(page.context())).toEqual(cookiesOf(government))
  const after = Date.now() / 1000
  for (const { name, expires } of await page.context().cookies()) {
    expect(expires - before, name).toBeGreaterThan(CLOUD_COOKIE_MAX_AGE_S - 5)
    expect(expires - after, name).toBeLessThan(CLOUD_COOKIE_MAX_AGE_S + 5)
  }
  // Where the start page leads with this cookie: tests/integration/http-pages.test.ts.
  await goTo(page, '/sign-in')
  await soon(() => selector.textContent()).toContain(government.domain)
  await chooseCloud(page, second.domain)
  await soon(() => selector.textContent()).toContain(second.domain)
  expect(addressOf(page)).toBe('/sign-in')
  await soon(() => savedClouds(page.context())).toEqual(cookiesOf(second))
}

async function chooseOnNotification(page: Page) {
  const { record } = await findNotification(({ redirect }) => redirect === undefined)
  const path = `/${first.domain}/notification/${record.id}`
  await goTo(page, path)
  const { selector, heading, mainNav } = shellOf(page)
  await chooseCloud(page, second.domain)
  await soon(() => selector.textContent()).toContain(second.domain)
  expect(addressOf(page)).toBe(path)
  expect(await heading.textContent()).toBe(record.title)
  await mainNav.getByRole('link', { name: 'Incidents' }).click()
  await page.waitForURL(`**/${second.domain}/incidents`)
  await page.goBack()
  await page.waitForURL(`**${path}`)
  await soon(() => selector.textContent()).toContain(`${first.domain},`)
}

async function rememberVisits(page: Page) {
  await page.context().clearCookies()
  await goTo(page, PATH.home)
  await consentOf(page).settings.click()
  await consentOf(page).accept.click()
  await goTo(page, `/${second.domain}/incidents`)
  await soon(() => savedClouds(page.context())).toEqual(cookiesOf(second))

  // The message disappears after some seconds.
  await Promise.all([
    toastOf(page, "We don't know the cloud in this link, so we ignored it.").waitFor(),
    goTo(page, '/?cloud=trust.retired.example&ref=mail'),
  ])
  await soon(() => addressOf(page)).toBe(`/${second.domain}?ref=mail`)
}

async function savedClouds(context: BrowserContext) {
  const cookies = await context.cookies()
  return Object.fromEntries(cookies.map(({ name, value }) => [name, value]))
}

function cookiesOf({ machineName, domain }: { machineName: string; domain: string }) {
  return { cloud: machineName, cloud_domain: domain }
}
