import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { isShort, sized } from '../size.ts'
import { addressOf, goTo, soon, testBrowser } from './browser.ts'
import { CLOUD, PATH } from './demo-site.ts'
import { chooseCloud } from './shell.ts'
import { isDisabled, readWeek, timelinePartsOf } from './timeline-parts.ts'

const browser = testBrowser()

const USES = sized({
  short: [],
  long: [
    ['by touch', 390, (page: Page, text: string) => pagerLink(page, text).tap()] as const,
    ['by mouse', 1440, (page: Page, text: string) => pagerLink(page, text).click()] as const,
    ['by keyboard', 800, pressEnterOn] as const,
  ],
})

// `week-pager.test.tsx` covers where it leads and ends; the next test follows it.
test.each(USES)('S-05 the pager goes back to the twelfth week and no further, %s', async (_, width, use) => {
  const page = await browser.open(PATH.cloudStatus, { width, touch: true })
  const { next, caret, services } = timelinePartsOf(page)
  expect(await isDisabled(next)).toBe(true)
  await use(page, '< Previous 7 Days')
  await page.waitForURL(`**${PATH.cloudStatus}?week=1`)
  await soon(() => caret(services).count()).toBe(0)
  await use(page, 'Next 7 Days >')
  await page.waitForURL(`**${PATH.cloudStatus}`)
  await soon(() => caret(services).count()).toBe(1)
  await goTo(page, `${PATH.cloudStatus}?week=11`)
  await use(page, '< Previous 7 Days')
  await expectOldest(page)
})

test('S-05 S-06 S-07 the pager shows the week and keeps scroll position and focus; another type or cloud starts at the current week; a link to a collapsed line opens it', async () => {
  const page = await browser.open(`${PATH.cloudStatus}?week=11`)
  const { previous, caret, services, tab, centers } = timelinePartsOf(page)
  await previous.click()
  await expectOldest(page)

  await tab('Premium').click()
  await page.waitForURL(`**${PATH.cloudStatus}?centers=premium`)
  const { category } = await readWeek(CLOUD.first.machineName, 'premium')
  const names = async () => (await centers.locator('li[id^="row-"]').allTextContents()).join()
  await soon(names).toContain(category[0]?.subCategory[0]?.name ?? '')
  expect(await tab('Premium').getAttribute('aria-current')).toBe('true')
  await soon(() => caret(services).count()).toBe(1)

  await turnInPlace(page)
  await chooseCloud(page, CLOUD.second.domain)
  await page.waitForURL(`**/${CLOUD.second.domain}/cloud-status`)
  expect(addressOf(page)).toBe(`/${CLOUD.second.domain}/cloud-status`)
  await soon(() => caret(services).count()).toBe(1)
  // In the short run record-page.test.ts follows a link to a line.
  if (!isShort) await followToFold(page)
})

async function expectOldest(page: Page) {
  const { previous, next } = timelinePartsOf(page)
  await page.waitForURL(`**${PATH.cloudStatus}?week=12`)
  await soon(() => isDisabled(previous)).toBe(true)
  expect(await isDisabled(next)).toBe(false)
  await soon(() => previous.evaluate((step) => step === document.activeElement)).toBe(true)
}

async function turnInPlace(page: Page) {
  const { previous, caret, services } = timelinePartsOf(page)
  await previous.evaluate((step) => step.scrollIntoView({ block: 'start' }))
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(100)
  const top = () => previous.evaluate((step) => step.getBoundingClientRect().top)
  const before = await top()
  await previous.click()
  await page.waitForURL('**week=1**')
  await soon(() => caret(services).count()).toBe(0)
  expect(Math.abs((await top()) - before)).toBeLessThan(2)
  const week = await readWeek(CLOUD.first.machineName, 'core_cloud_services', 1)
  const days = await services
    .locator('ol time')
    .evaluateAll((times) => times.map((time) => time.getAttribute('datetime')))
  expect([days[0], days[6]]).toEqual([week.start_date, week.end_date])
  const issues = week.category.flatMap(({ subCategory }) =>
    subCategory.flatMap(({ category_status }) => category_status),
  )
  expect(await services.locator('[data-mark]').count()).toBe(issues.length)
}

async function followToFold(page: Page) {
  const folded = page.locator('main details:not([open]) li[id^="row-"]').last()
  await leadTo(page, `${PATH.cloudStatus}#row-%`)
  await soon(() => page.locator('h1:focus').textContent()).toBe('Cloud Status')
  await timelinePartsOf(page).tab('Public').waitFor()
  const id = (await folded.getAttribute('id')) ?? ''
  await page.goto('about:blank')
  await goTo(page, `${PATH.cloudStatus}#${id}`)
  await untilReached(page, id)
  await page.locator(`details:has(#${id}) > summary`).first().click()
  await soon(() => page.locator(`#${id}`).isVisible()).toBe(false)
}

/** Like a link on another page, without loading a document. */
async function leadTo(page: Page, path: string) {
  await page.evaluate((address) => {
    history.pushState(null, '', address)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}

async function untilReached(page: Page, id: string) {
  const row = page.locator(`#${id}`)
  await soon(() => row.evaluate((line) => line === document.activeElement)).toBe(true)
  await soon(() =>
    row.evaluate((line) => {
      const { top, bottom } = line.getBoundingClientRect()
      return top > 0 && bottom < innerHeight
    }),
  ).toBe(true)
  expect(await row.getAttribute('data-target')).toBe('')
}

function pagerLink(page: Page, text: string) {
  return page.getByRole('link', { name: text })
}

async function pressEnterOn(page: Page, text: string) {
  await page.locator('main').press('Tab')
  while ((await page.evaluate(() => document.activeElement?.textContent)) !== text) {
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
}
