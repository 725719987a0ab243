import { describe, expect, test } from 'vitest'
import { axeViolations } from './axe-violations.ts'
import { testBrowser, untilAlive } from './browser.ts'
import { PATH } from './demo-site.ts'
import { pageKinds } from './page-kinds.ts'
import { shellOf } from './shell.ts'

const browser = testBrowser()
const kinds = await pageKinds()

const WIDTHS_PX = [390, 800, 1440]
/** The documentation of the API has thousands of elements, each of which is looked at six times. */
const LARGEST_PAGE_MS = 300_000
// What moves is measured in between, where no contrast is right.
const reducedMotion = true

describe('axe finds nothing at 390, 800 and 1440 px, light and dark,', () => {
  test.each(kinds)(
    'on a page of the kind $name',
    async ({ path, isBare = false, expects = [] }) => {
      const page = await browser.newPage({ reducedMotion, expects })
      await page.goto(path)
      if (!isBare) await untilAlive(page)
      for (const width of WIDTHS_PX) {
        await page.setViewportSize({ width, height: 900 })
        expect(await axeViolations(page), `at ${width} px`).toEqual([])
      }
    },
    LARGEST_PAGE_MS,
  )

  test.each(WIDTHS_PX)('with the cloud selector open at %i px', async (width) => {
    const page = await browser.open(PATH.home, { width, reducedMotion })
    const { selector, panel, drawer } = shellOf(page)
    await selector.click()
    await panel.or(drawer).filter({ visible: true }).waitFor()
    expect(await axeViolations(page)).toEqual([])
  })

  test.each(WIDTHS_PX)('with a dropdown open at %i px', async (width) => {
    const page = await browser.open(PATH.home, { width, reducedMotion })
    const { notifications, mainNav } = shellOf(page)
    await notifications.click()
    await mainNav.getByRole('link', { name: 'Sub-processors' }).waitFor()
    expect(await axeViolations(page)).toEqual([])
  })

  test('on a page that could not be loaded', async () => {
    const expects = [/Loading .* failed/, /status of 500/]
    const page = await browser.open(PATH.home, { reducedMotion, expects })
    await page.route('**/api/incident?*', (route) => route.fulfill({ status: 500, body: '' }))
    const { mainNav, retry } = shellOf(page)
    await mainNav.getByRole('link', { name: 'Incidents' }).click()
    await retry.waitFor()
    expect(await axeViolations(page)).toEqual([])
  })
})
