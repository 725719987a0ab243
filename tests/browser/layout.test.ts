import { expect, test } from 'vitest'
import { sized } from '../size.ts'
import { testBrowser, untilAlive } from './browser.ts'
import { CLOUD, PATH } from './demo-site.ts'
import { heldBack } from './held-back.ts'
import { noteShifts, sumOfShifts } from './layout-shifts.ts'
import { WIDTHS_PX } from './widths.ts'

const browser = testBrowser()

const EVERY_PATH = [PATH.home, `/${CLOUD.second.domain}`, PATH.incidents]
/** Web Vitals call a page unstable at a sum of 0.1. */
const STEADY = 0.01

test.each(WIDTHS_PX)('nothing shifts while a page loads at %i px, even with a late font', async (width) => {
  for (const path of sized({ short: [PATH.home, PATH.incidents], long: EVERY_PATH })) {
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
