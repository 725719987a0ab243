import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { sized } from '../size.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Whoever speaks to the browser says what is on the screen. Axe has this rule of WCAG 2.5.3 as an experiment, so it is asked for by name. */
const FURTHER_RULES = { 'label-content-name-mismatch': { enabled: true } }
/** The rules that see colours: all that can be different in the dark. */
const RULES_OF_COLOUR = ['color-contrast', 'link-in-text-block']
/** That text can be read in the dark follows from the tokens (`src/ui/styles/tokens.test.ts`), so the short run looks in the light. */
const looksInTheDark = sized({ short: false, long: true })

/** What axe finds on a page as it stands: in the light, and in the long run in the dark too. */
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
