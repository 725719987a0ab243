import { expect, test } from 'vitest'
import { testBrowser, untilAlive } from './browser.ts'
import { PATH } from './demo-site.ts'
import { pageKinds, REFUSED_KINDS } from './page-kinds.ts'

const browser = testBrowser()

const WIDTHS_PX = [320, 390, 576, 768, 992, 1200, 1400]
/** The sum at which the Web Vitals call a page unsteady is 0.1. */
const STEADY = 0.01

test('N-11 no page scrolls sideways at any width', async () => {
  const tooWide: string[] = []
  const page = await browser.newPage({ expects: REFUSED_KINDS, reducedMotion: true })
  for (const { name, path } of await pageKinds()) {
    await page.goto(path)
    for (const width of WIDTHS_PX) {
      await page.setViewportSize({ width, height: 800 })
      const content = await page.evaluate(() => document.documentElement.scrollWidth)
      if (content > width) tooWide.push(`${name} at ${width} px is ${content} px wide`)
    }
  }
  expect(tooWide).toEqual([])
})

test.each([390, 800, 1440])('nothing moves while the home page loads at %i px', async (width) => {
  const page = await browser.newPage({ width })
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as PerformanceEntry & { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto(PATH.home, { waitUntil: 'networkidle' })
  await untilAlive(page)
  const shifts = await page.evaluate(async () => {
    await document.fonts.ready
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    return (window as unknown as { shifts: number[] }).shifts
  })
  expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(STEADY)
})
