import type { Page } from 'playwright-core'
import { sized } from '../size.ts'
import { axeViolations } from './axe-violations.ts'

/** Axe checks every element; a few similar siblings show as much as a hundred. */
const OF_ONE_SHAPE = sized({ short: 3, long: Number.POSITIVE_INFINITY })

/** Axe violations of a page that the test no longer needs: the short run removes repeated elements first. */
export async function axeAtTheEnd(page: Page): Promise<string[]> {
  if (Number.isFinite(OF_ONE_SHAPE)) await page.evaluate(thinOut, OF_ONE_SHAPE)
  return axeViolations(page)
}

/** Runs in the page. Removes similar siblings beyond the first few, except those that other elements refer to. */
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
      referring.get(id)?.some((from) => from.isConnected && !element.contains(from)),
    )
  const shapeOf = (element: Element) => {
    const inside = new Set([...element.children].map(({ tagName }) => tagName))
    return [element.tagName, element.getAttribute('class'), ...[...inside].sort()].join(' ')
  }
  for (const parent of document.querySelectorAll('body, body *')) {
    if (!parent.isConnected) continue
    const counts = new Map<string, number>()
    for (const child of [...parent.children]) {
      const shape = shapeOf(child)
      const count = (counts.get(shape) ?? 0) + 1
      counts.set(shape, count)
      if (count > kept && !isReferredFromOutside(child)) child.remove()
    }
  }
}
