import { setTimeout as sleep } from 'node:timers/promises'
import type { Page, Request } from 'playwright-core'

const STEP_MS = 500
const LOOK_EVERY_MS = 10
/** In real time; generous, for machines under load. */
const WITHIN_MS = 60_000

type WindowWithMarks = typeof window & { isMarked?: boolean; askedAt?: number[] }

/** A reload would remove the mark. */
export async function mark(page: Page) {
  await page.evaluate(() => Object.assign(window, { isMarked: true }))
}

export function isMarked(page: Page) {
  return page.evaluate(() => (window as WindowWithMarks).isMarked === true)
}

/** Runs in the page, before its own scripts. */
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

/**
 * Advances the page's clock until the condition holds. The clock stops during requests: a minute that passes within a
 * second would time out every request before a slow machine answers.
 */
export async function pass(page: Page, isSo: () => boolean | Promise<boolean>) {
  const deadline = performance.now() + WITHIN_MS
  const open = new Set<Request>()
  const began = (request: Request) => void open.add(request)
  const ended = (request: Request) => void open.delete(request)
  page.on('request', began).on('requestfinished', ended).on('requestfailed', ended)
  try {
    while (performance.now() < deadline) {
      if (await isSo()) return
      if (open.size > 0) await sleep(LOOK_EVERY_MS)
      else await page.clock.runFor(STEP_MS)
    }
  } finally {
    page.off('request', began).off('requestfinished', ended).off('requestfailed', ended)
  }
  throw new Error('It did not come to that.')
}

export function focusOn(page: Page) {
  return page.evaluate(() => {
    const focused = document.activeElement
    const top = Math.round(focused?.getBoundingClientRect().top ?? 0)
    return { href: focused?.getAttribute('href'), top }
  })
}

export function noticeOn(page: Page) {
  return page.getByRole('status').getByText(/^No connection/)
}

export async function isInSight(page: Page) {
  const box = await noticeOn(page).boundingBox()
  const height = page.viewportSize()?.height ?? 0
  return box !== null && box.y >= 0 && box.y + box.height <= height
}

/** Headless browsers have no background tabs, so the page's state is overridden. */
export async function setHidden(page: Page, isHidden: boolean) {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden })
    document.dispatchEvent(new Event('visibilitychange'))
  }, isHidden)
}
