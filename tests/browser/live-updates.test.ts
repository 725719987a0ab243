import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import { publish, unpublish } from '../support/publish.ts'
import { addDraft, type SmallCloud } from '../support/small-site.ts'
import { axeViolations } from './axe-violations.ts'
import { goTo, soon, testBrowser, untilAlive } from './browser.ts'
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
import { shellOf } from './shell.ts'
import { type SiteProcess, startSiteProcess } from './site-process.ts'

const browser = testBrowser()

/** At most 6.5 s until a page asks and 1.5 s until it shows, and some for a machine under load. */
const SHOWN_WITHIN_MS = 12_000
const SHORTEST_ROUND_MS = 3_500

let database: TestDatabase
let site: SiteProcess
let cloud: SmallCloud

beforeAll(async () => {
  database = await testDatabase('demo')
  site = await startSiteProcess({ DATABASE_URL: database.url })
  cloud = await quietCloud()
})

afterAll(async () => {
  await site?.stop()
  await database?.drop()
})

describe('a publication', () => {
  test('appears on open pages within seconds, without a reload, and is said politely', async () => {
    const earlier = await publishIncident('Logins are slow')
    const status = await openAndMark('/cloud-status')
    const list = await openAndMark('/incidents')
    const post = await openAndMark(`/posts/${earlier}`)
    const quiet = await openAndMark('/faq')

    const id = await publishIncident('Tunnels drop their sessions')
    await database.db
      .updateTable('records')
      .set({ title: 'Logins are slow again' })
      .where('id', '=', earlier)
      .execute()
    await publish(database.db, earlier, { step: 'updated' })
    const publishedAt = Date.now()

    const { main, heading } = shellOf(status)
    await soon(() => main.textContent()).toContain('One more incident is open.')
    await shellOf(list)
      .main.getByRole('link', { name: 'Tunnels drop their sessions', exact: true })
      .first()
      .waitFor()
    await soon(() => shellOf(post).heading.textContent()).toBe('Logins are slow again')
    expect(Date.now() - publishedAt).toBeLessThan(SHOWN_WITHIN_MS)
    expect(await heading.textContent()).toBe('Cloud Status')
    expect(await post.title()).toContain('Logins are slow again')

    await soon(() => saidOn(status)).toMatch(/disrupted.*One more incident is open\.$/)
    await soon(() => saidOn(list)).toBe('This page was updated.')
    await soon(() => saidOn(post)).toBe('This page was updated.')
    const number = await editionNumber()
    await soon(() =>
      shellOf(quiet)
        .footer.getByText(/^Edition/)
        .textContent(),
    ).toContain(`Edition ${number} `)
    expect(await saidOn(quiet)).toBe('')
    for (const page of [status, list, post, quiet]) expect(await isMarked(page)).toBe(true)

    for (const each of [id, earlier]) await unpublish(database.db, each)
    await soon(() => main.textContent()).toContain(`Everything on ${cloud.domain} is running.`)
    await soon(() => shellOf(post).heading.textContent()).toBe('No records found.')
  })

  test('leaves readers where they are: place, focus and what is open', async () => {
    const page = await openAndMark('/incidents', { width: 390 })
    const { main, selector, drawer } = shellOf(page)
    await selector.click()
    await drawer.waitFor()
    const link = drawer.getByRole('link').last()
    await link.focus()
    const id = await publishIncident('Certificates are late')
    await main.getByText('Certificates are late').first().waitFor({ state: 'attached' })
    expect(await drawer.isVisible()).toBe(true)
    expect(await link.evaluate((element) => element === document.activeElement)).toBe(true)

    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'hidden' })
    await main.getByRole('article').nth(9).getByRole('link').first().focus()
    const before = await focusOn(page)
    await unpublish(database.db, id)
    await main.getByText('Certificates are late').first().waitFor({ state: 'detached' })
    // What stood above is gone; what is read stays where it is on the screen.
    expect(await focusOn(page)).toEqual(before)
    expect(await isMarked(page)).toBe(true)
  })
})

test('a publication closes no post that is open over the Cloud Status page', async () => {
  const open = await publishIncident('Reports are incomplete')
  // The site hears of it a moment later, and whoever comes before that finds no such post.
  await soon(async () => (await fetch(`${site.url}/${CLOUD.second.domain}/posts/${open}`)).status).toBe(200)
  const page = await openAndMark(`/cloud-status?post=${open}`, { reducedMotion: true })
  const dialog = page.getByRole('dialog', { name: 'Reports are incomplete' })
  await dialog.waitFor()
  const focused = await focusOn(page)
  const other = await publishIncident('Exports stop halfway')
  await shellOf(page).main.getByText('One more incident is open.').waitFor({ state: 'attached' })
  expect(await dialog.isVisible()).toBe(true)
  expect(await focusOn(page)).toEqual(focused)
  for (const each of [open, other]) await unpublish(database.db, each)
})

describe('a refresh that fails', () => {
  test.each(['**/api/global', '**/api/incident?*'])(
    'for want of %s keeps what is shown, and the next one brings it',
    async (address) => {
      const expects = [/failed/, /status of 500/]
      const page = await openAndMark('/incidents', { expects, isClockOurs: true })
      const { main, heading, header } = shellOf(page)
      let failed = 0
      await page.route(address, (route) => {
        failed++
        return fail(route)
      })
      const id = await publishIncident(`Alerts repeat (${address.length})`)
      await pass(page, () => failed > 0)
      expect(await heading.textContent()).toBe('Incidents')
      expect(await main.getByRole('article').count()).toBeGreaterThan(3)
      expect(await header.isVisible()).toBe(true)
      expect(await main.getByRole('alert').count()).toBe(0)

      await page.unroute(address)
      await pass(page, async () => (await main.getByText(`Alerts repeat (${address.length})`).count()) > 0)
      expect(await isMarked(page)).toBe(true)
      await unpublish(database.db, id)
      // The next page that is opened is to have no news.
      await pass(page, async () => (await main.getByText(`Alerts repeat (${address.length})`).count()) === 0)
    },
  )
})

describe('without a connection', () => {
  test('the page says since when it may be old, and that is over when the site answers', async () => {
    const expects = [/ERR_INTERNET_DISCONNECTED/]
    const options = { isClockOurs: true, timeZone: 'Europe/Zurich', reducedMotion: true }
    const page = await openAndMark('/cloud-status', { ...options, expects })
    const notice = noticeOn(page)
    await pass(page, () => hasAsked(page))
    expect(await notice.count()).toBe(0)
    await page.context().setOffline(true)
    await pass(page, async () => (await notice.count()) > 0)
    expect(await notice.textContent()).toMatch(
      /^No connection to this site since \d\d:\d\d UTC\. What you see is as of then; trying again\.$/,
    )
    expect(await isInSight(page)).toBe(true)
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    expect(await isInSight(page)).toBe(true)
    const { footer, main } = shellOf(page)
    await footer.getByRole('radio', { name: /^Zurich/ }).check()
    expect(await notice.textContent()).toMatch(/since \d\d:\d\d GMT\+\d\./)
    expect(await main.getByRole('heading').count()).toBeGreaterThan(2)
    for (const width of [390, 800, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await axeViolations(page), `at ${width} px`).toEqual([])
    }

    await page.context().setOffline(false)
    await pass(page, async () => (await notice.count()) === 0)
    expect(await isMarked(page)).toBe(true)
  })

  test('of a site that answers with errors it is the same', async () => {
    const page = await openAndMark('/incidents', { expects: [/status of 503/], isClockOurs: true })
    await page.route('**/api/edition', (route) =>
      route.fulfill({ status: 503, json: { message: 'Not now.' } }),
    )
    await pass(page, async () => (await noticeOn(page).count()) > 0)
    await page.unroute('**/api/edition')
    await pass(page, async () => (await noticeOn(page).count()) === 0)
  })
})

describe('asking for news', () => {
  test('costs an answer without a body while there are none', async () => {
    await openAndMark('/faq')
    const before = await unchangedAnswers()
    await soon(unchangedAnswers).toBeGreaterThan(before)
  })

  test('does not happen while the page is hidden, and at once when it is shown again', async () => {
    const page = await openAndMark('/faq', { isClockOurs: true })
    await pass(page, () => hasAsked(page))
    await setHidden(page, true)
    const asked = (await askedAt(page)).length
    for (let index = 0; index < 120; index++) await page.clock.runFor(1_000)
    expect(await askedAt(page)).toHaveLength(asked)
    await setHidden(page, false)
    await soon(async () => (await askedAt(page)).length).toBe(asked + 1)
  })

  test('two pages that were opened together do not ask in step', async () => {
    const pages = [
      await openAndMark('/faq', { isClockOurs: true }),
      await openAndMark('/faq', { isClockOurs: true }),
    ]
    const rounds = await Promise.all(
      pages.map(async (page) => {
        await pass(page, async () => (await askedAt(page)).length > 4)
        const moments = await askedAt(page)
        return moments.slice(1).map((moment, index) => moment - (moments[index] ?? 0))
      }),
    )
    for (const round of rounds.flat()) expect(round).toBeGreaterThanOrEqual(SHORTEST_ROUND_MS)
    for (const each of rounds) expect(new Set(each).size).toBeGreaterThan(1)
    expect(rounds[0]).not.toEqual(rounds[1])
  })
})

interface Opening {
  width?: number
  timeZone?: string
  reducedMotion?: boolean
  expects?: RegExp[]
  /** True where the test decides how fast time goes. */
  isClockOurs?: boolean
}

/** A page of the quiet cloud that bears a mark, so that a reload would be noticed. */
async function openAndMark(route: string, { isClockOurs = false, ...options }: Opening = {}): Promise<Page> {
  const page = await browser.newPage({ ...options, siteUrl: site.url })
  if (isClockOurs) {
    await page.clock.install()
    await page.addInitScript(noteQuestions)
  }
  await goTo(page, `/${cloud.domain}${route}`)
  await untilAlive(page)
  await mark(page)
  return page
}

async function unchangedAnswers(): Promise<number> {
  const metrics = await (await fetch(`${site.url}/metrics`)).text()
  const line = /candor_http_requests_total\{route="\/api\/edition",status="304"\} (\d+)/.exec(metrics)
  return Number(line?.[1] ?? 0)
}

async function editionNumber(): Promise<number> {
  return (await (await fetch(`${site.url}/api/edition`)).json()).number
}

function fail(route: Route) {
  return route.fulfill({ status: 500, json: { message: 'Something broke.' } })
}

async function publishIncident(title: string): Promise<number> {
  const id = await addDraft(database.db, {
    title,
    clouds: [cloud],
    from_time: new Date(Date.now() - 600_000),
  })
  await publish(database.db, id)
  return id
}

/** A cloud of the demo where nothing is broken, with one of its services and data centers. */
async function quietCloud(): Promise<SmallCloud> {
  const { domain, machineName } = CLOUD.second
  const found = await database.db
    .selectFrom('clouds')
    .innerJoin('service_categories', 'service_categories.cloud_id', 'clouds.id')
    .innerJoin('services', 'services.category_tid', 'service_categories.tid')
    .innerJoin('cloud_data_centers', 'cloud_data_centers.cloud_id', 'clouds.id')
    .where('clouds.machine_name', '=', machineName)
    .where('services.is_active', '=', true)
    .select(['clouds.id', 'services.tid as service', 'cloud_data_centers.data_center_tid as dataCenter'])
    .executeTakeFirstOrThrow()
  return { ...found, domain, machineName }
}
