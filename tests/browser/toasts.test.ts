import type { Page } from 'playwright-core'
import { describe, expect, inject, test } from 'vitest'
import { addressOf, goTo, type PageOptions, soon, testBrowser } from './browser.ts'
import { PATH } from './demo-site.ts'
import { shellOf } from './shell.ts'
import { toastOf } from './signed-in.ts'

const browser = testBrowser()

const TEXT = 'You have successfully logged in!'

describe('what the step before left to say', () => {
  test('is said once, politely, and not again', async () => {
    const page = await openFlashed()
    const toast = toastOf(page, TEXT)
    await toast.waitFor()
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('candor_flash')
    await goTo(page, PATH.home)
    expect(await toastOf(page, TEXT).count()).toBe(0)
  })

  test('is nothing that somebody made up', async () => {
    const page = await openFlashed({}, 'constructor')
    expect(await page.locator('[aria-live="polite"] p').count()).toBe(0)
  })
})

describe('a toast', () => {
  test('goes by itself after a few seconds', async () => {
    const page = await openFlashed()
    await toastOf(page, TEXT).waitFor()
    await page.clock.fastForward(4_000)
    expect(await toastOf(page, TEXT).count()).toBe(1)
    await page.clock.fastForward(3_000)
    await soon(() => toastOf(page, TEXT).count()).toBe(0)
  })

  test('stays while the pointer is on it, and while the keyboard is in it', async () => {
    const page = await openFlashed()
    const toast = toastOf(page, TEXT)
    await toast.hover()
    await page.clock.fastForward(60_000)
    expect(await toast.count()).toBe(1)
    await page.getByRole('button', { name: 'Dismiss', exact: true }).focus()
    await page.mouse.move(5, 5)
    await page.clock.fastForward(60_000)
    expect(await toast.count()).toBe(1)
    await shellOf(page).main.focus()
    await page.clock.fastForward(7_000)
    await soon(() => toast.count()).toBe(0)
  })

  test('can be dismissed, and the keyboard goes on with the page', async () => {
    const page = await openFlashed()
    await page.getByRole('button', { name: 'Dismiss', exact: true }).focus()
    await page.keyboard.press('Enter')
    await soon(() => toastOf(page, TEXT).count()).toBe(0)
    expect(await shellOf(page).main.evaluate((main) => main === document.activeElement)).toBe(true)
  })

  test('lasts over a change of page', async () => {
    const page = await openFlashed()
    await toastOf(page, TEXT).waitFor()
    await shellOf(page).mainNav.getByRole('link', { name: 'Incidents' }).click()
    await soon(() => addressOf(page)).toBe(PATH.incidents)
    expect(await toastOf(page, TEXT).count()).toBe(1)
  })

  test.each([
    [390, 358],
    [800, 400],
    [1440, 400],
  ])(
    'at %i px is %i px wide, inside of the page and above the question about cookies',
    async (width, own) => {
      const page = await openFlashed({ width })
      const box = await toastOf(page, TEXT).locator('..').boundingBox()
      const consent = await page.getByRole('region', { name: 'Cookie consent' }).boundingBox()
      expect(box?.width).toBe(own)
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width - 16)
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(consent?.y ?? 0)
    },
  )
})

/** A page that has something to say once, on a clock that the test moves. */
async function openFlashed(options: PageOptions = {}, flash = 'signed-in'): Promise<Page> {
  const page = await browser.newPage({ movesClock: true, ...options })
  await page.context().addCookies([{ url: inject('siteUrl'), name: 'candor_flash', value: flash }])
  await page.clock.install()
  await goTo(page, PATH.home)
  return page
}
