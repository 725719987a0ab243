import type { Page, Route } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { SEVERITY } from '../../src/domain/record.ts'
import { publish, unpublish } from '../support/publish.ts'
import { addDraft, type SmallCloud } from '../support/small-site.ts'
import { axeInDetail } from './axe-in-detail.ts'
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
  saidOn,
  setHidden,
} from './live-page.ts'
import { untilEdition } from './own-site.ts'
import { recordSite } from './record-site.ts'
import { shellOf } from './shell.ts'
import { WIDTHS_PX } from './widths.ts'

const browser = testBrowser()

const SHORTEST_ROUND_MS = 3_500

const site = recordSite()
let cloud: SmallCloud

beforeAll(async () => {
  cloud = await quietCloud()
})

test('a publication appears on open pages without a reload and is announced politely; pages poll out of step, and not while hidden', async () => {
  const earlier = await publishIncident('Logins are slow', SEVERITY.serviceDegradation)
  const status = await openAndMark('/cloud-status')
  const list = await openAndMark('/incidents')
  const post = await openAndMark(`/posts/${earlier}`)
  const quiet = await openAndMark('/faq')
  // Nobody has touched this one, so it comes without React.
  const untouched = await openAndMark('/incidents', { isTouched: false })

  const id = await publishIncident('Tunnels drop their sessions')
  await site()
    .db.updateTable('records')
    .set({ title: 'Logins are slow again' })
    .where('id', '=', earlier)
    .execute()
  const number = await publish(site().db, earlier, { step: 'updated' })
  await untilEdition(site(), number)

  const { main, heading } = shellOf(status)
  await pass(status, async () => (await main.textContent())?.includes('Tunnels drop their sessions') === true)
  // Right after it appeared: an announcement is gone after ten seconds.
  await soon(() => saidOn(status)).toMatch(/disrupted/)
  const inList = shellOf(list).main.getByRole('link', { name: 'Tunnels drop their sessions', exact: true })
  await pass(list, async () => (await inList.count()) > 0)
  await soon(() => saidOn(list)).toBe('This page was updated.')
  const arrived = shellOf(untouched).main.getByRole('link', {
    name: 'Tunnels drop their sessions',
    exact: true,
  })
  await pass(untouched, async () => (await arrived.count()) > 0)
  await soon(() => saidOn(untouched)).toBe('This page was updated.')
  await pass(post, async () => (await shellOf(post).heading.textContent()) === 'Logins are slow again')
  await soon(() => saidOn(post)).toBe('This page was updated.')
  const footnote = shellOf(quiet).footer.getByText(/^Edition/)
  await pass(quiet, async () => (await footnote.textContent())?.includes(`Edition ${number} `) === true)
  expect(await heading.textContent()).toBe('Cloud Status')
  expect(await post.title()).toContain('Logins are slow again')
  expect(await saidOn(quiet)).toBe('')
  for (const page of [status, list, post, quiet, untouched]) expect(await isMarked(page)).toBe(true)

  await takeBack(id, earlier)
  await pass(
    status,
    async () => (await main.textContent())?.includes('Tunnels drop their sessions') === false,
  )
  await pass(post, async () => (await shellOf(post).heading.textContent())?.startsWith('Withdrawn') === true)
  await expectQuestions([quiet, list])
})

/** Two pages poll out of step, get answers without a body, and don't poll while hidden. */
async function expectQuestions(pages: readonly [Page, Page]) {
  const before = await unchangedAnswers()
  const rounds: number[][] = []
  for (const page of pages) {
    // The clock moves only by the steps of the test, however long an answer takes.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
    const earlier = (await askedAt(page)).length
    await pass(page, async () => (await askedAt(page)).length > earlier + 4)
    const moments = (await askedAt(page)).slice(earlier)
    rounds.push(moments.slice(1).map((moment, index) => moment - (moments[index] ?? 0)))
  }
  // The schedule's own tests cover the maximum; here the page's clock goes on during a request.
  for (const round of rounds.flat()) expect(round).toBeGreaterThanOrEqual(SHORTEST_ROUND_MS)
  for (const each of rounds) expect(new Set(each).size).toBeGreaterThan(1)
  expect(rounds[0]).not.toEqual(rounds[1])
  expect(await unchangedAnswers()).toBeGreaterThan(before)

  const [page] = pages
  await page.clock.resume()
  await setHidden(page, true)
  const asked = (await askedAt(page)).length
  for (let index = 0; index < 40; index++) await page.clock.runFor(3_000)
  expect(await askedAt(page)).toHaveLength(asked)
  await setHidden(page, false)
  await soon(async () => (await askedAt(page)).length).toBe(asked + 1)
}

test("a publication keeps the reader's scroll position, focus and open parts; a failed refresh keeps the content", async () => {
  const page = await openAndMark('/incidents', { width: 390, expects: [/failed/, /status of 500/] })
  const { main, selector, drawer } = shellOf(page)
  await selector.click()
  await drawer.waitFor()
  const link = drawer.getByRole('link').last()
  await link.focus()
  const id = await publishIncident('Certificates are late')
  const told = main.getByText('Certificates are late').first()
  await pass(page, async () => (await told.count()) > 0)
  expect(await drawer.isVisible()).toBe(true)
  expect(await link.evaluate((element) => element === document.activeElement)).toBe(true)

  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'hidden' })
  await main.getByRole('article').nth(9).getByRole('link').first().focus()
  const before = await focusOn(page)
  await takeBack(id)
  await pass(page, async () => (await told.count()) === 0)
  // Content above is gone; what the reader sees stays in place.
  await soon(() => focusOn(page)).toEqual(before)
  await failRefreshes(page)
  expect(await isMarked(page)).toBe(true)
})

async function failRefreshes(page: Page) {
  const { main, heading, header } = shellOf(page)
  for (const address of ['**/api/global', '**/api/incident?*']) {
    let failed = 0
    await page.route(address, (route) => {
      failed++
      return fail(route)
    })
    const title = `Alerts repeat (${address.length})`
    const id = await publishIncident(title)
    await pass(page, () => failed > 0)
    expect(await heading.textContent()).toBe('Incidents')
    expect(await main.getByRole('article').count()).toBeGreaterThan(3)
    expect(await header.isVisible()).toBe(true)
    expect(await main.getByRole('alert').count()).toBe(0)

    await page.unroute(address)
    await pass(page, async () => (await main.getByText(title).count()) > 0)
    await takeBack(id)
    await pass(page, async () => (await main.getByText(title).count()) === 0)
  }
}

test('a publication does not close a post that is open over the Cloud Status page', async () => {
  const open = await publishIncident('Reports are incomplete')
  const page = await openAndMark(`/cloud-status?post=${open}`, { reducedMotion: true })
  const dialog = page.getByRole('dialog', { name: 'Reports are incomplete' })
  await dialog.waitFor()
  const focused = await focusOn(page)
  const other = await publishIncident('Exports stop halfway')
  const told = shellOf(page).main.getByRole('heading', { name: 'Exports stop halfway' })
  await pass(page, async () => (await told.count()) > 0)
  expect(await dialog.isVisible()).toBe(true)
  expect(await focusOn(page)).toEqual(focused)
  await takeBack(open, other)
})

test('when offline or after errors, the page says since when it may be outdated, until the site answers', async () => {
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
  for (const width of WIDTHS_PX) {
    await page.setViewportSize({ width, height: 900 })
    expect(await axeInDetail(page), `at ${width} px`).toEqual([])
  }
  await page.context().setOffline(false)
  await pass(page, async () => (await notice.count()) === 0)

  await page.route('**/api/edition', (route) => route.fulfill({ status: 503, json: { message: 'Not now.' } }))
  await pass(page, async () => (await notice.count()) > 0)
  await page.unroute('**/api/edition')
  await pass(page, async () => (await notice.count()) === 0)
  expect(await isMarked(page)).toBe(true)
})

interface Opening {
  width?: number
  timeZone?: string
  reducedMotion?: boolean
  expects?: RegExp[]
  isTouched?: boolean
}

/** A marked page of the quiet cloud, so that a reload would be noticed; the test controls its clock. */
async function openAndMark(route: string, { isTouched = true, ...options }: Opening = {}): Promise<Page> {
  const page = await browser.newPage({ ...options, siteUrl: site().url, movesClock: true })
  await page.clock.install()
  await page.addInitScript(noteQuestions)
  const path = `/${cloud.domain}${route}`
  if (isTouched) await goTo(page, path)
  else await page.goto(path)
  await mark(page)
  return page
}

async function unchangedAnswers(): Promise<number> {
  const metrics = await (await fetch(site().metricsUrl)).text()
  const line = /candor_http_requests_total\{route="\/api\/edition",status="304"\} (\d+)/.exec(metrics)
  return Number(line?.[1] ?? 0)
}

function fail(route: Route) {
  return route.fulfill({ status: 500, json: { message: 'Something broke.' } })
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

/** A demo cloud without issues, with one of its services and data centers. */
async function quietCloud(): Promise<SmallCloud> {
  const { domain, machineName } = CLOUD.second
  const found = await site()
    .db.selectFrom('clouds')
    .innerJoin('service_categories', 'service_categories.cloud_id', 'clouds.id')
    .innerJoin('services', 'services.category_tid', 'service_categories.tid')
    .innerJoin('cloud_data_centers', 'cloud_data_centers.cloud_id', 'clouds.id')
    .where('clouds.machine_name', '=', machineName)
    .where('services.is_active', '=', true)
    .select(['clouds.id', 'services.tid as service', 'cloud_data_centers.data_center_tid as dataCenter'])
    .executeTakeFirstOrThrow()
  return { ...found, domain, machineName }
}
