import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { isShort, sized } from '../size.ts'
import { axeInDetail } from './axe.ts'
import { goTo, soon, testBrowser } from './browser.ts'
import { askForConsent, consentOf, storedOn } from './consent.ts'
import { PATH } from './demo-site.ts'
import { noteShifts, shiftsOn, sumOfShifts } from './layout-shifts.ts'
import { shellOf } from './shell.ts'

const browser = testBrowser()

const ZURICH = { timeZone: 'Europe/Zurich' }
const POLICY = '/privacy-compliance/cookie-policy'

/**
 * `src/ui/parts/preferences.test.ts` covers the rules of what is stored when, `look.test.ts` the other
 * tabs, and `time-zone.test.ts` remembering the zone as an answer.
 */
test('G-10, O-03 consent is asked on the first change of zone or theme, not on arrival, with two equal answers, right after the skip link, and shifts nothing; nothing optional is stored before; Accept stores the choice and can be changed in the footer; the policy names everything stored', async () => {
  const page = await browser.open(PATH.home, { ...ZURICH, reducedMotion: true })
  await expectEqualAnswers(page)
  await expectNothingStored(page)
  await accept(page)
  await changeAnswer(page)
  await readPolicy(page)
})

async function expectEqualAnswers(page: Page) {
  const { region, accept, reject } = consentOf(page)
  expect(await region.count()).toBe(0)
  await page.evaluate(noteShifts)
  await askForConsent(page)
  // A late font may move a word by a pixel.
  expect(await sumOfShifts(page)).toBeLessThan(0.001)
  const stops: (string | undefined)[] = []
  for (let stop = 0; stop < 4; stop++) {
    await page.keyboard.press('Tab')
    stops.push(await page.evaluate(() => document.activeElement?.textContent?.trim()))
  }
  expect(stops).toEqual(['Skip to content', 'Cookie policy', 'Accept', 'Reject'])
  for (const width of sized({ short: [390, 1440], long: [390, 800, 1440] })) {
    await page.setViewportSize({ width, height: 900 })
    const [yes, no] = await Promise.all([accept, reject].map(lookOf))
    expect(yes?.box).toMatchObject({ y: no?.box?.y, width: no?.box?.width, height: no?.box?.height })
    expect(yes?.style).toEqual(no?.style)
    // The accessibility tests see the prompt on every page.
    if (!isShort || width === 390) expect(await axeInDetail(page), `at ${width} px`).toEqual([])
  }
  expect(await region.getByRole('link', { name: 'Cookie policy' }).getAttribute('href')).toBe(POLICY)
}

async function expectNothingStored(page: Page) {
  await choose(page)
  await shellOf(page).mainNav.getByRole('link', { name: 'Incidents' }).click()
  await page.waitForURL(`**${PATH.incidents}`)
  await soon(() => chosenOn(page)).toEqual({ theme: 'dark', zone: true })
  await soon(() => consentOf(page).region.count()).toBe(1)
  expect(await storedOn(page)).toEqual({})
  expect(await cookiesOn(page)).toEqual([])
}

async function accept(page: Page) {
  const { accept, region } = consentOf(page)
  await accept.click()
  await soon(() => region.count()).toBe(0)
  expect(await storedOn(page)).toEqual({
    'candor-consent': 'accepted',
    'candor-theme': 'dark',
    'candor-time-zone': 'Europe/Zurich',
  })
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
  await soon(() => chosenOn(page)).toEqual({ theme: 'dark', zone: true })
  expect(await consentOf(page).region.count()).toBe(0)
  await page.getByRole('button', { name: /^Dismiss: / }).click()
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

// The walk above sees most of this in every run.
test.each(sized({ short: [], long: [390, 800, 1440] }))(
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
