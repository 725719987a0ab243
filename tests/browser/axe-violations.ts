import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The rules that see colours: all that can be different in the dark. */
const RULES_OF_COLOUR = ['color-contrast', 'link-in-text-block']

/** What axe finds on a page as it stands, light and dark. */
export async function axeViolations(page: Page): Promise<string[]> {
  await page.evaluate(AXE)
  await page.evaluate(leaveFoot)
  await page.emulateMedia({ colorScheme: 'light' })
  const light = await runAxe(page, { runOnly: STANDARDS })
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await runAxe(page, { runOnly: { type: 'rule', values: RULES_OF_COLOUR } })
  return [...light, ...dark.map((violation) => `in the dark, ${violation}`)]
}

type WindowWithAxe = typeof window & { axe: { run(options: RunOptions): Promise<AxeResults> } }

async function runAxe(page: Page, options: RunOptions): Promise<string[]> {
  const { violations } = await page.evaluate((given) => (window as WindowWithAxe).axe.run(given), {
    ...options,
    resultTypes: ['violations'],
    // It would fetch the stylesheets once more, for a rule that is off; without a connection it complains aloud.
    preload: false,
  } satisfies RunOptions)
  return violations.map(
    ({ id, help, nodes }) => `${id} (${help}): ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`,
  )
}

/**
 * What stays at the foot of the screen covers what is under it until the reader scrolls on; axe takes that for too
 * small a target. At the end of the page it is the same, and covers nothing.
 */
function leaveFoot() {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('[aria-label="Cookie consent"] { position: static !important }')
  document.adoptedStyleSheets.push(sheet)
}
