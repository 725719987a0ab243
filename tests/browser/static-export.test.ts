import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { linksIn } from '../../src/server/export/follow-links.ts'
import { isShort, sized } from '../size.ts'
import { NO_NGINX } from '../support/nginx.ts'
import { axeViolations } from './axe.ts'
import { addressOf, goTo, soon, testBrowser } from './browser.ts'
import { faqOf, QUESTIONS } from './faq-parts.ts'
import { chooseCloud, cloudName, shellOf } from './shell.ts'
import { type StaticSite, staticSite } from './static-site.ts'
import { timelinePartsOf } from './timeline-parts.ts'

const FIRST = 'northwall.net'
const AGENT = 'agent.northwall.net'
const MINUTE_MS = 60_000
const SILENT_FOR_MS = 12 * MINUTE_MS
const CRAWL_WITHIN_MS = 600_000
/** How many pages of each kind are read for links. */
const READ_OF_A_KIND = sized({ short: 2, long: Number.POSITIVE_INFINITY })
const FEWEST_PAGES_READ = sized({ short: 30, long: 300 })
/** The same page on two clouds counts as one kind. */
const ARE_CLOUDS_ALIKE = sized({ short: true, long: false })
const FEWEST_KINDS_VISITED = sized({ short: 2, long: 15 })
/**
 * Documents are the same as on the live site, where every kind is visited. The short run opens what the reader's walk
 * does not: a page that loads its own data, and the one without scripts.
 */
const VISITED_PAGES = /^\/api\/docs$|^\/[^/]+\/threat-map$/
const WIDTHS = sized({ short: [390], long: [390, 1440] })

const browser = testBrowser()

describe.skipIf(NO_NGINX !== '')('the static export behind nginx', () => {
  const site = staticSite([FIRST, AGENT], { silentForMs: SILENT_FOR_MS })

  test(
    'the command ends with counts and bytes; every link works, feeds are valid, and pages open without console output',
    async () => {
      expect(site().said.trim().split('\n').at(-1)).toMatch(
        /^Exported edition \d+ into \S+: \d+ pages, \d+ API answers, \d+ feeds, \d+ files; [\d.]+ MB, [\d.]+ MB in gzip, [\d.]+ MB in Brotli; [\d.]+ s\.$/,
      )
      const { pages, answers } = await crawl(site().url)
      const broken = answers.filter(
        ({ status, address }) => status >= 400 && !isOfAnotherCloud(site(), address),
      )
      expect(broken).toEqual([])
      expect(pages.length).toBeGreaterThan(FEWEST_PAGES_READ)
      await expectFeed(`${site().url}/${FIRST}/incidents`)

      const visited = pagesToVisit(pages)
      expect(visited.length).toBeGreaterThanOrEqual(FEWEST_KINDS_VISITED)
      const page = await browser.newPage({ siteUrl: site().url })
      for (const path of visited) {
        // The API documentation is one page without scripts.
        await goTo(page, path, { javaScript: path !== '/api/docs' })
        expect(await shellOf(page).main.textContent(), path).not.toBe('')
      }
    },
    CRAWL_WITHIN_MS,
  )

  describe.each(WIDTHS)('at %i px', (width) => {
    test('L-02 a reader opens a week, a list, a post, the map and the FAQ, goes back, filters a list, and chooses a cloud that is remembered', async () => {
      const expects = [/404/, /Loading .* failed|one filter at a time/]
      const page = await browser.open('/', { siteUrl: site().url, width, expects })
      const { heading, main, statusFilter } = shellOf(page)
      await page.waitForURL(`**/${FIRST}`)
      await goToPage(page, 'Cloud Status', `/${FIRST}/cloud-status`)
      await timelinePartsOf(page).previous.click()
      await page.waitForURL('**?week=1')
      await soon(() => timelinePartsOf(page).caret(timelinePartsOf(page).services).count()).toBe(0)

      await goToPage(page, 'Incidents', `/${FIRST}/incidents`)
      await main.getByRole('link', { name: 'Page 2' }).click()
      await page.waitForURL('**?page=2')
      await soon(() => main.locator('article').count()).toBeGreaterThan(0)
      await main.locator('article h2 a, article h3 a').first().click()
      await page.waitForURL('**/posts/*')
      await soon(() => heading.textContent()).not.toBe('')

      await goToPage(page, 'Data Center Map', `/${FIRST}/data-center-map`)
      await main.getByRole('searchbox').fill('Frankfurt')
      await soon(() => addressOf(page)).toBe(`/${FIRST}/data-center-map?search=Frankfurt`)

      await goToPage(page, 'FAQ', `/${FIRST}/faq`)
      const { field, questions } = faqOf(page)
      await field.fill('webhooks')
      await soon(() => questions.count()).toBeLessThan(QUESTIONS)

      await page.goBack()
      await soon(() => addressOf(page)).toContain('/data-center-map')

      await page.setViewportSize({ width: 1440, height: 900 })
      await goToPage(page, 'Incidents', `/${FIRST}/incidents`)
      await statusFilter.selectOption('Resolved')
      await page.waitForURL('**?category=5')
      await soon(() => main.locator('article').filter({ hasNotText: 'Resolved' }).count()).toBe(0)
      await goTo(page, `/${FIRST}/incidents?category=5`)
      expect(addressOf(page)).toBe(`/${FIRST}/incidents`)
      await statusFilter.selectOption('Resolved')
      await page.waitForURL('**?category=5')
      await main.locator('[data-day][data-tone]').first().click()
      await main.getByText('one filter at a time').waitFor()

      await goToPage(page, 'FAQ', `/${FIRST}/faq`)
      await chooseCloud(page, AGENT)
      await page.waitForURL(`**/${AGENT}/faq`)
      await goTo(page, '/')
      expect(addressOf(page)).toBe(`/${AGENT}/cloud-status`)
    })

    // tests/integration/static-export.test.ts covers what these links lead to, the tests of pages the links.
    test.skipIf(isShort)('without scripts the same pages are reachable by links', async () => {
      const page = await browser.open('/', { siteUrl: site().url, width, javaScript: false })
      const { main, heading, selector, panel } = shellOf(page)
      await page.goto(`/${FIRST}/cloud-status`)
      await main.getByRole('link', { name: '< Previous 7 Days' }).click()
      await page.waitForURL('**?week=1')
      await page.goto(`/${FIRST}/incidents`)
      await main.getByRole('link', { name: 'Page 2' }).click()
      await page.waitForURL('**?page=2')
      await main.locator('article h2 a, article h3 a').first().click()
      await page.waitForURL('**/posts/*')
      expect(await heading.textContent()).not.toBe('')
      await page.goto(`/${FIRST}/faq`)
      await selector.click()
      await panel.getByRole('link', { name: cloudName(AGENT) }).click()
      await page.waitForURL(`**/${AGENT}/faq`)
      await faqOf(page).field.fill('webhooks')
      const answered = page.waitForResponse((response) => response.url().endsWith('?search=webhooks'))
      await page.keyboard.press('Enter')
      expect((await answered).status()).toBe(302)
      await soon(() => faqOf(page).questions.count()).toBe(QUESTIONS)
      expect(addressOf(page)).toBe(`/${AGENT}/faq`)
    })
  })

  test('O-06, N-06 an open page shows the growing age of its content, which can’t be dismissed, no link to sign-in, and never a lost connection', async () => {
    const page = await browser.newPage({ siteUrl: site().url, movesClock: true })
    await page.clock.install()
    await page.goto(`/${FIRST}`)
    const notices = page.getByRole('region', { name: 'Notices' })
    await soon(() => notices.textContent()).toMatch(/Its content is as of .*, 1\d minutes ago/)
    expect(await notices.getByRole('button').count()).toBe(0)
    expect(await page.getByRole('link', { name: /^(Sign In|Subscribe)$/ }).count()).toBe(0)
    expect(await axeViolations(page)).toEqual([])
    await page.clock.fastForward(30 * MINUTE_MS)
    await soon(() => notices.textContent()).toMatch(/, 4\d minutes ago;/)
    await page.clock.fastForward(2 * MINUTE_MS)
    // Two minutes pass at once, so an answer may be late by this clock.
    await soon(() => page.getByText('No connection to this site').count()).toBe(0)
    expect(await page.getByText('can’t reach its database').count()).toBe(0)
  })
})

async function goToPage(page: Page, name: string, path: string) {
  const link = shellOf(page).mainNav.getByRole('link', { name, exact: true })
  await link.scrollIntoViewIfNeeded()
  await link.click()
  await page.waitForURL(`**${path}`)
  await soon(() => shellOf(page).heading.count()).toBe(1)
}

interface Crawled {
  pages: string[]
  answers: { address: string; status: number }[]
}

/** Every link of the pages read, plus those of feeds and the sitemap. */
async function crawl(url: string): Promise<Crawled> {
  const queue = ['/', '/sitemap.xml', '/robots.txt', '/api/docs']
  const seen = new Set(queue)
  const crawled: Crawled = { pages: [], answers: [] }
  const isAmongFirst = firstOfEach(READ_OF_A_KIND, { areCloudsAlike: ARE_CLOUDS_ALIKE })
  for (let address = queue.shift(); address !== undefined; address = queue.shift()) {
    const response = await fetch(url + address, { redirect: 'manual' })
    const text = await response.text()
    crawled.answers.push({ address, status: response.status })
    const isPage = response.headers.get('content-type')?.startsWith('text/html') === true
    if (isPage && response.status === 200) crawled.pages.push(address)
    const location = response.headers.get('location')
    const markup = isPage || address === '/sitemap.xml' ? text : ''
    const links = linksIn(`${markup} <a href="${location ?? ''}">`, { page: address, publicUrl: url })
    for (const link of links) {
      if (seen.has(link)) continue
      seen.add(link)
      if (isAmongFirst(link)) queue.push(link)
    }
  }
  return crawled
}

/** G-16: the selector links to the same post on every cloud, but not every post is on all of them. */
function isOfAnotherCloud({ edition }: StaticSite, address: string) {
  const [, domain, id] = /^\/([^/]+)\/posts\/(\d+)$/.exec(address) ?? []
  const cloud = edition.site.clouds.find((each) => each.domain === domain)
  const record = edition.records.byId.get(Number(id))
  return cloud !== undefined && record?.clouds.includes(cloud.id) === false
}

function pagesToVisit(pages: readonly string[]): string[] {
  const isWanted = sized({ short: (path: string) => VISITED_PAGES.test(path), long: () => true })
  const most = sized({ short: 1, long: 2 })
  return pages.filter(isWanted).filter(firstOfEach(most, { areCloudsAlike: ARE_CLOUDS_ALIKE }))
}

async function expectFeed(pageUrl: string) {
  const text = await (await fetch(pageUrl)).text()
  const link = text.match(/<link[^>]*application\/atom\+xml[^>]*>/)?.[0] ?? ''
  const href = /href="([^"]+)"/.exec(link)?.[1] ?? ''
  const answer = await fetch(new URL(href.replaceAll('&amp;', '&'), pageUrl))
  expect(answer.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
  expect(await answer.text()).toContain('<feed xmlns="http://www.w3.org/2005/Atom">')
}

/** Returns whether fewer than `most` paths of this kind were seen. Paths of a kind differ in numbers and values. */
function firstOfEach(most: number, { areCloudsAlike }: { areCloudsAlike: boolean }) {
  const counts = new Map<string, number>()
  return (address: string) => {
    const [path = '', query = ''] = address.split('?')
    const names = [...new URLSearchParams(query).keys()].join()
    const place = areCloudsAlike ? path.replace(/^\/[^/]+\.net(?=\/|$)/, '/CLOUD') : path
    const kind = `${place.replace(/\d+/g, 'N')} ${names}`
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    return count <= most
  }
}
