import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { sized } from '../size.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/**
 * Voice control users say what they see on the screen. Axe marks this rule (WCAG 2.5.3) as experimental, so it must be
 * enabled by name.
 */
const FURTHER_RULES = { 'label-content-name-mismatch': { enabled: true } }
/** The rules about color: the only ones that can differ in dark mode. */
const RULES_OF_COLOUR = ['color-contrast', 'link-in-text-block']
/** Dark contrast follows from the tokens (`src/ui/styles/tokens.test.ts`), so the short run checks light mode only. */
const looksInTheDark = sized({ short: false, long: true })

export async function axeViolations(page: Page): Promise<string[]> {
  await page.evaluate(AXE)
  await page.evaluate(leaveFoot)
  await page.emulateMedia({ colorScheme: 'light' })
  const light = await runAxe(page, { runOnly: STANDARDS, rules: FURTHER_RULES })
  if (!looksInTheDark) return light
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await runAxe(page, { runOnly: { type: 'rule', values: RULES_OF_COLOUR } })
  return [...light, ...dark.map((violation) => `in the dark, ${violation}`)]
}

type WindowWithAxe = typeof window & { axe: { run(options: RunOptions): Promise<AxeResults> } }

async function runAxe(page: Page, options: RunOptions): Promise<string[]> {
  const { violations } = await page.evaluate((given) => (window as WindowWithAxe).axe.run(given), {
    ...options,
    resultTypes: ['violations'],
    // Axe would fetch the stylesheets again for a disabled rule, and log errors when offline.
    preload: false,
  } satisfies RunOptions)
  return violations.map(
    ({ id, help, nodes }) => `${id} (${help}): ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`,
  )
}

/**
 * A bar fixed to the bottom covers content until the reader scrolls; axe reports that as too small a target. At the end
 * of the page the bar covers nothing.
 */
function leaveFoot() {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('[aria-label="Cookie consent"] { position: static !important }')
  document.adoptedStyleSheets.push(sheet)
}
