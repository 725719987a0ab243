import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { isShort } from '../size.ts'
import { goTo, soon, testBrowser } from './browser.ts'
import { consentOf, storedOn } from './consent.ts'
import { PATH, richIncident } from './demo-site.ts'
import { noteShifts, sumOfShifts } from './layout-shifts.ts'
import { shellOf } from './shell.ts'
import { WIDTHS_PX } from './widths.ts'

const browser = testBrowser()

const ZURICH = { timeZone: 'Europe/Zurich' }
const KOLKATA = { timeZone: 'Asia/Kolkata' }
const IN_UTC = /^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d UTC$/
const IN_KOLKATA = /^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT\+5:30$/

test('L-11 times are in UTC until the reader switches, with local time on hover; both are the same moments, everywhere on the page; a remembered zone is forgotten on request', async () => {
  const { id } = await richIncident()
  const page = await browser.open(PATH.incidents, KOLKATA)
  const time = timesOn(page).first()
  const inUtc = await time.textContent()
  const moment = await time.getAttribute('datetime')
  expect(inUtc).toMatch(IN_UTC)
  await soon(() => time.getAttribute('title')).toMatch(IN_KOLKATA)
  await zoneOf(page, 'UTC').focus()
  await page.keyboard.press('ArrowRight')
  expect(await zoneOf(page, 'Kolkata (GMT+5:30)').isChecked()).toBe(true)
  await soon(() => time.textContent()).toMatch(IN_KOLKATA)
  expect(await time.getAttribute('title')).toBe(inUtc)
  expect(await time.getAttribute('datetime')).toBe(moment)
  expect(await time.textContent()).toBe(inWords(new Date(Date.parse(moment ?? '') + 5.5 * 3_600_000)))
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  expect(await remember(page).isChecked()).toBe(true)

  const html = await (await page.request.get(PATH.incidents)).text()
  expect(html).toContain(' UTC</time>')
  expect(html).not.toContain('GMT+')

  await goTo(page, `${PATH.home}/posts/${id}`)
  await soon(() => timesOn(page).first().textContent()).toMatch(/GMT\+5:30$/)
  expect(await timesOn(page).count()).toBeGreaterThan(5)
  const inAnotherZone = async () =>
    (await timesOn(page).allTextContents()).filter((words) => !/GMT\+5:30$/.test(words))
  await soon(inAnotherZone).toEqual([])
  const published = shellOf(page).footer.getByText(/published/)
  await soon(() => published.textContent()).toMatch(/GMT\+5:30$/)
  await remember(page).uncheck()
  expect(await storedOn(page)).toEqual({ 'candor-consent': 'rejected' })
  expect(await published.textContent()).toMatch(/GMT\+5:30$/)
})

// In the short run layout.test.ts and cookie-consent.test.ts prove that the page doesn't shift.
test.skipIf(isShort).each(WIDTHS_PX)(
  'the zone switch shifts nothing when it appears at %i px',
  async (width) => {
    const page = await browser.newPage({ ...ZURICH, width })
    // A page short enough to show its footer.
    await page.goto('/sign-in', { waitUntil: 'commit' })
    const { footer } = shellOf(page)
    await footer.waitFor()
    await page.evaluate(noteShifts)
    await page.getByRole('group', { name: 'Times in' }).waitFor()
    await page.evaluate(() => new Promise(requestAnimationFrame))
    // A late font may move a word by a pixel, and the line about the edition begins further left with its time.
    expect(await sumOfShifts(page)).toBeLessThan(0.002)
  },
)

// In the short run: preferences.test.ts covers a storage that is blocked.
test.skipIf(isShort)(
  "O-03 blocked storage breaks nothing, and there is no switch if the reader's zone is UTC",
  async () => {
    const refused = await browser.newPage(ZURICH)
    await refused.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new DOMException('The operation is insecure.', 'SecurityError')
        },
      })
    })
    await goTo(refused, PATH.incidents)
    const { accept, region, settings } = consentOf(refused)
    await settings.click()
    await accept.click()
    await soon(() => region.count()).toBe(0)
    await shellOf(refused).footer.getByRole('radio', { name: 'Dark' }).check()
    expect(await refused.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
    await zoneOf(refused, 'Zurich').check()
    expect(await timesOn(refused).first().textContent()).toMatch(/GMT\+[12]$/)
    await remember(refused).click()
    expect(await remember(refused).isChecked()).toBe(false)

    const inUtc = await browser.open('/sign-in')
    expect(await inUtc.getByRole('group', { name: 'Times in' }).count()).toBe(0)
  },
)

function timesOn(page: Page) {
  return shellOf(page).main.locator('time')
}

function zoneOf(page: Page, name: string) {
  return shellOf(page).footer.getByRole('radio', { name })
}

function remember(page: Page) {
  return shellOf(page).footer.getByRole('checkbox', { name: 'Remember on this device' })
}

function inWords(moved: Date) {
  return `${moved.toUTCString().replace(/ GMT$/, '')} GMT+5:30`
}
