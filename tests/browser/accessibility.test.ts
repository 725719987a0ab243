import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { type PageOptions, testBrowser, untilAlive } from './browser.ts'
import { PATH } from './demo-site.ts'
import { pageKinds, REFUSED_KINDS } from './page-kinds.ts'
import { shellOf } from './shell.ts'

const browser = testBrowser()

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

const SCREENS = [
  { width: 390, scheme: 'light' },
  { width: 800, scheme: 'dark' },
  { width: 1440, scheme: 'light' },
  { width: 1440, scheme: 'dark' },
] as const

describe.each(SCREENS)('axe finds nothing at $width px, $scheme', (screen) => {
  // What moves is measured in between, where no contrast is right.
  const options: PageOptions = { ...screen, reducedMotion: true }

  test('on any kind of page', async () => {
    const found: Record<string, string[]> = {}
    const page = await browser.newPage({ ...options, expects: REFUSED_KINDS })
    for (const { name, path, isBare = false } of await pageKinds()) {
      await page.goto(path)
      if (!isBare) await untilAlive(page)
      const violations = await violationsOn(page)
      if (violations.length > 0) found[name] = violations
    }
    expect(found).toEqual({})
  })

  test('with the cloud selector open', async () => {
    const page = await browser.open(PATH.home, options)
    const { selector, panel, drawer } = shellOf(page)
    await selector.click()
    await panel.or(drawer).filter({ visible: true }).waitFor()
    expect(await violationsOn(page)).toEqual([])
  })

  test('with a dropdown open', async () => {
    const page = await browser.open(PATH.home, options)
    const { notifications, mainNav } = shellOf(page)
    await notifications.click()
    await mainNav.getByRole('link', { name: 'Sub-processors' }).waitFor()
    expect(await violationsOn(page)).toEqual([])
  })

  test('on a page that could not be loaded', async () => {
    const expects = [/Loading .* failed/, /status of 500/]
    const page = await browser.open(PATH.home, { ...options, expects })
    await page.route('**/api/incident?*', (route) => route.fulfill({ status: 500, body: '' }))
    const { mainNav, retry } = shellOf(page)
    await mainNav.getByRole('link', { name: 'Incidents' }).click()
    await retry.waitFor()
    expect(await violationsOn(page)).toEqual([])
  })
})

async function violationsOn(page: Page): Promise<string[]> {
  await page.evaluate(AXE)
  const { violations } = await page.evaluate(
    (rules) =>
      (window as unknown as { axe: { run(options: object): Promise<AxeResults> } }).axe.run({
        runOnly: rules,
        resultTypes: ['violations'],
      }),
    RULES,
  )
  return violations.map(
    ({ id, help, nodes }) => `${id} (${help}): ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`,
  )
}
