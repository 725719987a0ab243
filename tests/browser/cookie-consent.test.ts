import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { sized } from '../size.ts'
import { axeInDetail } from './axe-in-detail.ts'
import { goTo, soon, testBrowser } from './browser.ts'
import { askForConsent, consentOf, storedOn } from './consent.ts'
import { PATH } from './demo-site.ts'
import { noteShifts, shiftsOn } from './layout-shifts.ts'
import { shellOf } from './shell.ts'

const browser = testBrowser()

const ZURICH = { timeZone: 'Europe/Zurich' }
const POLICY = '/privacy-compliance/cookie-policy'

test('G-10, O-03 consent is asked on the first change of zone or theme, not on arrival, with two equal answers; nothing optional is stored before; Accept stores the choice in every tab and can be changed in the footer; the policy names everything stored', async () => {
  const page = await browser.open(PATH.home, { ...ZURICH, reducedMotion: true })
  await expectEqualAnswers(page)
  await expectNothingStored(page)
  await accept(page)
  await changeAnswer(page)
  await readPolicy(page)
})

/** At wide and narrow widths, with a link to the policy. */
async function expectEqualAnswers(page: Page) {
  const { region, accept, reject } = consentOf(page)
  expect(await region.count()).toBe(0)
  await askForConsent(page)
  for (const width of [390, 800, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const [yes, no] = await Promise.all([accept, reject].map(lookOf))
    expect(yes?.box).toMatchObject({ y: no?.box?.y, width: no?.box?.width, height: no?.box?.height })
    expect(yes?.style).toEqual(no?.style)
    // The accessibility tests see the prompt on every page.
    expect(await axeInDetail(page), `at ${width} px`).toEqual([])
  }
  await region.getByRole('link', { name: 'Cookie policy' }).click()
  await page.waitForURL(`**${POLICY}`)
  await soon(() => region.count()).toBe(1)
}

async function expectNothingStored(page: Page) {
  await goTo(page, PATH.home)
  await choose(page)
  await shellOf(page).mainNav.getByRole('link', { name: 'Incidents' }).click()
  await page.waitForURL(`**${PATH.incidents}`)
  await soon(() => chosenOn(page)).toEqual({ theme: 'dark', zone: true })
  expect(await storedOn(page)).toEqual({})
  expect(await cookiesOn(page)).toEqual([])
  await goTo(page, PATH.incidents)
  expect(await chosenOn(page)).toEqual({ theme: undefined, zone: false })
}

/** Accept stores current and later choices, does not ask again, and applies to other tabs. */
async function accept(page: Page) {
  const { accept, region } = consentOf(page)
  const other = await page.context().newPage()
  await goTo(other, PATH.faq)
  await askForConsent(other)
  await choose(page)
  await accept.click()
  await soon(() => region.count()).toBe(0)
  expect(await storedOn(page)).toEqual({
    'candor-consent': 'accepted',
    'candor-theme': 'dark',
    'candor-time-zone': 'Europe/Zurich',
  })
  await soon(() => consentOf(other).region.count()).toBe(0)
  await soon(() => chosenOn(other).then(({ theme }) => theme)).toBe('dark')
  await other.close()

  await goTo(page, PATH.incidents)
  await soon(() => chosenOn(page)).toEqual({ theme: 'dark', zone: true })
  expect(await region.count()).toBe(0)
  await footerRadio(page, 'Light').check()
  await soon(async () => (await storedOn(page))['candor-theme']).toBe('light')
  await footerRadio(page, 'Dark').check()
}

async function changeAnswer(page: Page) {
  const { region, accept, reject, settings } = consentOf(page)
  await settings.click()
  expect(await region.textContent()).toContain('You have accepted it.')
  await soon(() => region.evaluate((asked) => asked === document.activeElement)).toBe(true)
  await reject.click()
  await soon(() => region.count()).toBe(0)
  await soon(() => settings.evaluate((button) => button === document.activeElement)).toBe(true)
  expect(await storedOn(page)).toEqual({ 'candor-consent': 'rejected' })
  expect(await chosenOn(page)).toEqual({ theme: 'dark', zone: true })

  await settings.click()
  expect(await region.textContent()).toContain('You have rejected it.')
  await page.keyboard.press('Escape')
  await soon(() => region.count()).toBe(0)
  expect(await storedOn(page)).toEqual({ 'candor-consent': 'rejected' })

  await settings.click()
  await accept.click()
  expect(await storedOn(page)).toMatchObject({ 'candor-consent': 'accepted', 'candor-theme': 'dark' })
}

async function readPolicy(page: Page) {
  await goTo(page, '/northwall-two.net')
  await page.getByRole('button', { name: /^Dismiss: / }).click()
  await goTo(page, '/northwall-two.net/faq')
  // Leaving for another document stores the scroll position of this one.
  await goTo(page, POLICY)
  const names = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])
  const all = [...names, ...(await cookiesOn(page))]
  expect(all).toEqual(
    expect.arrayContaining(['candor-dismissed', 'candor-theme', 'candor-time-zone', 'cloud']),
  )
  const policy = await shellOf(page).main.innerText()
  expect(all.filter((name) => !policy.includes(name))).toEqual([])
}

test('O-03 the prompt is the next tab stop after the skip link; Reject stores only itself and is not asked again; remembering the zone means Accept', async () => {
  const page = await browser.open(PATH.home, ZURICH)
  const { region, accept, settings } = consentOf(page)
  await askForConsent(page)
  const stops: (string | undefined)[] = []
  for (let stop = 0; stop < 4; stop++) {
    await page.keyboard.press('Tab')
    stops.push(await page.evaluate(() => document.activeElement?.textContent?.trim()))
  }
  expect(stops).toEqual(['Skip to content', 'Cookie policy', 'Accept', 'Reject'])
  await page.keyboard.press('Enter')
  await soon(() => region.count()).toBe(0)
  await soon(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
  await choose(page)
  expect(await storedOn(page)).toEqual({ 'candor-consent': 'rejected' })
  await goTo(page, PATH.home)
  expect(await region.count()).toBe(0)
  expect(await chosenOn(page)).toEqual({ theme: undefined, zone: false })

  await page.evaluate(() => localStorage.clear())
  await goTo(page, PATH.home)
  const remember = page.getByRole('checkbox', { name: 'Remember on this device' })
  await footerRadio(page, 'Zurich').check()
  await remember.check()
  await soon(() => region.count()).toBe(0)
  await remember.uncheck()
  await settings.click()
  expect(await region.textContent()).toContain('You have rejected it.')
  await accept.click()
  await soon(() => remember.isChecked()).toBe(true)
})

test.each(sized({ short: [390], long: [390, 800, 1440] }))(
  'O-03 the prompt shifts nothing, neither when it appears nor after the answer, at %i px',
  async (width) => {
    const page = await browser.newPage({ width })
    await page.addInitScript(noteShifts)
    // A page short enough to show its footer.
    await goTo(page, '/sign-in')
    const { region, reject, settings } = consentOf(page)
    await page.evaluate(() => document.fonts.ready.then(() => new Promise(requestAnimationFrame)))
    const before = await shiftsOn(page)
    await settings.click()
    await region.waitFor()
    expect(await shiftsOn(page)).toEqual(before)

    await goTo(page, PATH.incidents)
    await askForConsent(page)
    // The page can be scrolled to its end.
    await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }))
    const coveredPx = async () => {
      const asked = await region.boundingBox()
      const footer = await shellOf(page).footer.boundingBox()
      return (footer?.y ?? 0) + (footer?.height ?? 0) - (asked?.y ?? 0)
    }
    await soon(coveredPx).toBeLessThan(1)
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
    await reject.focus()
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await reject.click()
    await soon(() => region.count()).toBe(0)
    expect(await page.evaluate(() => scrollY)).toBe(0)
  },
)

async function choose(page: Page) {
  await footerRadio(page, 'Dark').check()
  await footerRadio(page, 'Zurich').check()
}

function footerRadio(page: Page, name: string) {
  return shellOf(page).footer.getByRole('radio', { name })
}

async function chosenOn(page: Page) {
  return {
    theme: await page.evaluate(() => document.documentElement.dataset.theme),
    zone: await footerRadio(page, 'Zurich').isChecked(),
  }
}

async function cookiesOn(page: Page) {
  return (await page.context().cookies()).map(({ name }) => name).sort()
}

async function lookOf(button: ReturnType<typeof consentOf>['accept']) {
  return {
    box: await button.boundingBox(),
    style: await button.evaluate((element) => {
      const { color, backgroundColor, borderColor, fontSize, fontWeight } = getComputedStyle(element)
      return { color, backgroundColor, borderColor, fontSize, fontWeight }
    }),
  }
}
