import { expect, test } from 'vitest'
import { testBrowser, untilAlive } from './browser.ts'
import { CLOUD, PATH } from './demo-site.ts'
import { heldBack } from './held-back.ts'
import { noteShifts, sumOfShifts } from './layout-shifts.ts'
import { WIDTHS_PX } from './widths.ts'

const browser = testBrowser()

/** Web Vitals call a page unstable at a sum of 0.1. */
const STEADY = 0.01

test.each(WIDTHS_PX)('nothing shifts while a page loads at %i px, even with a late font', async (width) => {
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
})
