import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { CLOUD_MENU_CLOSE_DELAY_MS } from '../../src/domain/constants.ts'
import { sized } from '../size.ts'
import { goTo, soon, testBrowser } from './browser.ts'
import { CLOUD, PATH, readGlobal } from './demo-site.ts'
import { heldBack } from './held-back.ts'
import { chooseCloud, cloudName, shellOf } from './shell.ts'

const browser = testBrowser()

test("N-02, N-03, N-04, G-02 the panel lists each product's clouds with their status and works by mouse and keyboard; on narrow screens it is a drawer that traps the focus", async () => {
  const page = await browser.open(PATH.home)
  await expectPanel(page)
  await workByKeyboard(page)
  await workInDrawer(page)
})

/** The panel has five columns; each product lists its clouds with their status, and the selected one is marked. */
async function expectPanel(page: Page) {
  const { clouds, products } = await readGlobal()
  const { selector, panel, drawer, footer } = shellOf(page)
  await selector.click()
  await panel.waitFor()
  // The sixth and seventh products go into the shortest columns.
  const columns = await panel.locator('[data-column]').evaluateAll((all) =>
    all.map((column) => ({
      left: Math.round(column.getBoundingClientRect().left),
      top: Math.round(column.getBoundingClientRect().top),
      products: [...column.querySelectorAll('p')].map((title) => title.textContent),
    })),
  )
  expect(columns.map(({ products }) => products)).toEqual([
    ['Internet Access'],
    ['Private Access'],
    ['Digital Experience', 'Threat Deception'],
    ['Workload Protection', 'Endpoint Agent'],
    ['Government'],
  ])
  const lefts = columns.map(({ left }) => left)
  expect(lefts).toEqual([...new Set(lefts)].toSorted((a, b) => a - b))
  expect(new Set(columns.map(({ top }) => top)).size).toBe(1)
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
  await chooseCloud(page, CLOUD.second.domain)
  await page.waitForURL(`**/${CLOUD.second.domain}`)
  await panel.waitFor({ state: 'hidden' })

  // N-04: from 992 px on it is the panel.
  await page.setViewportSize({ width: 992, height: 900 })
  await selector.click()
  await panel.waitFor()
  expect(await drawer.count()).toBe(0)
}

/** By keyboard: arrows move among the clouds, Enter chooses, Escape and moving the focus close it. */
async function workByKeyboard(page: Page) {
  await page.setViewportSize({ width: 1440, height: 900 })
  await goTo(page, PATH.home)
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
    ['End', 'northwall-gov-ten.net'],
    ['ArrowLeft', 'workload.northwall-two.net'],
    ['ArrowUp', 'workload.northwall.net'],
    ['Home', 'northwall.net'],
    ['ArrowDown', 'northwall-one.net'],
  ] as const
  for (const [key, domain] of steps) {
    await page.keyboard.press(key)
    await soon(() => focusedText(page)).toMatch(cloudName(domain))
  }
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/${CLOUD.second.domain}/incidents`)
}

/** The drawer traps the focus; Escape, its button and a click outside close it. */
async function workInDrawer(page: Page) {
  await page.setViewportSize({ width: 390, height: 900 })
  await goTo(page, PATH.home)
  const { selector, drawer } = shellOf(page)
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

  // A click right after the opening hover leaves it open; the next one closes it.
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

test('N-03, N-04 by touch a tap opens the panel, and a second tap or a tap elsewhere closes it; on narrow screens it is a drawer with one entry per product', async () => {
  const page = await browser.open(PATH.home, { touch: true, width: 1200 })
  await tapPanel(page)
  for (const width of sized({ short: [991], long: [390, 991] })) await tapDrawer(page, width)
})

async function tapPanel(page: Page) {
  const { selector, panel, heading } = shellOf(page)
  await selector.tap()
  await panel.waitFor()
  await selector.tap()
  await panel.waitFor({ state: 'hidden' })
  await selector.tap()
  await panel.waitFor()
  await page.touchscreen.tap(8, 760)
  await panel.waitFor({ state: 'hidden' })
  await selector.tap()
  await panel.getByRole('link', { name: cloudName(CLOUD.second.domain) }).tap()
  await page.waitForURL(`**/${CLOUD.second.domain}`)
  await heading.waitFor()
}

/** The selector is a drawer with one entry per product; one product is open at a time. */
async function tapDrawer(page: Page, width: number) {
  const { products, clouds } = await readGlobal()
  await page.setViewportSize({ width, height: 900 })
  await goTo(page, PATH.incidents)
  const { selector, drawer, panel } = shellOf(page)
  await selector.tap()
  await drawer.waitFor()
  expect(await panel.isVisible()).toBe(false)
  const entries = drawer.locator('summary')
  expect(await entries.count()).toBe(products.length)
  for (const [index, { title }] of products.entries()) {
    expect(await entries.nth(index).textContent()).toContain(title)
  }
  const open = drawer.locator('details[open] a')
  expect(await open.count()).toBe(clouds.filter(({ type }) => type === 'internet_access').length)
  await entries.filter({ hasText: 'Government' }).tap()
  await soon(() => drawer.locator('details[open]').count()).toBe(1)
  await drawer.getByRole('link', { name: cloudName(CLOUD.government.domain) }).tap()
  await page.waitForURL(`**/${CLOUD.government.domain}/incidents`)
  await drawer.waitFor({ state: 'hidden' })
}

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
