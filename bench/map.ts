import type { Browser, Page } from 'playwright-core'
import { madeUpCenters, mapAnswer } from '../tests/support/made-up-centers.ts'
import { launchBrowser } from './browser.ts'
import { pagesToVisit } from './pages-to-visit.ts'
import type { Report } from './report.ts'
import { startSiteProcess } from './site-process.ts'
import { median, withSpread } from './statistics.ts'
import { inWorkshop } from './workshop.ts'

const ROUNDS = 5
const DRAG_MS = 2_000
const VIEWPORT = { width: 1440, height: 1000 }
/** A frame that missed its slot at 60 per second. */
const LATE_MS = 25
const CENTERS = [300, 1000]
const LEAST_SHARE_OF_EMPTY = 0.95

interface Drag {
  framesPerSecond: number
  lateShare: number
}

export function benchMap(): Promise<Report> {
  return inWorkshop(async (workshop) => {
    const found = await launchBrowser(workshop)
    if (found.kind === 'missing') return { name: 'map', tables: [], notes: [found.line], goals: [] }
    const site = await startSiteProcess(workshop, { dataDir: workshop.folder('map') })
    const visited = await pagesToVisit(site.url)
    const addressOf = (wanted: string) => site.url + (visited.find(({ name }) => name === wanted)?.path ?? '')
    const pages = [
      { name: 'empty page', page: await emptyPage(found.browser), drags: [] as Drag[] },
      ...(await Promise.all(
        CENTERS.map(async (amount) => ({
          name: `${amount} data centers`,
          page: await mapPage(found.browser, { from: addressOf('FAQ'), to: addressOf('map') }, amount),
          drags: [] as Drag[],
        })),
      )),
    ]
    // In turns, so that other load affects all of them.
    for (let round = 0; round < ROUNDS; round++) {
      for (const { page, drags } of pages) drags.push(await dragAround(page))
    }
    return reportOf(pages, found.browser.version())
  })
}

async function emptyPage(browser: Browser): Promise<Page> {
  const page = await browser.newPage({ viewport: VIEWPORT })
  await page.goto('about:blank')
  return page
}

/**
 * Comes from another page, so that the browser requests the made-up data. Zooms in, so that the finer map
 * is drawn, too.
 */
async function mapPage(
  browser: Browser,
  { from, to }: { from: string; to: string },
  amount: number,
): Promise<Page> {
  const page = await browser.newPage({ viewport: VIEWPORT })
  await page.route('**/api/dc_map/*', (route) => route.fulfill({ json: mapAnswer(madeUpCenters(amount)) }))
  await page.goto(from, { waitUntil: 'networkidle' })
  await page
    .locator(`nav a[href="${new URL(to).pathname}"]`)
    .first()
    .click()
  await page
    .locator('tr[id^="dc-"]')
    .nth(amount - 1)
    .waitFor({ state: 'attached' })
  for (let time = 0; time < 2; time++) await page.getByRole('button', { name: 'Zoom in' }).click()
  await page.waitForLoadState('networkidle')
  return page
}

async function dragAround(page: Page): Promise<Drag> {
  await page.bringToFront()
  const box = await page
    .getByRole('application')
    .boundingBox({ timeout: 1_000 })
    .catch(() => null)
  const middle = box === null ? { x: 720, y: 500 } : { x: box.x + box.width / 2, y: box.y + 325 }
  await page.mouse.move(middle.x, middle.y)
  await page.mouse.down()
  await page.evaluate(startFrames)
  const end = performance.now() + DRAG_MS
  for (let step = 0; performance.now() < end; step++) {
    await page.mouse.move(middle.x + 220 * Math.sin(step / 20), middle.y + 120 * Math.sin(step / 13))
  }
  const frames = await page.evaluate(() => (globalThis as WithFrames).frames)
  await page.mouse.up()
  const gaps = frames.slice(1).map((at, index) => at - (frames[index] ?? 0))
  const seconds = ((frames.at(-1) ?? 0) - (frames[0] ?? 0)) / 1000
  return {
    framesPerSecond: gaps.length / seconds,
    lateShare: gaps.filter((gap) => gap > LATE_MS).length / gaps.length,
  }
}

type WithFrames = typeof globalThis & { frames: number[] }

function startFrames() {
  const frames: number[] = []
  Object.assign(globalThis, { frames })
  requestAnimationFrame(function note(now) {
    frames.push(now)
    if ((globalThis as WithFrames).frames === frames) requestAnimationFrame(note)
  })
}

function reportOf(pages: readonly { name: string; drags: readonly Drag[] }[], version: string): Report {
  const rate = (drags: readonly Drag[]) => median(drags.map(({ framesPerSecond }) => framesPerSecond))
  const [empty, wanted] = pages
  const whole = rate(empty?.drags ?? [])
  const share = rate(wanted?.drags ?? []) / whole
  return {
    name: 'map',
    tables: [
      {
        title: 'Dragging the map',
        columns: ['page', 'frames a second', `longer than ${LATE_MS} ms`, 'of the empty page'],
        rows: pages.map(({ name, drags }) => [
          name,
          withSpread(
            drags.map(({ framesPerSecond }) => framesPerSecond),
            1,
          ),
          `${(median(drags.map(({ lateShare }) => lateShare)) * 100).toFixed(1)} %`,
          (rate(drags) / whole).toFixed(2),
        ]),
      },
    ],
    notes: [
      `Chromium ${version}, ${VIEWPORT.width} × ${VIEWPORT.height}, four times as large as the box; ${ROUNDS} drags of ${DRAG_MS / 1000} s each, in turns.`,
    ],
    goals: [
      {
        goal: `300 data centers: at least ${LEAST_SHARE_OF_EMPTY} of the frames of an empty page while dragging`,
        measured: share.toFixed(2),
        isMet: share >= LEAST_SHARE_OF_EMPTY,
      },
    ],
  }
}
