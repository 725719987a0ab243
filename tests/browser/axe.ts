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

/** Axe violations of an extra state or width of a screen that is checked anyway: only the long run takes the time. */
export async function axeInDetail(page: Page): Promise<string[]> {
  return sized({ short: false, long: true }) ? axeViolations(page) : []
}

/** Axe checks every element; a few similar siblings show as much as a hundred. */
const OF_ONE_SHAPE = sized({ short: 3, long: Number.POSITIVE_INFINITY })

/** Axe violations of a page that the test no longer needs: the short run hides repeated elements first. */
export async function axeAtTheEnd(page: Page): Promise<string[]> {
  if (Number.isFinite(OF_ONE_SHAPE)) await page.evaluate(thinOut, OF_ONE_SHAPE)
  return axeViolations(page)
}

/**
 * Runs in the page. Hides similar siblings beyond the first few, except those that other elements refer to. React may
 * still take over the page and would miss removed ones.
 */
function thinOut(kept: number) {
  const references = ['aria-labelledby', 'aria-describedby', 'aria-controls', 'aria-owns', 'for', 'headers']
  const referring = new Map<string, Element[]>()
  for (const name of references) {
    for (const element of document.querySelectorAll(`[${name}]`)) {
      for (const id of element.getAttribute(name)?.split(/\s+/) ?? []) {
        referring.set(id, [...(referring.get(id) ?? []), element])
      }
    }
  }
  const isReferredFromOutside = (element: Element) =>
    [element, ...element.querySelectorAll('[id]')].some(({ id }) =>
      referring.get(id)?.some((from) => !from.closest('[data-thinned]') && !element.contains(from)),
    )
  const shapeOf = (element: Element) => {
    const inside = new Set([...element.children].map(({ tagName }) => tagName))
    return [element.tagName, element.getAttribute('class'), ...[...inside].sort()].join(' ')
  }
  for (const parent of document.querySelectorAll('body, body *')) {
    if (parent.closest('[data-thinned]')) continue
    const counts = new Map<string, number>()
    for (const child of parent.children) {
      const shape = shapeOf(child)
      const count = (counts.get(shape) ?? 0) + 1
      counts.set(shape, count)
      if (count > kept && !isReferredFromOutside(child)) child.toggleAttribute('data-thinned', true)
    }
  }
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('[data-thinned] { display: none !important }')
  document.adoptedStyleSheets.push(sheet)
}
