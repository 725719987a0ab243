import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { CLOUD_MENU_CLOSE_DELAY_MS } from '../../src/domain/constants.ts'
import { isShort } from '../size.ts'
import { goTo, soon, testBrowser } from './browser.ts'
import { CLOUD, PATH, readGlobal } from './demo-site.ts'
import { heldBack } from './held-back.ts'
import { cloudName, shellOf } from './shell.ts'

const browser = testBrowser()

test("N-02, N-03, N-04, G-02 the panel lists each product's clouds with their status and works by mouse and keyboard; on narrow screens it is a drawer that traps the focus", async () => {
  const page = await browser.open(PATH.home)
  await expectPanel(page)
  await workByKeyboard(page)
  await workInDrawer(page)
})

async function expectPanel(page: Page) {
  const { clouds, products } = await readGlobal()
  const { selector, panel, drawer, footer } = shellOf(page)
  await selector.click()
  await panel.waitFor()
  for (const product of products) {
    const names = await panel.getByRole('list', { name: product.title }).getByRole('link').allTextContents()
    const expected = clouds.filter(({ type }) => type === product.machine_name)
    expect(names).toHaveLength(expected.length)
    for (const { domain } of expected) expect(names.some((name) => cloudName(domain).test(name))).toBe(true)
  }
  const current = panel.locator('[aria-current="true"]')
  expect(await current.textContent()).toBe(`${CLOUD.first.domain}, Service Disruption`)

  await footer.click({ position: { x: 5, y: 5 } })
  await panel.waitFor({ state: 'hidden' })

  // N-04: from 992 px on it is the panel.
  await page.setViewportSize({ width: 992, height: 900 })
  await selector.click()
  await panel.waitFor()
  expect(await drawer.count()).toBe(0)
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'hidden' })
}

async function workByKeyboard(page: Page) {
  await page.setViewportSize({ width: 1440, height: 900 })
  const { selector, panel, mainNav, heading } = shellOf(page)
  await selector.focus()
  await page.keyboard.press('Enter')
  await panel.waitFor()
  await page.keyboard.press('Tab')
  await soon(() => focusedText(page)).toMatch(cloudName(CLOUD.first.domain))
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'hidden' })
  await soon(() => selector.evaluate((button) => button === document.activeElement)).toBe(true)
  await page.keyboard.press('Space')
  await panel.waitFor()
  await mainNav.getByRole('link', { name: 'FAQ' }).focus()
  await panel.waitFor({ state: 'hidden' })

  // Opened while the next page loads, it stays open and works from there.
  const answer = await heldBack(page, '**/api/incident?*')
  await mainNav.getByRole('link', { name: 'Incidents' }).click()
  await page.locator('main[data-pending]').waitFor()
  await selector.focus()
  await page.keyboard.press('ArrowDown')
  await panel.waitFor()
  await soon(() => focusedText(page)).toMatch(cloudName('northwall.net'))
  answer.release()
  await soon(() => heading.textContent()).toBe('Incidents')
  expect(await panel.isVisible()).toBe(true)
  const steps = [
    ['ArrowDown', 'northwall-one.net'],
    ['ArrowRight', 'private.northwall-two.net'],
    ['Home', 'northwall.net'],
    ['ArrowDown', 'northwall-one.net'],
  ] as const
  for (const [key, domain] of steps) {
    await page.keyboard.press(key)
    await soon(() => focusedText(page)).toMatch(cloudName(domain))
  }
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/${CLOUD.second.domain}/incidents`)
  // The page takes the focus when its content arrives, which is after its address.
  await soon(() => heading.evaluate((element) => element === document.activeElement)).toBe(true)
}

async function workInDrawer(page: Page) {
  await page.setViewportSize({ width: 390, height: 900 })
  const { selector, drawer, panel } = shellOf(page)
  await selector.focus()
  await page.keyboard.press('Enter')
  await drawer.waitFor()
  const stops = await drawer.locator('button, summary, details[open] a').count()
  for (let step = 0; step <= stops; step++) {
    expect(await isInDocumentOutside(page)).toBe(false)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'hidden' })
  await soon(() => selector.evaluate((button) => button === document.activeElement)).toBe(true)
  await selector.click()
  await drawer.getByRole('button', { name: 'Close' }).click()
  await drawer.waitFor({ state: 'hidden' })
  await page.setViewportSize({ width: 800, height: 900 })
  await selector.click()
  await drawer.waitFor()
  await page.mouse.click(600, 450)
  await drawer.waitFor({ state: 'hidden' })

  // N-04: up to 991 px, with one entry per product; one of them is open at a time.
  await page.setViewportSize({ width: 991, height: 900 })
  await selector.click()
  await drawer.waitFor()
  expect(await panel.isVisible()).toBe(false)
  const { products } = await readGlobal()
  const entries = drawer.locator('summary')
  expect(await entries.allTextContents()).toEqual(products.map(({ title }) => expect.stringContaining(title)))
  await entries.filter({ hasText: 'Government' }).click()
  await soon(() => drawer.locator('details[open]').count()).toBe(1)
  await drawer.getByRole('link', { name: cloudName(CLOUD.government.domain) }).click()
  await page.waitForURL(`**/${CLOUD.government.domain}/incidents`)
  await drawer.waitFor({ state: 'hidden' })
}

test('N-03 with a mouse it opens on hover and closes 400 ms after the pointer leaves; a click does not undo the hover', async () => {
  const page = await browser.newPage({ movesClock: true })
  await page.clock.install()
  await goTo(page, PATH.home)
  const { selector, panel } = shellOf(page)
  // From here on, time moves only by `runFor`.
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  await openByHover()
  await leave(page)
  await page.clock.runFor(CLOUD_MENU_CLOSE_DELAY_MS - 1)
  expect(await panel.isVisible()).toBe(true)
  await page.clock.runFor(1)
  await panel.waitFor({ state: 'hidden' })

  await openByHover()
  await leave(page)
  await page.clock.runFor(CLOUD_MENU_CLOSE_DELAY_MS - 1)
  await panel.hover()
  await page.clock.runFor(10 * CLOUD_MENU_CLOSE_DELAY_MS)
  expect(await panel.isVisible()).toBe(true)
  await leave(page)
  await page.clock.runFor(CLOUD_MENU_CLOSE_DELAY_MS)
  await panel.waitFor({ state: 'hidden' })

  await openByHover()
  await selector.click()
  expect(await panel.isVisible()).toBe(true)
  await selector.click()
  await panel.waitFor({ state: 'hidden' })

  async function openByHover() {
    await selector.hover()
    await page.clock.runFor(100)
    await panel.waitFor()
  }
})

// In the short run the drawer opens by a tap, and the panel by a click.
test.skipIf(isShort)(
  'N-03 by touch a tap opens the panel, and a second tap or a tap elsewhere closes it',
  async () => {
    const page = await browser.open(PATH.home, { touch: true, width: 1200 })
    const { selector, panel } = shellOf(page)
    await selector.tap()
    await panel.waitFor()
    await selector.tap()
    await panel.waitFor({ state: 'hidden' })
    await selector.tap()
    await panel.waitFor()
    await page.touchscreen.tap(8, 760)
    await panel.waitFor({ state: 'hidden' })
  },
)

async function leave(page: Page) {
  await page.mouse.move(700, 890)
}

function focusedText(page: Page) {
  return page.evaluate(() => document.activeElement?.textContent ?? '')
}

/** The browser's own controls lie between the last and the first stop; the body has the focus then. */
function isInDocumentOutside(page: Page) {
  return page.evaluate(() => {
    const focused = document.activeElement
    return focused !== document.body && focused?.closest('dialog') === null
  })
}
