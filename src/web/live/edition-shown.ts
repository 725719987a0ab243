import type { EditionState } from '../../contract/edition.ts'
import { EDITION_TIMING, PUBLISHED_TIMING } from '../../domain/edition-timing.ts'
import type { ShownGlobal } from '../../ui/root-data.ts'

/** Where browsers hide the header with the edition, number 0 makes the page check once for a newer one. */
export function editionShown({ edition }: Pick<ShownGlobal, 'edition'>): EditionState {
  const { number, published_at } = edition
  if (number !== undefined && published_at !== undefined) return { ...edition, number, published_at }
  return { ...edition, ...(editionOfPage() ?? { number: 0, published_at: pageOpenedAt() }) }
}

export type NumberAndTime = Pick<EditionState, 'number' | 'published_at'>

let known: NumberAndTime | undefined

/** Undefined in browsers that hide it. */
export function editionOfPage(): NumberAndTime | undefined {
  if (known !== undefined) return known
  const page = navigationOfPage()
  const described = (name: string) => page?.serverTiming?.find((each) => each.name === name)?.description
  const [number, published_at] = [Number(described(EDITION_TIMING)), described(PUBLISHED_TIMING)]
  if (number > 0 && published_at !== undefined) known = { number, published_at }
  return known
}

/** Uses an observer, because tests that move the clock replace `performance`. */
function navigationOfPage(): PerformanceNavigationTiming | undefined {
  if (typeof PerformanceObserver === 'undefined') return undefined
  const observer = new PerformanceObserver(() => {})
  observer.observe({ type: 'navigation', buffered: true })
  const [page] = observer.takeRecords()
  observer.disconnect()
  return page as PerformanceNavigationTiming | undefined
}

function pageOpenedAt(): string {
  return new Date(performance.timeOrigin).toISOString()
}
