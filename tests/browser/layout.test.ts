import { expect, test } from 'vitest'
import { testBrowser, untilAlive } from './browser.ts'
import { CLOUD, PATH } from './demo-site.ts'
import { heldBack } from './held-back.ts'
import { noteShifts, sumOfShifts } from './layout-shifts.ts'
import { pageKinds } from './page-kinds.ts'

const browser = testBrowser()
const kinds = await pageKinds()

const WIDTHS_PX = [320, 390, 576, 768, 992, 1200, 1400]
/** The sum at which the Web Vitals call a page unsteady is 0.1. */
const STEADY = 0.01

test.each(kinds)(
  'N-11 a page of the kind $name scrolls sideways at no width',
  async ({ path, expects = [] }) => {
    const page = await browser.newPage({ expects, reducedMotion: true })
    await page.goto(path)
    for (const width of WIDTHS_PX) {
      await page.setViewportSize({ width, height: 800 })
      const content = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(content, `at ${width} px`).toBe(width)
    }
  },
)

test.each([390, 800, 1440])(
  'nothing moves while a page loads at %i px, also when its font is late',
  async (width) => {
    for (const path of [PATH.home, `/${CLOUD.second.domain}`, PATH.incidents]) {
      const page = await browser.newPage({ width })
      const font = await heldBack(page, '**/*.woff2')
      await page.addInitScript(noteShifts)
      await page.goto(path, { waitUntil: 'commit' })
      await untilAlive(page)
      const hasCome = page.waitForResponse('**/*.woff2')
      font.release()
      await hasCome
      expect(await sumOfShifts(page), path).toBeLessThan(STEADY)
    }
  },
)
