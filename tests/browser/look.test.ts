import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { goTo, soon, testBrowser } from './browser.ts'
import { consentOf } from './consent.ts'
import { PATH, richIncident } from './demo-site.ts'
import { shellOf } from './shell.ts'

const browser = testBrowser()

const LIGHT = 'rgb(252, 251, 249)'
const DARK = 'rgb(15, 20, 25)'
const DARK_INK = 'rgb(20, 26, 33)'

describe('the colours', () => {
  test('follow the system until somebody chooses', async () => {
    const page = await browser.open(PATH.home, { scheme: 'dark' })
    expect(await paperOf(page)).toBe(DARK)
    await page.emulateMedia({ colorScheme: 'light' })
    expect(await paperOf(page)).toBe(LIGHT)
    expect(await switchOf(page, 'System').isChecked()).toBe(true)
  })

  test('O-03 stay as chosen over a change of page, and with consent over a reload', async () => {
    const page = await browser.open(PATH.home)
    await consentOf(page).accept.click()
    await switchOf(page, 'Dark').check()
    expect(await paperOf(page)).toBe(DARK)
    await shellOf(page).mainNav.getByRole('link', { name: 'Incidents' }).click()
    await page.waitForURL(`**${PATH.incidents}`)
    expect(await paperOf(page)).toBe(DARK)
    await goTo(page, PATH.home)
    expect(await paperOf(page)).toBe(DARK)
    await soon(() => switchOf(page, 'Dark').isChecked()).toBe(true)

    await switchOf(page, 'Light').check()
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await paperOf(page)).toBe(LIGHT)
    await switchOf(page, 'System').check()
    expect(await paperOf(page)).toBe(DARK)
    await goTo(page, PATH.home)
    expect(await paperOf(page)).toBe(DARK)
    expect(await switchOf(page, 'System').isChecked()).toBe(true)
  })

  test('never flash: every frame that shows something has the chosen ones', async () => {
    const page = await browser.open(PATH.home)
    await consentOf(page).accept.click()
    await switchOf(page, 'Dark').check()
    await page.addInitScript(() => {
      const frames: string[] = []
      Object.assign(window, { frames_seen: frames })
      requestAnimationFrame(function look() {
        const isShown = (document.body?.childElementCount ?? 0) > 0
        if (isShown) frames.push(getComputedStyle(document.body).backgroundColor)
        requestAnimationFrame(look)
      })
    })
    await goTo(page, PATH.incidents)
    const frames = await page.evaluate(() => (window as unknown as { frames_seen: string[] }).frames_seen)
    expect(frames.length).toBeGreaterThan(0)
    expect(new Set(frames)).toEqual(new Set([DARK]))
  })

  test('O-03 with consent change in every tab of the site at once', async () => {
    const page = await browser.open(PATH.home)
    const other = await page.context().newPage()
    await goTo(other, PATH.incidents)
    await consentOf(page).accept.click()
    await switchOf(page, 'Dark').check()
    await soon(() => paperOf(other)).toBe(DARK)
    await soon(() => switchOf(other, 'Dark').isChecked()).toBe(true)
  })
})

describe('on paper', () => {
  test('a printed list is its records, without the shell around them', async () => {
    const page = await browser.open(PATH.incidents, { scheme: 'dark' })
    await page.emulateMedia({ media: 'print' })
    const { header, footer, main, heading, statusFilter } = shellOf(page)
    for (const part of [header, footer, statusFilter, page.locator('.skip')]) {
      expect(await part.isVisible()).toBe(false)
    }
    expect(await heading.isVisible()).toBe(true)
    expect(await main.locator('article').first().isVisible()).toBe(true)
    expect(await inkOf(page)).toBe(DARK_INK)
  })

  test('a printed post is the whole post, in dark ink also from a dark screen', async () => {
    const { id, title } = await richIncident()
    const page = await browser.open(`${PATH.home}/posts/${id}`, { scheme: 'dark' })
    await page.emulateMedia({ media: 'print' })
    const { header, footer, heading, main } = shellOf(page)
    expect(await header.isVisible()).toBe(false)
    expect(await footer.isVisible()).toBe(false)
    expect(await heading.textContent()).toBe(title)
    await main.getByRole('heading', { name: 'Updates' }).waitFor()
    expect(await inkOf(page)).toBe(DARK_INK)
  })

  test('a theme chosen by hand does not print light ink either', async () => {
    const page = await browser.open(PATH.incidents)
    await switchOf(page, 'Dark').check()
    await page.emulateMedia({ media: 'print' })
    expect(await inkOf(page)).toBe(DARK_INK)
  })
})

function switchOf(page: Page, name: 'System' | 'Light' | 'Dark') {
  return shellOf(page).footer.getByRole('radio', { name })
}

function paperOf(page: Page) {
  return page.evaluate(() => getComputedStyle(document.body).backgroundColor)
}

function inkOf(page: Page) {
  return page.evaluate(() => getComputedStyle(document.body).color)
}
