import type { Page } from 'playwright-core'

type WindowWithShifts = typeof window & { shifts: number[] }

/** Runs in the page, before anything shifts. */
export function noteShifts() {
  const shifts: number[] = []
  Object.assign(window, { shifts })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value)
  }).observe({ type: 'layout-shift', buffered: true })
}

/** The shifts so far, once fonts are loaded and the page is drawn. */
export function shiftsOn(page: Page): Promise<number[]> {
  return page.evaluate(async () => {
    await document.fonts.ready
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    return (window as WindowWithShifts).shifts
  })
}

export async function sumOfShifts(page: Page): Promise<number> {
  return (await shiftsOn(page)).reduce((sum, shift) => sum + shift, 0)
}
