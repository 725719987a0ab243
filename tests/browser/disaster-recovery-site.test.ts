import { describe, expect, test } from 'vitest'
import { sized } from '../size.ts'
import { publish } from '../support/publish.ts'
import { axeViolations } from './axe-violations.ts'
import { soon, testBrowser } from './browser.ts'
import { PATH, richIncident } from './demo-site.ts'
import { linksFrom } from './links-from.ts'
import { pageKinds } from './page-kinds.ts'
import { recoverySite } from './recovery-site.ts'
import { shellOf } from './shell.ts'

const UNAVAILABLE = 'The service is temporarily unavailable.'
const MINUTE_MS = 60_000
/** The writer is heard of within seconds, the stand-in site looks every five, and the page as well. */
const SHOWN_WITHIN_MS = 60_000
const CRAWL_WITHIN_MS = 600_000
/** Of the kinds of pages; all of them are visited on the site itself. */
const EVERY = sized({ short: 3, long: 1 })
const WIDTHS = sized({ short: [390], long: [390, 1440] })
const AXE_WIDTHS = sized({ short: [800], long: [390, 800, 1440] })
const LOOKS = sized<[number, 'light' | 'dark'][]>({
  short: [[390, 'dark']],
  long: [
    [390, 'light'],
    [1440, 'light'],
    [1440, 'dark'],
  ],
})

const browser = testBrowser()

describe('a disaster-recovery site whose source is written to', () => {
  const site = recoverySite()

  test.each(WIDTHS)(
    'O-06, N-06 at %i px it says from when its content is, and leads to no sign-in',
    async (width) => {
      const page = await browser.open(PATH.home, { siteUrl: site().url, width })
      const notices = page.getByRole('region', { name: 'Notices' })
      const { published_at, stale_since } = await (await page.request.get('/api/edition')).json()
      expect(stale_since).toBeNull()
      expect(await notices.locator('time').first().getAttribute('datetime')).toBe(published_at)
      const text = await notices.textContent()
      expect(text).toContain('Disaster recovery')
      expect(text).toContain('the newest as of a minute ago')
      expect(await page.getByRole('link', { name: /^(Sign In|Subscribe)$/ }).count()).toBe(0)
      const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement)
      expect(scrollWidth).toBe(clientWidth)
    },
  )

  test('O-06 nobody can dismiss that, and it stays while one goes from page to page', async () => {
    const page = await browser.open(PATH.cloudStatus, { siteUrl: site().url })
    const strip = page.getByText('You are on our stand-in site.')
    expect(await strip.locator('xpath=ancestor::div[1]').getByRole('button').count()).toBe(0)
    await shellOf(page).mainNav.getByRole('link', { name: 'Incidents' }).click()
    await page.waitForURL(`**${PATH.incidents}`)
    await soon(() => strip.isVisible()).toBe(true)
  })

  test.each(['/sign-in', '/sign-up', '/subscribe', '/user/password', '/user/7/edit', '/account-settings'])(
    'O-06 %s shows only that it is unavailable',
    async (path) => {
      const page = await browser.open(path, { siteUrl: site().url })
      expect(await shellOf(page).main.textContent()).toBe(UNAVAILABLE)
    },
  )

  test('O-06 the link of a message says that nothing was changed, and keeps working', async () => {
    const page = await browser.open(`/unsubscribe?token=${'x'.repeat(43)}`, { siteUrl: site().url })
    const { main } = shellOf(page)
    expect(await main.getByRole('heading').textContent()).toBe(UNAVAILABLE)
    expect(await main.getByRole('paragraph').textContent()).toContain('Nothing was changed.')
    expect(await main.getByRole('button').count()).toBe(0)
  })

  test.each(['/sign-in', '/unsubscribe', PATH.home])('O-06 axe finds nothing on %s', async (path) => {
    const page = await browser.open(path, { siteUrl: site().url, reducedMotion: true })
    for (const width of AXE_WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      expect(await axeViolations(page), `at ${width} px`).toEqual([])
    }
  })

  test('promise 2: what the site itself publishes appears on an open page of the stand-in', async () => {
    const { url, db } = site()
    const page = await browser.open(PATH.incidents, { siteUrl: url })
    const { id } = await richIncident()
    const title = 'Told from the site itself'
    await db.updateTable('records').set({ title }).where('id', '=', id).execute()
    const edition = await publish(db, id, { notifies: false })
    await expect
      .poll(async () => (await (await fetch(`${url}/api/edition`)).json()).number, {
        timeout: SHOWN_WITHIN_MS,
      })
      .toBe(edition)
    await expect.poll(() => page.getByText(title).count(), { timeout: SHOWN_WITHIN_MS }).toBeGreaterThan(0)
  })

  test(
    'every kind of page opens without a word in the console',
    async () => {
      const kinds = (await pageKinds()).filter(({ expects }) => expects === undefined)
      const page = await browser.newPage({ siteUrl: site().url })
      for (const { name, path, isBare } of kinds.filter((_, index) => index % EVERY === 0)) {
        const response = await page.goto(path)
        expect(response?.status(), name).toBe(200)
        if (isBare !== true) expect(await shellOf(page).main.textContent(), name).not.toBe('')
      }
    },
    CRAWL_WITHIN_MS,
  )
})

describe('a disaster-recovery site whose source has been silent for twelve minutes', () => {
  const site = recoverySite({ silentForMs: 12 * MINUTE_MS })

  test.each(LOOKS)(
    'at %i px, %s, it says so with the age of its content, which grows',
    async (width, scheme) => {
      const page = await browser.newPage({ siteUrl: site().url, width, scheme, movesClock: true })
      await page.clock.install()
      await page.goto(PATH.home)
      const notices = page.getByRole('region', { name: 'Notices' })
      const { stale_since } = await (await page.request.get('/api/edition')).json()
      await soon(() => notices.textContent()).toMatch(
        /Its content is as of .*, 1\d minutes ago; anything newer is missing here\./,
      )
      expect(await notices.locator('time').first().getAttribute('datetime')).toBe(stale_since)
      await page.clock.fastForward(30 * MINUTE_MS)
      await soon(() => notices.textContent()).toMatch(/, 4\d minutes ago;/)
      expect(await page.getByText('cannot reach its database').count()).toBe(0)
    },
  )

  test(
    'every link within it leads somewhere',
    async () => {
      const answers = await linksFrom(site().url)
      expect(answers.filter(({ status }) => status >= 400)).toEqual([])
      expect(answers.length).toBeGreaterThan(100)
    },
    CRAWL_WITHIN_MS,
  )

  test('those who watch over it are told the age as well', async () => {
    const { status, age_seconds } = await (await fetch(`${site().url}/readyz`)).json()
    expect(status).toBe('stale')
    expect(age_seconds).toBeGreaterThanOrEqual(12 * 60)
  })
})
