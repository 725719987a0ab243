import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { addressOf, goTo, soon, testBrowser } from './browser.ts'
import { consentOf } from './consent.ts'
import { PATH } from './demo-site.ts'
import { shellOf } from './shell.ts'
import { toastOf } from './signed-in.ts'

const browser = testBrowser()

const TEXT = 'You have successfully logged in!'

test('a message from the previous step is shown once, survives a navigation, stays while hovered or focused, inside the page and above the cookie prompt at all widths, and disappears automatically', async () => {
  const page = await openFlashed()
  const toast = toastOf(page, TEXT)
  await toast.hover()
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('candor_flash')
  await shellOf(page).mainNav.getByRole('link', { name: 'Incidents' }).press('Enter')
  await soon(() => addressOf(page)).toBe(PATH.incidents)
  expect(await toast.count()).toBe(1)
  await page.clock.fastForward(60_000)
  expect(await toast.count()).toBe(1)
  const dismiss = page.getByRole('button', { name: 'Dismiss', exact: true })
  await dismiss.focus()
  await page.mouse.move(5, 5)
  await page.clock.fastForward(60_000)
  expect(await toast.count()).toBe(1)

  await consentOf(page).settings.click()
  await dismiss.focus()
  for (const [width, own] of [
    [1440, 400],
    [800, 400],
    [390, 358],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    const box = () => toast.locator('..').boundingBox()
    await soon(async () => (await box())?.width).toBe(own)
    const consent = page.getByRole('region', { name: 'Cookie consent' })
    await soon(async () => {
      const { x = 0, y = 0, height = 0 } = (await box()) ?? {}
      const { y: top = 0 } = (await consent.boundingBox()) ?? {}
      return { isInside: x + own <= width - 16, isAbove: y + height <= top }
    }).toEqual({ isInside: true, isAbove: true })
  }

  await page.mouse.move(5, 5)
  await consentOf(page).reject.focus()
  await soon(async () => {
    await page.clock.fastForward(7_000)
    return toast.count()
  }).toBe(0)
})

async function openFlashed(): Promise<Page> {
  const page = await browser.newPage({ movesClock: true, reducedMotion: true })
  await page.context().addCookies([{ url: inject('siteUrl'), name: 'candor_flash', value: 'signed-in' }])
  await page.clock.install()
  // Stopped before the page loads: on a slow machine the message would be gone before the pointer reaches
  // it.
  await page.clock.pauseAt(Date.now() + 60_000)
  await goTo(page, PATH.home)
  return page
}
