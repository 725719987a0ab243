import type { Page } from 'playwright-core'

const STEP_MS = 250

type WindowWithMarks = typeof window & { isMarked?: boolean; askedAt?: number[] }

/** A reload would take the mark away. */
export async function mark(page: Page) {
  await page.evaluate(() => Object.assign(window, { isMarked: true }))
}

export function isMarked(page: Page) {
  return page.evaluate(() => (window as WindowWithMarks).isMarked === true)
}

/** Runs in the page, before anything of the page. */
export function noteQuestions() {
  const askedAt: number[] = []
  Object.assign(window, { askedAt })
  const { fetch } = window
  window.fetch = (...given) => {
    if (String(given[0]) === '/api/edition') askedAt.push(Date.now())
    return fetch(...given)
  }
}

export function askedAt(page: Page): Promise<number[]> {
  return page.evaluate(() => (window as WindowWithMarks).askedAt ?? [])
}

export async function hasAsked(page: Page) {
  return (await askedAt(page)).length > 0
}

/** Lets the time of a page go by in small steps, so that answers come in between, until it is so. */
export async function pass(page: Page, isSo: () => boolean | Promise<boolean>) {
  const stepsOfTwoMinutes = 120_000 / STEP_MS
  for (let step = 0; step < stepsOfTwoMinutes; step++) {
    if (await isSo()) return
    await page.clock.runFor(STEP_MS)
  }
  throw new Error('It did not come to that within two minutes.')
}

/** What has the focus, and where on the screen it is. */
export function focusOn(page: Page) {
  return page.evaluate(() => {
    const focused = document.activeElement
    const top = Math.round(focused?.getBoundingClientRect().top ?? 0)
    return { href: focused?.getAttribute('href'), top }
  })
}

/** What a screen reader is given to say of the page, apart from the notice of a lost connection. */
export async function saidOn(page: Page) {
  return page.locator('#root > p[role="status"]').textContent()
}

export function noticeOn(page: Page) {
  return page.getByRole('status').getByText(/^No connection/)
}

export async function isInSight(page: Page) {
  const box = await noticeOn(page).boundingBox()
  const height = page.viewportSize()?.height ?? 0
  return box !== null && box.y >= 0 && box.y + box.height <= height
}

/** Other tabs in front are not to be had without a window, so the page is told of one. */
export async function setHidden(page: Page, isHidden: boolean) {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden })
    document.dispatchEvent(new Event('visibilitychange'))
  }, isHidden)
}
