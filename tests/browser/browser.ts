import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Locator, Page, Request } from 'playwright-core'
import { afterEach, expect, inject, type TestContext } from 'vitest'
import { launchBrowser } from './find-browser.ts'
import { lendContext } from './lent-context.ts'
import { watchProblems, watchRequests } from './watch-problems.ts'

/** The longest wait for a page to show something; generous, for machines under load. */
const WAIT_MS = 60_000
/**
 * Every look at a page costs the browser as much as some of the work it waits for. So the delay grows with the time
 * waited so far: fast results are seen immediately, and slow ones are not polled twenty times a second.
 */
const PART_OF_THE_WAIT = 1 / 5
const LOOK_AT_LATEST_MS = 500
const REPORT_WITHIN_MS = 30_000
const LOOK_EVERY_MS = 50
const PASSING_MS = 5_000
const WIDTH_PX = 1440
const HEIGHT_PX = 900
/** Pages of one visitor share a process, so that another page costs little. */
const ONE_PROCESS = '--renderer-process-limit=1'
/** The browser's own words and those of Playwright's clock. */
const RAN_OUT = /signal timed out|AbortError: The user aborted a request/

export interface PageOptions {
  width?: number
  scheme?: 'light' | 'dark'
  javaScript?: boolean
  touch?: boolean
  reducedMotion?: boolean
  timeZone?: string
  siteUrl?: string
  /** Expected console messages and failed requests. Any other one fails the test. */
  expects?: RegExp[]
  /** The test moves the page's clock, so pending requests may time out. */
  movesClock?: boolean
}

export interface TestBrowser {
  newPage(options?: PageOptions): Promise<Page>
  open(path: string, options?: PageOptions): Promise<Page>
}

/** The browser of this worker, for all its files. Playwright closes it with the process. */
let browser: Promise<Browser> | undefined

export function testBrowser(): TestBrowser {
  let visits: Visit[] = []

  afterEach(async ({ task }) => {
    const over = visits
    visits = []
    await endVisits(over, task)
  })

  async function newPage(options: PageOptions = {}) {
    const siteUrl = options.siteUrl ?? inject('siteUrl')
    browser ??= launchBrowser(inject('browserFiles'), { args: [ONE_PROCESS] })
    const { context, giveBack } = await lendContext(await browser, settingsOf(siteUrl, options))
    context.setDefaultTimeout(WAIT_MS)
    const page = await context.newPage()
    await applyLook(page, options)
    const { expects = [], movesClock = false } = options
    const problems = watchProblems(page, siteUrl)
    visits.push({ page, giveBack, problems, requests: watchRequests(page), expects, movesClock })
    return page
  }

  async function open(path: string, options: PageOptions = {}) {
    const page = await newPage(options)
    await goTo(page, path, options)
    return page
  }

  return { newPage, open }
}

export async function goTo(page: Page, path: string, { javaScript = true }: PageOptions = {}) {
  await page.goto(path)
  if (javaScript) await untilAlive(page)
}

export function soon<T>(read: () => T | Promise<T>) {
  let startedAt: number | undefined
  const readCalmly = async () => {
    if (startedAt === undefined) startedAt = performance.now()
    else await sleep(Math.min(LOOK_AT_LATEST_MS, (performance.now() - startedAt) * PART_OF_THE_WAIT))
    return read()
  }
  return expect.poll(readCalmly, { timeout: WAIT_MS, interval: LOOK_EVERY_MS })
}

/**
 * Does something whose result the page shows for a few seconds only. A machine that stalls for longer misses that, and
 * does it again.
 */
export async function untilSeenAfter(act: () => Promise<void>, result: Locator) {
  await soon(async () => {
    await act()
    return result.waitFor({ timeout: PASSING_MS }).then(
      () => 'seen',
      (error: Error) => error.message,
    )
  }).toBe('seen')
}

export function addressOf(page: Page): string {
  const { pathname, search, hash } = new URL(page.url())
  return pathname + search + hash
}

/**
 * Pages that are mostly read wait for the reader. React sets this mark on the main navigation first when it hydrates;
 * parts of the page may follow.
 */
export async function untilAlive(page: Page) {
  // The script that waits for the reader may still be on its way, and would miss a single sign.
  await soon(() =>
    page.evaluate(() => {
      document.dispatchEvent(new Event('wheel'))
      return document.querySelector('nav[aria-label="Main"][data-more]') !== null
    }),
  ).toBe(true)
  await page.locator('[data-alive="false"]').first().waitFor({ state: 'detached' })
}

interface Visit {
  page: Page
  giveBack(): Promise<void>
  problems: string[]
  requests: ReadonlySet<Request>
  expects: RegExp[]
  movesClock: boolean
}

function settingsOf(siteUrl: string, options: PageOptions) {
  return {
    baseURL: siteUrl,
    viewport: { width: WIDTH_PX, height: HEIGHT_PX },
    colorScheme: 'light',
    javaScriptEnabled: options.javaScript ?? true,
    hasTouch: options.touch ?? false,
    timezoneId: options.timeZone ?? 'UTC',
  } as const
}

/** Of the page and not of its context, so that pages of every width can use the same context after each other. */
async function applyLook(
  page: Page,
  { width = WIDTH_PX, scheme = 'light', reducedMotion = false }: PageOptions,
) {
  if (width !== WIDTH_PX) await page.setViewportSize({ width, height: HEIGHT_PX })
  if (scheme !== 'light' || reducedMotion) {
    await page.emulateMedia({
      colorScheme: scheme,
      reducedMotion: reducedMotion ? 'reduce' : 'no-preference',
    })
  }
}

async function endVisits(visits: Visit[], task: TestContext['task']) {
  const isBroken = task.result?.state === 'fail'
  // A failed test may not have reached everything it expects.
  const unseen = isBroken ? [] : await untilSeen(visits)
  const problems = visits.flatMap((visit) => visit.problems.filter((problem) => !isExpected(problem, visit)))
  if (isBroken || problems.length > 0) await takePictures(visits, task.name)
  for (const { giveBack } of visits) await giveBack()

  // As text: the summary at the end abbreviates lists.
  expect(problems.join('\n'), 'problems that the browser reported').toBe('')
  expect(unseen, 'problems that should have been reported').toEqual([])
}

/** The browser may report with a short delay. */
async function untilSeen(visits: Visit[]): Promise<RegExp[]> {
  const deadline = performance.now() + REPORT_WITHIN_MS
  for (;;) {
    const unseen = visits.flatMap((visit) => visit.expects.filter((expected) => !isSeen(expected, visit)))
    if (unseen.length === 0 || performance.now() > deadline) return unseen
    await sleep(LOOK_EVERY_MS)
  }
}

function isExpected(problem: string, { expects, movesClock }: Visit) {
  if (movesClock && RAN_OUT.test(problem)) return true
  return expects.some((expected) => expected.test(problem))
}

function isSeen(expected: RegExp, { problems }: Visit) {
  return problems.some((problem) => expected.test(problem))
}

async function takePictures(visits: Visit[], name: string) {
  const folder = mkdtempSync(join(tmpdir(), 'candor-failure-'))
  for (const [index, { page, requests }] of visits.entries()) {
    if (page.isClosed()) continue
    const path = join(folder, `${name.replace(/[^\w.-]+/g, '-').slice(0, 80)}-${index + 1}.png`)
    await page.screenshot({ path, fullPage: true })
    const underWay = [...requests].map((request) => request.url()).join(', ')
    console.error(
      `"${name}" failed at ${page.url()}, with requests under way: ${underWay || 'none'}; a picture of it: ${path}`,
    )
  }
}
