import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { placeIssues } from '../../src/domain/timeline/place-issues.ts'
import { timelineWindow } from '../../src/domain/timeline/timeline-window.ts'
import { soon, testBrowser } from './browser.ts'
import { CLOUD, PATH } from './demo-site.ts'
import { shellOf } from './shell.ts'
import { isDisabled, readRow, readWeek, timelinePartsOf } from './timeline-parts.ts'

const browser = testBrowser()

const WIDTHS_PX = [390, 800, 1440]
const LEAST_MARK_PX = 24
const DAY_MS = 86_400_000

describe('the blocks of the page', () => {
  test('S-01 are those that the cloud has', async () => {
    const page = await browser.open(PATH.cloudStatus)
    const { services, centers } = timelinePartsOf(page)
    expect(await shellOf(page).heading.textContent()).toBe('Cloud Status')
    expect(await services.count()).toBe(1)
    expect(await centers.count()).toBe(1)
    await page.goto(`/${CLOUD.agent.domain}/cloud-status`)
    expect(await services.count()).toBe(1)
    expect(await centers.count()).toBe(0)
  })

  test('S-08 come with a legend of three severities and no others', async () => {
    const page = await browser.open(PATH.cloudStatus)
    const legend = shellOf(page).main.getByRole('list', { name: 'Severities' })
    expect(await legend.getByRole('listitem').allTextContents()).toEqual([
      'Under Investigation',
      'Service Disruption',
      'Service Degradation',
    ])
  })
})

describe.each(WIDTHS_PX)('the week at %i px', (width) => {
  test('S-02 has seven days, and the caret lies at now', async () => {
    const { current_time } = await readWeek(CLOUD.first.machineName, 'core_cloud_services')
    const page = await browser.open(PATH.cloudStatus, { width })
    const { services, centers, caret } = timelinePartsOf(page)
    for (const block of [services, centers]) {
      const days = await block
        .locator('ol time')
        .evaluateAll((times) => times.map((time) => time.getAttribute('datetime')))
      expect(days).toEqual(daysUpTo(current_time))
      const line = caret(block).locator('line')
      const share = (Date.parse(current_time) % DAY_MS) / DAY_MS
      expect(await percentOf(line, 'x1')).toBeCloseTo(((6 + share) / 7) * 100, 0)
    }
  })

  test('S-03 has each issue at its start and end, and none is too small to hit', async () => {
    const { category, current_time } = await readWeek(CLOUD.first.machineName, 'core_cloud_services')
    const now = new Date(current_time)
    const page = await browser.open(PATH.cloudStatus, { width })
    const services = category.flatMap(({ subCategory }) => subCategory)
    const troubled = services.filter(({ category_status }) => category_status.length > 0)
    expect(troubled.length).toBeGreaterThan(3)
    for (const { tid, category_status } of troubled) {
      const { track, marks } = await readRow(page, tid)
      const onTrack = (percent: number) => track.left + (percent / 100) * (track.right - track.left)
      const placed = placeIssues({ issues: category_status, window: timelineWindow({ now, page: 0 }), now })
      expect(marks.map(({ id }) => id).sort()).toEqual(placed.map(({ issue }) => issue.id).sort())
      for (const { issue, x, width: length, anchor } of placed) {
        const mark = marks.find(({ id }) => id === issue.id)
        if (mark === undefined) throw new Error(`Issue ${issue.id} has no mark.`)
        const [start, end] = [onTrack(x), onTrack(x + length)]
        const isWidened = end - start < LEAST_MARK_PX
        // The page's clock may be a minute ahead of the one in the test.
        const TOLERANCE_PX = 1
        if (!isWidened || anchor === 'start') {
          expect(Math.abs(mark.box.left - start)).toBeLessThan(TOLERANCE_PX)
        }
        if (!isWidened || anchor === 'end') {
          expect(Math.abs(mark.box.right - end)).toBeLessThan(TOLERANCE_PX)
        }
        expect(mark.box.right - mark.box.left).toBeGreaterThanOrEqual(LEAST_MARK_PX - 0.1)
        expect(mark.isHit).toBe(true)
      }
    }
  })

  test('S-03 lets what is still open run into the caret', async () => {
    const page = await browser.open(PATH.cloudStatus, { width })
    const { services, caret } = timelinePartsOf(page)
    const open = services.locator('[data-mark][aria-label$="still open"]')
    const [end, now] = await Promise.all([
      open.first().evaluate((mark) => mark.getBoundingClientRect().right),
      caret(services)
        .locator('line')
        .evaluate((line) => line.getBoundingClientRect().left),
    ])
    expect(Math.abs(end - now)).toBeLessThan(2)
  })
})

describe('while the page is open', () => {
  test('S-02 the caret, the bars and what is open move on', async () => {
    const page = await browser.newPage({ movesClock: true })
    await page.clock.install({ time: new Date() })
    await page.goto(PATH.cloudStatus)
    const { services, caret } = timelinePartsOf(page)
    const caretAt = () => percentOf(caret(services).locator('line'), 'x1')
    const open = services.locator('[data-mark][aria-label$="still open"]').first()
    const openEnd = () => open.evaluate((mark) => mark.getBoundingClientRect().right)
    const quiet = services.getByRole('listitem').filter({ hasText: 'Cloud Firewall' })
    const quietEnd = () => percentOf(quiet.locator('line'), 'x2')
    const before = {
      caret: await caretAt(),
      open: await openEnd(),
      time: await caret(services).textContent(),
    }

    await page.clock.fastForward('20:00')
    const TWENTY_MINUTES_PERCENT = (20 / 10_080) * 100
    await soon(caretAt).toBeGreaterThan(before.caret + TWENTY_MINUTES_PERCENT / 2)
    expect(await caretAt()).toBeLessThan(before.caret + 2 * TWENTY_MINUTES_PERCENT)
    expect(await openEnd()).toBeGreaterThan(before.open)
    expect(await quietEnd()).toBeGreaterThan(before.caret)
    expect(await caret(services).textContent()).not.toBe(before.time)
  })

  test('S-02 a new day in UTC brings a new week', async () => {
    const page = await browser.newPage({ movesClock: true })
    const now = new Date()
    await page.clock.install({ time: now })
    await page.goto(PATH.cloudStatus)
    const { find, services, caret } = timelinePartsOf(page)
    await soon(() => find.isVisible()).toBe(true)
    const before = await caret(services).textContent()
    const asked = page.waitForRequest('**/api/cloud-status?*')
    let isAsking = false
    page.on('request', (request) => {
      isAsking ||= request.url().endsWith('/api/global')
    })
    await page.clock.fastForward(DAY_MS - (now.getTime() % DAY_MS) + 120_000)
    await soon(() => caret(services).textContent()).not.toBe(before)
    // Pages do not ask all at once; and once they ask, time must not run away from the answer.
    await soon(async () => {
      if (!isAsking) await page.clock.runFor(1_000)
      return isAsking
    }).toBe(true)
    expect(new URL((await asked).url()).searchParams.get('dateOffset')).toBe('0')
  })
})

describe('a link to a line that lies in a fold', () => {
  test.each([390, 1440])('opens the fold on the first load, at %i px', async (width) => {
    const id = await foldedRow()
    const page = await browser.open(`${PATH.cloudStatus}#${id}`, { width })
    await untilReached(page, id)
  })

  test('opens the fold after a change of page', async () => {
    const id = await foldedRow()
    const page = await browser.open(PATH.home)
    await page.evaluate((path) => {
      history.pushState(null, '', path)
      dispatchEvent(new PopStateEvent('popstate'))
    }, `${PATH.cloudStatus}#${id}`)
    await untilReached(page, id)
    await page.locator(`details:has(#${id}) > summary`).first().click()
    await soon(() => page.locator(`#${id}`).isVisible()).toBe(false)
  })

  test('leads to the heading when there is no such line', async () => {
    const page = await browser.open(PATH.home)
    await page.evaluate((path) => {
      history.pushState(null, '', path)
      dispatchEvent(new PopStateEvent('popstate'))
    }, `${PATH.cloudStatus}#row-%`)
    await soon(() => page.locator('h1:focus').textContent()).toBe('Cloud Status')
  })
})

describe('a service', () => {
  test('S-09 that is decommissioned says so, and cannot be subscribed to', async () => {
    const page = await browser.open(PATH.cloudStatus)
    const row = timelinePartsOf(page).services.getByRole('listitem').filter({ hasText: 'Legacy Mail Relay' })
    expect(await row.textContent()).toContain('decommissioned')
    expect(await row.locator('line[data-kind="decommissioned"]').count()).toBe(1)
    expect(await isDisabled(row.getByLabel('Subscribe to Legacy Mail Relay'))).toBe(true)
  })

  test.each(WIDTHS_PX)(
    'S-10 has a star that leads a visitor to the sign-in page, at %i px',
    async (width) => {
      const page = await browser.open(PATH.cloudStatus, { width })
      const star = timelinePartsOf(page).services.getByRole('link', { name: 'Subscribe to Sandbox' })
      const box = await star.boundingBox()
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
      await star.click()
      await page.waitForURL(`**/sign-in?notice=subscribe&origin=${encodeURIComponent(PATH.cloudStatus)}`)
    },
  )
})

describe('without scripts', () => {
  test('S-03 S-05 S-06 marks, pager and tabs are links', async () => {
    const page = await browser.open(PATH.cloudStatus, { javaScript: false })
    const { previous, tab, services, find, onlyTroubled } = timelinePartsOf(page)
    expect(await find.isVisible()).toBe(false)
    await previous.click()
    await page.waitForURL('**?week=1')
    await tab('Premium').click()
    await page.waitForURL('**?centers=premium')
    await onlyTroubled.click()
    await page.waitForURL('**?centers=premium&troubled=1')
    const mark = services.locator('[data-mark]').first()
    const id = await mark.getAttribute('data-mark')
    await mark.click()
    await page.waitForURL(`**${PATH.home}/posts/${id}`)
  })
})

async function foldedRow(): Promise<string> {
  const page = await browser.open(PATH.cloudStatus)
  const row = page.locator('main details:not([open]) li[id^="row-"]').last()
  return (await row.getAttribute('id')) ?? ''
}

async function untilReached(page: Page, id: string) {
  const row = page.locator(`#${id}`)
  await soon(() => row.evaluate((line) => line === document.activeElement)).toBe(true)
  await soon(() =>
    row.evaluate((line) => {
      const { top, bottom } = line.getBoundingClientRect()
      return top > 0 && bottom < innerHeight
    }),
  ).toBe(true)
  expect(await row.getAttribute('data-target')).toBe('')
}

function daysUpTo(moment: string) {
  const today = Math.floor(Date.parse(moment) / DAY_MS)
  return Array.from({ length: 7 }, (_, index) =>
    new Date((today - 6 + index) * DAY_MS).toISOString().slice(0, 10),
  )
}

async function percentOf(line: ReturnType<Page['locator']>, attribute: string) {
  return Number.parseFloat((await line.getAttribute(attribute)) ?? '')
}
