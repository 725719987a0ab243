import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { MINE_NAME } from '../../src/web/mine/device-places.ts'
import { isShort } from '../size.ts'
import { addressOf, soon, testBrowser } from './browser.ts'
import { PATH } from './demo-site.ts'
import { heldBack } from './held-back.ts'
import { shellOf } from './shell.ts'

const browser = testBrowser()

test('a page that is only read loads no React, and says what the present and the reader’s clock say', async () => {
  const page = await browser.newPage({ timeZone: 'Asia/Tokyo' })
  const scripts = scriptsOf(page)
  await page.goto(PATH.cloudStatus, { waitUntil: 'networkidle' })
  expect(scripts()).toEqual(['boot'])
  const { main, mainNav } = shellOf(page)
  expect(await main.textContent()).toMatch(/since [\w, ]+ \d\d:\d\d UTC \(.*\d\d:\d\d\syour\stime\), for \d/)
  await page.getByRole('button', { name: 'Expand all' }).hover()
  await soon(scripts).toContain('vendor')
  await soon(() => mainNav.getAttribute('data-more')).not.toBe(null)
})

test('what a reader does before React is there happens afterward, once', async () => {
  const page = await browser.newPage()
  const held = await heldBack(page, '**/assets/vendor-*')
  await page.goto(PATH.cloudStatus)
  const field = page.getByRole('searchbox', { name: 'Find a data center' })
  await field.pressSequentially('frank')
  const stars = page.getByRole('link', { name: /^Star / })
  const labels = [
    await stars.nth(0).getAttribute('aria-label'),
    await stars.nth(1).getAttribute('aria-label'),
    await stars.nth(2).getAttribute('aria-label'),
  ]
  await stars.nth(0).click()
  // Nothing happens yet, so the reader presses again.
  await stars.nth(0).click()
  await stars.nth(1).click()
  await page.getByRole('radio', { name: 'Dark' }).click({ force: true, noWaitAfter: true })
  await stars.nth(2).hover()
  await page.mouse.down()
  expect(await page.locator('html').getAttribute('data-theme')).toBe(null)
  held.release()

  await soon(() => page.locator('html').getAttribute('data-theme')).toBe('dark')
  // Pressed on a link, released on the button in its place: the browser makes no click.
  await page.mouse.up()
  for (const label of labels) {
    const star = page.getByRole('button', { name: label ?? '', exact: true }).first()
    await soon(() => star.getAttribute('aria-pressed')).toBe('true')
  }
  expect(await page.evaluate((name) => localStorage.getItem(name), MINE_NAME)).toMatch(
    /^[sd]\d+(,[sd]\d+){2}$/,
  )
  expect(await field.inputValue()).toBe('frank')
  await page.getByText(/^\d data centers? found$/).waitFor()
  expect(addressOf(page)).toBe(PATH.cloudStatus)
})

// In the short run the test above wakes a page, and search.test.ts opens the search by its keys.
test.skipIf(isShort)(
  'the keyboard wakes a page: the search opens by its keys, and a fold stays as the reader left it; readers whose page differs from that of others wake it without doing anything',
  async () => {
    const page = await browser.newPage()
    const held = await heldBack(page, '**/assets/vendor-*')
    await page.goto(PATH.faq)
    const closed = page.locator('main details:not([open]) > summary').first()
    const question = page.locator(`main details:has(> [id="${await closed.getAttribute('id')}"])`)
    await closed.focus()
    await page.keyboard.press('Enter')
    expect(await question.getAttribute('open')).toBe('')
    held.release()
    await soon(() => shellOf(page).mainNav.getAttribute('data-more')).not.toBe(null)
    expect(await question.getAttribute('open')).toBe('')

    await page.goto(PATH.home)
    await page.keyboard.press('Control+k')
    await soon(() => new URL(page.url()).pathname).toBe(`${PATH.home}/search`)

    await page.evaluate((name) => localStorage.setItem(name, 's1'), MINE_NAME)
    await page.goto(PATH.home)
    await soon(() => shellOf(page).mainNav.getAttribute('data-more')).not.toBe(null)
  },
)

test('before React is there, a page says that it has lost the site, and its links work', async () => {
  const page = await browser.newPage({ expects: [/ERR_|Failed to fetch/], movesClock: true })
  await page.clock.install()
  await page.goto(PATH.incidents, { waitUntil: 'networkidle' })
  await page.context().setOffline(true)
  const notice = page.getByRole('status').getByText(/^No connection to this site since \d\d:\d\d UTC\./)
  await soon(async () => {
    await page.clock.runFor(5_000)
    return notice.isVisible()
  }).toBe(true)
  await page.context().setOffline(false)
  await soon(async () => {
    await page.clock.runFor(5_000)
    return notice.count()
  }).toBe(0)
  await page.getByRole('link', { name: 'Sign In' }).click()
  await soon(() => new URL(page.url()).pathname).toBe('/sign-in')
})

function scriptsOf(page: Page): () => string[] {
  const loaded: string[] = []
  page.on('request', (request) => {
    const [, name] = /\/assets\/([\w-]+)-[\w-]{8}\.js$/.exec(request.url()) ?? []
    if (name !== undefined) loaded.push(name)
  })
  return () => loaded
}
