import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { goTo, soon, testBrowser } from './browser.ts'
import { consentOf } from './consent.ts'
import { PATH, richIncident } from './demo-site.ts'
import { shellOf } from './shell.ts'

const browser = testBrowser()

const LIGHT = 'rgb(252, 251, 249)'
const DARK = 'rgb(15, 20, 25)'
const DARK_INK = 'rgb(20, 26, 33)'

test('O-03 the theme follows the system until a choice; with consent the choice is remembered, in every tab and without a flash; lists and posts print in dark ink', async () => {
  const page = await browser.open(PATH.home, { scheme: 'dark' })
  expect(await paperOf(page)).toBe(DARK)
  await page.emulateMedia({ colorScheme: 'light' })
  expect(await paperOf(page)).toBe(LIGHT)
  expect(await switchOf(page, 'System').isChecked()).toBe(true)

  const other = await page.context().newPage()
  await goTo(other, PATH.incidents)
  await switchOf(page, 'Dark').check()
  await consentOf(page).accept.click()
  expect(await paperOf(page)).toBe(DARK)
  await soon(() => paperOf(other)).toBe(DARK)
  await soon(() => switchOf(other, 'Dark').isChecked()).toBe(true)
  await other.close()
  await shellOf(page).mainNav.getByRole('link', { name: 'Incidents' }).click()
  await page.waitForURL(`**${PATH.incidents}`)
  expect(await paperOf(page)).toBe(DARK)
  await expectPrint(page)

  await page.addInitScript(noteColors)
  await goTo(page, PATH.home)
  expect(await paperOf(page)).toBe(DARK)
  await soon(() => switchOf(page, 'Dark').isChecked()).toBe(true)
  const frames = () => page.evaluate(() => (window as unknown as { frames_seen: string[] }).frames_seen)
  await soon(async () => (await frames()).length).toBeGreaterThan(0)
  expect(new Set(await frames())).toEqual(new Set([DARK]))

  await switchOf(page, 'Light').check()
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await paperOf(page)).toBe(LIGHT)
  await switchOf(page, 'System').check()
  expect(await paperOf(page)).toBe(DARK)
})

async function expectPrint(page: Page) {
  const { id, title } = await richIncident()
  const { header, footer, main, heading, statusFilter } = shellOf(page)
  await soon(() => heading.textContent()).toBe('Incidents')
  await page.emulateMedia({ media: 'print' })
  for (const part of [header, footer, statusFilter, page.locator('.skip')]) {
    expect(await part.isVisible()).toBe(false)
  }
  expect(await heading.isVisible()).toBe(true)
  expect(await main.locator('article').first().isVisible()).toBe(true)
  expect(await inkOf(page)).toBe(DARK_INK)
  await goTo(page, `${PATH.home}/posts/${id}`)
  expect(await header.isVisible()).toBe(false)
  expect(await footer.isVisible()).toBe(false)
  expect(await heading.textContent()).toBe(title)
  await main.getByRole('heading', { name: 'Updates' }).waitFor()
  expect(await inkOf(page)).toBe(DARK_INK)
  await page.emulateMedia({ media: 'screen' })
}

/** Runs in the page, before its own scripts: records the background of every frame that shows something. */
function noteColors() {
  const frames: string[] = []
  Object.assign(window, { frames_seen: frames })
  requestAnimationFrame(function look() {
    const isShown = (document.body?.childElementCount ?? 0) > 0
    if (isShown) frames.push(getComputedStyle(document.body).backgroundColor)
    requestAnimationFrame(look)
  })
}

function switchOf(page: Page, name: 'System' | 'Light' | 'Dark') {
  return shellOf(page).footer.getByRole('radio', { name })
}

function paperOf(page: Page) {
  return page.evaluate(() => getComputedStyle(document.body).backgroundColor)
}

function inkOf(page: Page) {
  return page.evaluate(() => getComputedStyle(document.body).color)
}
