import type { Page } from 'playwright-core'

type WindowWithShifts = typeof window & { takeShifts: () => number[] }

/** Runs in the page, before anything shifts. */
export function noteShifts() {
  const shifts: number[] = []
  const note = (entries: PerformanceEntryList) => {
    for (const entry of entries) shifts.push((entry as PerformanceEntry & { value: number }).value)
  }
  const observer = new PerformanceObserver((list) => note(list.getEntries()))
  observer.observe({ type: 'layout-shift', buffered: true })
  // A busy browser reports late.
  const takeShifts = () => {
    note(observer.takeRecords())
    return [...shifts]
  }
  Object.assign(window, { takeShifts })
}

export function shiftsOn(page: Page): Promise<number[]> {
  return page.evaluate(async () => {
    await document.fonts.ready
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    return (window as WindowWithShifts).takeShifts()
  })
}

export async function sumOfShifts(page: Page): Promise<number> {
  return (await shiftsOn(page)).reduce((sum, shift) => sum + shift, 0)
}
