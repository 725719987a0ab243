import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addressOf, soon, testBrowser } from './browser.ts'
import { CLOUD, PATH } from './demo-site.ts'
import { shellOf } from './shell.ts'

const browser = testBrowser()

const CHUNK = /\/assets\/data-center-map-page-.*\.js$/
const DATA = `/api/dc_map/${CLOUD.first.machineName}`
const MAP = `${PATH.home}/data-center-map`

test('a page is fetched while the pointer is on its link, and not again when it is clicked', async () => {
  const page = await browser.open(PATH.faq)
  const asked = requestsOf(page)
  await linkTo(page, MAP).hover()
  await soon(() => [asked.some((path) => CHUNK.test(path)), asked.includes(DATA)]).toEqual([true, true])
  await page.waitForLoadState('networkidle')
  const before = [...asked]
  await linkTo(page, MAP).click()
  await soon(() => addressOf(page)).toBe(MAP)
  await soon(() => shellOf(page).heading.textContent()).not.toContain('FAQ')
  const afterwards = asked
    .slice(before.length)
    .filter((path) => path !== '/api/edition' && !path.endsWith('.svg'))
  expect(afterwards).toEqual([])
})

test('by the keyboard, it is when the link has the focus', async () => {
  const page = await browser.open(PATH.faq)
  const asked = requestsOf(page)
  await linkTo(page, MAP).focus()
  await soon(() => asked.includes(DATA)).toBe(true)
})

test('by a finger, it is before the finger is up', async () => {
  const page = await browser.open(PATH.faq, { touch: true })
  const asked = requestsOf(page)
  await linkTo(page, MAP).dispatchEvent('touchstart')
  await soon(() => asked.includes(DATA)).toBe(true)
})

test('a pointer that passes over links asks for nothing', async () => {
  const page = await browser.open(PATH.faq)
  const asked = requestsOf(page)
  // Both in one turn of the page: nobody is on the link when the moment is over.
  await linkTo(page, MAP).evaluate((link) => {
    link.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
    document.body.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
  })
  await linkTo(page, PATH.maintenance).hover()
  await soon(() => asked.some((path) => path.startsWith('/api/maintenance'))).toBe(true)
  expect(asked).not.toContain(DATA)
})

test('pages for signed-in readers wait until they are asked for', async () => {
  const page = await browser.open(PATH.faq)
  const asked = requestsOf(page)
  await page.locator('a[href^="/subscribe"]').first().hover()
  await linkTo(page, MAP).hover()
  await soon(() => asked.includes(DATA)).toBe(true)
  expect(asked.filter((path) => path.includes('subscribe'))).toEqual([])
})

test('whoever saves data is not sent any ahead', async () => {
  const page = await browser.newPage()
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
  })
  await page.goto(PATH.faq)
  await page.waitForLoadState('networkidle')
  const asked = requestsOf(page)
  await linkTo(page, MAP).hover()
  await linkTo(page, MAP).click()
  await soon(() => addressOf(page)).toBe(MAP)
  // Had it been fetched on the way, the click would have found it there.
  await soon(() => asked.filter((path) => path === DATA)).toHaveLength(1)
})

function linkTo(page: Page, path: string) {
  return shellOf(page).mainNav.locator(`a[href="${path}"]`).first()
}

/** Paths with their queries, from now on. */
function requestsOf(page: Page): string[] {
  const paths: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    paths.push(pathname + search)
  })
  return paths
}
