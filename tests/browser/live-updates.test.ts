import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { SEVERITY } from '../../src/domain/record.ts'
import { isShort, sized } from '../size.ts'
import { demoCloud } from '../support/demo-cloud.ts'
import { publish, unpublish } from '../support/publish.ts'
import { addDraft, type SmallCloud } from '../support/small-site.ts'
import { axeInDetail } from './axe.ts'
import { goTo, soon, testBrowser } from './browser.ts'
import { CLOUD } from './demo-site.ts'
import {
  askedAt,
  focusOn,
  hasAsked,
  isInSight,
  isMarked,
  mark,
  noteQuestions,
  noticeOn,
  pass,
  setHidden,
} from './live-page.ts'
import { untilEdition } from './own-site.ts'
import { recordSite } from './record-site.ts'
import { shellOf } from './shell.ts'
import { WIDTHS_PX } from './widths.ts'

const browser = testBrowser()

const site = recordSite()
let cloud: SmallCloud

beforeAll(async () => {
  cloud = await demoCloud(site().db, CLOUD.second.machineName)
})

test('L-01 a publication appears on open pages without a reload, is marked in lists and announced politely, and closes no open post; pages don’t poll while hidden', async () => {
  const earlier = await publishIncident('Logins are slow', SEVERITY.serviceDegradation)
  const status = await openAndMark(`/cloud-status?post=${earlier}`, { reducedMotion: true })
  const list = await openAndMark('/incidents')
  // This page hasn't been touched, so it comes without React.
  const untouched = await openAndMark('/incidents', { isTouched: false })
  const dialog = status.getByRole('dialog', { name: 'Logins are slow' })
  await dialog.waitFor()
  await status.locator('main dialog:modal').waitFor()
  const focused = await focusOn(status)

  const id = await publishIncident('Tunnels drop their sessions')
  const { main } = shellOf(status)
  await pass(status, async () => (await main.textContent())?.includes('Tunnels drop their sessions') === true)
  await soon(() => allSaidOn(status)).toContainEqual(expect.stringMatching(/disrupted/))
  expect(await dialog.isVisible()).toBe(true)
  expect(await focusOn(status)).toEqual(focused)

  await site()
    .db.updateTable('records')
    .set({ title: 'Logins are slow again' })
    .where('id', '=', earlier)
    .execute()
  await untilEdition(site(), await publish(site().db, earlier, { step: 'updated' }))
  const inList = (page: Page) =>
    shellOf(page).main.getByRole('link', { name: 'Tunnels drop their sessions', exact: true })
  const marked = shellOf(list).main.getByRole('article').filter({ hasText: 'Updated just now' })
  await pass(list, async () =>
    (await marked.getByRole('link').allTextContents()).includes('Logins are slow again'),
  )
  await inList(list).waitFor()
  await soon(() => allSaidOn(list)).toContain('This page was updated.')
  await pass(untouched, async () => (await inList(untouched).count()) > 0)
  await soon(() => allSaidOn(untouched)).toContain('This page was updated.')
  for (const page of [status, list, untouched]) expect(await isMarked(page)).toBe(true)

  await takeBack(id, earlier)
  await pass(list, async () => (await inList(list).count()) === 0)
  // In the short run: poll-schedule.test.ts.
  if (!isShort) await expectQuestions(list)
})

async function expectQuestions(page: Page) {
  const before = await unchangedAnswers()
  const earlier = (await askedAt(page)).length
  await pass(page, async () => (await askedAt(page)).length > earlier + 1)
  await soon(unchangedAnswers).toBeGreaterThan(before)

  await setHidden(page, true)
  const asked = (await askedAt(page)).length
  await page.clock.runFor(30_000)
  expect(await askedAt(page)).toHaveLength(asked)
  await setHidden(page, false)
  await soon(async () => (await askedAt(page)).length).toBeGreaterThan(asked)
}

test("a publication keeps the reader's scroll position, focus and open parts", async () => {
  const page = await openAndMark('/incidents', { width: 390 })
  const { main, selector, drawer } = shellOf(page)
  await selector.click()
  await drawer.waitFor()
  const link = drawer.getByRole('link').last()
  await link.focus()
  const id = await publishIncident('Certificates are late')
  const listed = main.getByText('Certificates are late').first()
  await pass(page, async () => (await listed.count()) > 0)
  expect(await drawer.isVisible()).toBe(true)
  expect(await link.evaluate((element) => element === document.activeElement)).toBe(true)

  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'hidden' })
  await main.getByRole('article').nth(9).getByRole('link').first().focus()
  const before = await focusOn(page)
  await takeBack(id)
  await pass(page, async () => (await listed.count()) === 0)
  // Content above disappears; what the reader sees stays in place.
  await soon(() => focusOn(page)).toEqual(before)
  expect(await isMarked(page)).toBe(true)
})

// In the short run first-visit.test.ts loses the site; connection-words.test.ts and follow-editions.test.ts
// cover the rest.
test.skipIf(isShort)(
  'when offline or after errors, the page says since when it may be outdated, until the site answers',
  async () => {
    const expects = [/ERR_INTERNET_DISCONNECTED/, /status of 503/]
    const options = { timeZone: 'Europe/Zurich', reducedMotion: true, width: 390 }
    const page = await openAndMark('/cloud-status', { ...options, expects })
    const notice = noticeOn(page)
    await pass(page, () => hasAsked(page))
    const { footer, main } = shellOf(page)
    // A controlled clock hides the edition that the page came with, so it has to ask for its data once.
    await pass(page, async () => (await footer.getByText(/^Edition \d/).count()) > 0)
    expect(await notice.count()).toBe(0)
    await page.context().setOffline(true)
    await pass(page, async () => (await notice.count()) > 0)
    expect(await notice.textContent()).toMatch(
      /^No connection to this site since \d\d:\d\d UTC\. Showing the last version; reconnecting\.$/,
    )
    expect(await isInSight(page)).toBe(true)
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    expect(await isInSight(page)).toBe(true)
    await footer.getByRole('radio', { name: /^Zurich/ }).check()
    expect(await notice.textContent()).toMatch(/since \d\d:\d\d GMT\+\d\./)
    expect(await main.getByRole('heading').count()).toBeGreaterThan(2)
    // In the short run tokens.test.ts proves the contrast; the notice is plain text.
    for (const width of sized({ short: [], long: WIDTHS_PX })) {
      await page.setViewportSize({ width, height: 900 })
      expect(await axeInDetail(page), `at ${width} px`).toEqual([])
    }
    await page.context().setOffline(false)
    await pass(page, async () => (await notice.count()) === 0)

    await page.route('**/api/edition', (route) =>
      route.fulfill({ status: 503, json: { message: 'Not now.' } }),
    )
    await pass(page, async () => (await notice.count()) > 0)
    await page.unroute('**/api/edition')
    await pass(page, async () => (await notice.count()) === 0)
    expect(await isMarked(page)).toBe(true)
  },
)

interface Opening {
  width?: number
  timeZone?: string
  reducedMotion?: boolean
  expects?: RegExp[]
  isTouched?: boolean
}

async function openAndMark(route: string, { isTouched = true, ...options }: Opening = {}): Promise<Page> {
  const page = await browser.newPage({ ...options, siteUrl: site().url, movesClock: true })
  await page.clock.install()
  await page.addInitScript(noteQuestions)
  await page.addInitScript(noteSaid)
  const path = `/${cloud.domain}${route}`
  if (isTouched) await goTo(page, path)
  else await page.goto(path)
  await mark(page)
  return page
}

type WindowWithWords = typeof window & { said: string[] }

/**
 * Runs in the page. An announcement disappears after ten seconds: while the test looks at one page, the
 * others change. The last announcement is about the page, the first one about the cookie prompt.
 */
function noteSaid() {
  const said: string[] = []
  Object.assign(window, { said })
  new MutationObserver(() => {
    const words = [...document.querySelectorAll('#root > p[role="status"]')].at(-1)?.textContent ?? ''
    if (words !== '' && words !== said.at(-1)) said.push(words)
  }).observe(document, { childList: true, characterData: true, subtree: true })
}

function allSaidOn(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as WindowWithWords).said)
}

async function unchangedAnswers(): Promise<number> {
  const metrics = await (await fetch(site().metricsUrl)).text()
  const line = /candor_http_requests_total\{route="\/api\/edition",status="304"\} (\d+)/.exec(metrics)
  return Number(line?.[1] ?? 0)
}

async function publishIncident(
  title: string,
  severity: number = SEVERITY.serviceDisruption,
): Promise<number> {
  const id = await addDraft(site().db, {
    title,
    severity_tid: severity,
    clouds: [cloud],
    from_time: new Date(Date.now() - 600_000),
  })
  await untilEdition(site(), await publish(site().db, id))
  return id
}

async function takeBack(...ids: number[]) {
  for (const id of ids) await untilEdition(site(), await unpublish(site().db, id))
}
