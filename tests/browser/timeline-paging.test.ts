import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { addressOf, soon, testBrowser } from './browser.ts'
import { CLOUD, PATH } from './demo-site.ts'
import { chooseCloud } from './shell.ts'
import { isDisabled, readWeek, timelinePartsOf } from './timeline-parts.ts'

const browser = testBrowser()

describe('the pager', () => {
  test.each([
    ['by mouse', 1440, (page: Page, text: string) => page.getByRole('link', { name: text }).click()],
    ['by keyboard', 800, pressEnterOn],
    ['by touch', 390, (page: Page, text: string) => page.getByRole('link', { name: text }).tap()],
  ] as const)('S-05 goes back to the twelfth week and no further, %s', async (_, width, use) => {
    const page = await browser.open(PATH.cloudStatus, { width, touch: true })
    const { previous, next, caret, services } = timelinePartsOf(page)
    expect(await isDisabled(next)).toBe(true)
    await use(page, '< Previous 7 Days')
    await page.waitForURL(`**${PATH.cloudStatus}?week=1`)
    await soon(() => caret(services).count()).toBe(0)
    await use(page, 'Next 7 Days >')
    await page.waitForURL(`**${PATH.cloudStatus}`)
    await soon(() => caret(services).count()).toBe(1)

    await page.goto(`${PATH.cloudStatus}?week=11`)
    await use(page, '< Previous 7 Days')
    await page.waitForURL(`**${PATH.cloudStatus}?week=12`)
    await soon(() => isDisabled(previous)).toBe(true)
    expect(await isDisabled(next)).toBe(false)
  })

  test('S-05 shows the days of the week that it went to, and its issues', async () => {
    const page = await browser.open(`${PATH.cloudStatus}?week=3`)
    const { services } = timelinePartsOf(page)
    const week = await readWeek(CLOUD.first.machineName, 'core_cloud_services', 3)
    const days = await services
      .locator('ol time')
      .evaluateAll((times) => times.map((time) => time.getAttribute('datetime')))
    expect([days[0], days[6]]).toEqual([week.start_date, week.end_date])
    const ids = week.category.flatMap(({ subCategory }) =>
      subCategory.flatMap(({ category_status }) => category_status.map(({ id }) => id)),
    )
    expect(await services.locator('[data-mark]').count()).toBe(ids.length)
  })

  test('S-05 stays where the reader is on the page', async () => {
    const page = await browser.open(PATH.cloudStatus, { width: 390 })
    const { previous, caret, services } = timelinePartsOf(page)
    await previous.evaluate((step) => step.scrollIntoView({ block: 'start' }))
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(100)
    const top = () => previous.evaluate((step) => step.getBoundingClientRect().top)
    const before = await top()
    await previous.click()
    await soon(() => caret(services).count()).toBe(0)
    expect(Math.abs((await top()) - before)).toBeLessThan(2)
  })
})

describe('the types of data centers', () => {
  test('S-06 are tabs where the cloud has both', async () => {
    const page = await browser.open(PATH.cloudStatus)
    const { tab, centers } = timelinePartsOf(page)
    expect(await tab('Public').getAttribute('aria-current')).toBe('true')
    const names = async () => (await centers.locator('li[id^="row-"]').allTextContents()).join()
    await tab('Premium').click()
    await page.waitForURL(`**${PATH.cloudStatus}?centers=premium`)
    const { category } = await readWeek(CLOUD.first.machineName, 'premium')
    const premium = category[0]?.subCategory[0]?.name ?? ''
    await soon(names).toContain(premium)
    expect(await tab('Premium').getAttribute('aria-current')).toBe('true')

    await page.goto(`/${CLOUD.beta.domain}/cloud-status`)
    expect(await centers.count()).toBe(1)
    expect(await tab('Premium').count()).toBe(0)
  })

  test('S-06 a tab tells of trouble on it while it is not shown', async () => {
    const page = await browser.open(`${PATH.cloudStatus}?centers=premium`)
    expect(await timelinePartsOf(page).tab('Public').textContent()).toContain('some disrupted now')
  })

  test('S-07 another type, and another cloud, begin at this week', async () => {
    const page = await browser.open(`${PATH.cloudStatus}?week=4`)
    await timelinePartsOf(page).tab('Premium').click()
    await page.waitForURL(`**${PATH.cloudStatus}?centers=premium`)
    await page.goto(`${PATH.cloudStatus}?week=4`)
    await chooseCloud(page, CLOUD.second.domain)
    await page.waitForURL(`**/${CLOUD.second.domain}/cloud-status`)
    expect(addressOf(page)).toBe(`/${CLOUD.second.domain}/cloud-status`)
    await soon(() => timelinePartsOf(page).caret(timelinePartsOf(page).services).count()).toBe(1)
  })
})

async function pressEnterOn(page: Page, text: string) {
  await page.locator('main').press('Tab')
  while ((await page.evaluate(() => document.activeElement?.textContent)) !== text) {
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
}
