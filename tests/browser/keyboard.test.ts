import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { sized } from '../size.ts'
import { soon, testBrowser } from './browser.ts'
import { askForConsent } from './consent.ts'
import { PATH } from './demo-site.ts'
import { shellOf } from './shell.ts'

const browser = testBrowser()

interface Stop {
  name: string
  region: 'skip link' | 'consent' | 'header' | 'main' | 'footer' | 'none'
  outlinePx: number
  isInView: boolean
  /** O-03: the bar at the bottom of the screen does not cover it. */
  isClear: boolean
}

test.each(
  sized({
    short: [[390, PATH.home]],
    long: [
      [390, PATH.home],
      [1440, PATH.home],
      [1440, PATH.incidents],
    ],
  }) as [number, string][],
)(
  'at %i px every tab stop of %s is visible and in order, the skip link leads to the content, and focus follows the page',
  async (width, path) => {
    const page = await browser.open(path, { width, reducedMotion: true })
    await askForConsent(page)
    const stops = await tabThrough(page)
    const regions = stops.map(({ region }) => region).filter((region, at, all) => region !== all[at - 1])
    expect(regions).toEqual(['skip link', 'consent', 'header', 'main', 'footer'])
    for (const stop of stops) {
      expect(stop.outlinePx, `the outline of "${stop.name}"`).toBeGreaterThanOrEqual(2)
      expect(stop.isInView, `"${stop.name}" is in view`).toBe(true)
      expect(stop.isClear, `nothing covers "${stop.name}"`).toBe(true)
    }
    await visitByKeyboard(page)
  },
)

async function visitByKeyboard(page: Page) {
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await soon(async () => (await skip.boundingBox())?.y).toBeGreaterThanOrEqual(0)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  expect(await readStop(page)).toMatchObject({ region: 'main' })

  const { mainNav, heading } = shellOf(page)
  await mainNav.getByRole('link', { name: 'Maintenance' }).focus()
  await page.keyboard.press('Enter')
  await soon(() => heading.textContent()).toBe('Maintenance')
  await soon(() => heading.evaluate((title) => title === document.activeElement)).toBe(true)
}

async function tabThrough(page: Page): Promise<Stop[]> {
  const stops: Stop[] = []
  for (;;) {
    await page.keyboard.press('Tab')
    const stop = await readStop(page)
    if (stop.region === 'none') return stops
    stops.push(stop)
  }
}

function readStop(page: Page): Promise<Stop> {
  return page.evaluate(() => {
    const focused = document.activeElement
    if (focused === null || focused === document.body) {
      return { name: '', region: 'none', outlinePx: 0, isInView: false, isClear: false } as const
    }
    const consent = document.querySelector('[aria-label="Cookie consent"]')
    const around = focused.closest('header.shell, main, footer')?.tagName.toLowerCase()
    const region = focused.matches('.skip')
      ? 'skip link'
      : consent?.contains(focused)
        ? 'consent'
        : ((around as 'header' | 'main' | 'footer') ?? 'none')
    const outlines = [focused, focused.closest('label')].map((element) => {
      if (element === null) return 0
      const { outlineStyle, outlineWidth } = getComputedStyle(element)
      return outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth)
    })
    const { left, top, right, bottom } = focused.getBoundingClientRect()
    const isInView = right > 0 && bottom > 0 && left < innerWidth && top < innerHeight
    const isClear = region === 'consent' || bottom <= (consent?.getBoundingClientRect().top ?? innerHeight)
    return {
      name: focused.textContent ?? '',
      region,
      outlinePx: Math.max(...outlines),
      isInView,
      isClear,
    }
  })
}
