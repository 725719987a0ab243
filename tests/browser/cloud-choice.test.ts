import type { BrowserContext } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { CLOUD_COOKIE_MAX_AGE_S } from '../../src/domain/constants.ts'
import { addressOf, goTo, soon, testBrowser } from './browser.ts'
import { consentOf } from './consent.ts'
import { CLOUD, findNotification, PATH } from './demo-site.ts'
import { chooseCloud, shellOf } from './shell.ts'

const browser = testBrowser()

const { first, second, government, agent } = CLOUD

describe('which cloud is selected', () => {
  test('G-14 the first one for a visitor who has chosen none', async () => {
    const page = await browser.open('/')
    expect(addressOf(page)).toBe(`/${first.domain}`)
  })

  test('G-14 the one that was chosen', async () => {
    const page = await browser.open(PATH.incidents)
    await chooseCloud(page, second.domain)
    await page.waitForURL(`**/${second.domain}/incidents`)
    await goTo(page, '/')
    expect(addressOf(page)).toBe(`/${second.domain}`)
    await goTo(page, '/sign-in')
    await soon(() => shellOf(page).selector.textContent()).toContain(second.domain)
  })

  test('G-14 the one of the address, whatever was saved', async () => {
    const page = await browser.open(`/${second.domain}`)
    await goTo(page, `/${government.domain}`)
    expect(await shellOf(page).selector.textContent()).toContain(government.domain)
  })

  test('G-14 the one of the last visit, where the reader lets the device remember', async () => {
    const page = await browser.open(PATH.home)
    await consentOf(page).accept.click()
    await goTo(page, `/${second.domain}/incidents`)
    await soon(() => savedClouds(page.context())).toEqual(cookiesOf(second))
    await goTo(page, '/')
    expect(addressOf(page)).toBe(`/${second.domain}`)
  })

  test('G-14 a cloud with another default page opens there', async () => {
    const page = await browser.open(PATH.home)
    await chooseCloud(page, agent.domain)
    await page.waitForURL(`**/${agent.domain}`)
    await goTo(page, '/')
    expect(addressOf(page)).toBe(`/${agent.domain}/cloud-status`)
  })

  test('G-15 the query preselects a cloud and loses only that parameter', async () => {
    const page = await browser.open(`/?cloud=trust.${government.domain}&ref=mail`)
    expect(addressOf(page)).toBe(`/${government.domain}?ref=mail`)
    expect(await savedClouds(page.context())).toEqual(cookiesOf(government))

    await goTo(page, `${PATH.incidents}?category=5&cloud=trust.${second.domain}`)
    expect(addressOf(page)).toBe(`/${second.domain}/incidents?category=5`)
    await goTo(page, `/sign-in?cloud=trust.${government.domain}&next=1`)
    expect(addressOf(page)).toBe('/sign-in?next=1')
    await soon(() => shellOf(page).selector.textContent()).toContain(government.domain)
  })
})

describe('choosing another cloud', () => {
  test('G-16 keeps the page and changes the first segment of its path', async () => {
    const page = await browser.open(PATH.incidents)
    await chooseCloud(page, second.domain)
    await page.waitForURL(`**/${second.domain}/incidents`)
    const { selector, heading, mainNav } = shellOf(page)
    await soon(() => selector.textContent()).toContain(second.domain)
    expect(await heading.textContent()).toBe('Incidents')
    expect(await mainNav.getByRole('link', { name: 'Home' }).getAttribute('href')).toBe(`/${second.domain}`)
  })

  test.each(['/sign-in', '/sign-up'])('G-16 stays on %s', async (path) => {
    const page = await browser.open(path)
    await chooseCloud(page, government.domain)
    await soon(() => shellOf(page).selector.textContent()).toContain(government.domain)
    expect(addressOf(page)).toBe(path)
    expect(await savedClouds(page.context())).toEqual(cookiesOf(government))
  })

  test('G-16 stays on a notification, and going back to it selects its cloud again', async () => {
    const { record } = await findNotification(({ redirect }) => redirect === undefined)
    const path = `/${first.domain}/notification/${record.id}`
    const page = await browser.open(path)
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
  })

  test('G-16 on a notification without a cloud in its path, the choice stands after a reload', async () => {
    const { record } = await findNotification(({ redirect }) => redirect === undefined)
    const page = await browser.open(`/notification/${record.id}`)
    await chooseCloud(page, second.domain)
    await soon(() => shellOf(page).selector.textContent()).toContain(second.domain)
    await goTo(page, `/notification/${record.id}`)
    await soon(() => shellOf(page).selector.textContent()).toContain(second.domain)
  })

  test('G-17 saves machine name and domain for a day; a mere visit saves nothing', async () => {
    const page = await browser.open(`/${second.domain}`)
    await shellOf(page).mainNav.getByRole('link', { name: 'FAQ' }).click()
    await page.waitForURL(`**/${second.domain}/faq`)
    expect(await savedClouds(page.context())).toEqual({})
    await goTo(page, PATH.home)
    const before = Date.now() / 1000
    await chooseCloud(page, second.domain)
    await soon(() => savedClouds(page.context())).toEqual(cookiesOf(second))
    for (const { name, expires } of await page.context().cookies()) {
      expect(expires - before, name).toBeGreaterThan(CLOUD_COOKIE_MAX_AGE_S - 5)
      expect(expires - before, name).toBeLessThan(CLOUD_COOKIE_MAX_AGE_S + 60)
    }
  })
})

describe('the status filter', () => {
  test('L-02 narrows the list, and the address says so', async () => {
    const page = await browser.open(PATH.incidents)
    const { statusFilter, main } = shellOf(page)
    await statusFilter.selectOption('Resolved')
    await page.waitForURL('**?category=*')
    const records = main.locator('article')
    await soon(() => records.filter({ hasNotText: 'Resolved' }).count()).toBe(0)
    expect(await records.count()).toBeGreaterThan(0)
    await page.reload()
    expect(await selectedStatus(statusFilter)).toBe('Resolved')
  })

  test('G-18 is back at All Statuses after a change of page or cloud', async () => {
    const page = await browser.open(`${PATH.incidents}?category=5`)
    const { statusFilter, mainNav, heading, main } = shellOf(page)
    expect(await selectedStatus(statusFilter)).toBe('Resolved')
    await mainNav.getByRole('link', { name: 'Maintenance' }).click()
    await soon(() => heading.textContent()).toBe('Maintenance')
    expect(await selectedStatus(statusFilter)).toBe('All Statuses')
    expect(addressOf(page)).toBe(PATH.maintenance)

    await statusFilter.selectOption('Completed')
    await soon(() => main.locator('article').filter({ hasNotText: 'Completed' }).count()).toBe(0)
    await chooseCloud(page, second.domain)
    await page.waitForURL(`**/${second.domain}/maintenance`)
    await soon(() => selectedStatus(statusFilter)).toBe('All Statuses')
  })
})

function selectedStatus(filter: ReturnType<typeof shellOf>['statusFilter']) {
  return filter.evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.textContent)
}

async function savedClouds(context: BrowserContext) {
  const cookies = await context.cookies()
  return Object.fromEntries(cookies.map(({ name, value }) => [name, value]))
}

function cookiesOf({ machineName, domain }: { machineName: string; domain: string }) {
  return { cloud: machineName, cloud_domain: domain }
}
