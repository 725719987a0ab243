import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { isShort } from '../size.ts'
import { addressOf, goTo, type PageOptions, soon, testBrowser } from './browser.ts'
import { PATH } from './demo-site.ts'
import { DATA_CENTERS, MINUTE_MS, NOON, pathOf, recordSite } from './record-site.ts'
import { shellOf } from './shell.ts'

const browser = testBrowser()
const site = recordSite()

// In the short run: record-page.test.tsx and record-history-entries.test.ts.
test.skipIf(isShort)(
  'P-03 a record shows its history from posting to end, and each update has a link that highlights it',
  async () => {
    await tellStory(await open('closed'))
  },
)

// In the short run: record-page.test.tsx for what the page says, look.test.ts for printing a post.
test.skipIf(isShort)(
  'P-03 a record prints in full without the shell, and its updates and promise can be read without scripts',
  async () => {
    await readWithoutScripts()
    await print(await open('open'))
  },
)

async function tellStory(page: Page) {
  const story = historyOf(page).getByRole('listitem')
  expect(await page.getByText('Next update promised').count()).toBe(0)
  expect(await story.allTextContents()).toEqual([
    expect.stringMatching(/^ResolvedClosed by Network.*It is over\.$/),
    expect.stringMatching(/^Monitoring.*It gets better\.$/),
    expect.stringMatching(/^In Progress.*We are looking\.$/),
    expect.stringMatching(/^Posted by Operations/),
  ])
  await story.nth(1).getByRole('link').click()
  await soon(() => addressOf(page)).toMatch(/#update-\d+$/)
  await soon(() => story.nth(1).getAttribute('data-target')).toBe('')
  expect(await page.locator('[data-target]').count()).toBe(1)
  await story.nth(2).getByRole('link').click()
  await soon(() => story.nth(2).getAttribute('data-target')).toBe('')
  expect(await page.locator('[data-target]').count()).toBe(1)
  expect(await story.nth(2).locator('a:focus').count()).toBe(1)

  const id = await story.nth(2).getAttribute('id')
  await page.goto('about:blank')
  await goTo(page, `${pathOf(site().records.closed)}#${id}`)
  await expectShown(page, id)
}

async function readWithoutScripts() {
  const { closed } = site().records
  const shown = await open('closed')
  const id = await historyOf(shown).getByRole('listitem').nth(2).getAttribute('id')
  const plain = await browser.open(`${pathOf(closed)}#${id}`, {
    siteUrl: site().url,
    javaScript: false,
  })
  await expectShown(plain, id)
  expect(await plain.getByRole('button', { name: /Share|Print/ }).count()).toBe(0)
  await plain.goto(pathOf(site().records.open))
  const promise = plain.locator('article header p').filter({ hasText: 'Next update promised' })
  expect(await promise.innerText()).toBe('Next update promised by 12:18 UTC')
}

async function print(page: Page) {
  await page.emulateMedia({ media: 'print' })
  const { header, footer, main } = shellOf(page)
  expect(await header.isVisible()).toBe(false)
  expect(await footer.isVisible()).toBe(false)
  for (const name of ['Share', 'Print']) {
    expect(await page.getByRole('button', { name }).count()).toBe(0)
  }
  const shown = await main.innerText()
  for (const words of [
    'Northwall Trust · northwall.net',
    'Open: many data centers',
    'Users wait.',
    'Wait too.',
    ...site().records.centerNames,
    'Alias',
  ]) {
    expect(shown).toContain(words)
  }
  expect(shown).not.toMatch(/Related|Older|and 34 more|in \d+ (minutes|hours|days)/)
  const sheets = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type \/Page\b/g)
  expect(sheets?.length).toBeLessThanOrEqual(2)
}

test("P-03 a record links to its neighbors and back, and to its service's line", async () => {
  const page = await open('closed', { width: 390 })
  const { heading, main } = shellOf(page)
  const beside = page.getByRole('navigation', { name: 'Other records in this list' })
  await beside.getByRole('link', { name: /^Newer/ }).click()
  await soon(() => heading.textContent()).toBe('Open: many data centers')
  await soon(() => heading.evaluate((title) => title === document.activeElement)).toBe(true)
  expect(await beside.getByRole('link', { name: /^Newer/ }).count()).toBe(0)
  await beside.getByRole('link', { name: /^Older/ }).focus()
  await page.keyboard.press('Enter')
  await soon(() => heading.textContent()).toBe('Closed: three updates')
  await page.goBack()
  await soon(() => heading.textContent()).toBe('Open: many data centers')

  const row = page.locator(`#row-${site().records.cloud.service}`)
  const service = main.getByRole('link', { name: 'Web Security', exact: true })
  expect(await service.getAttribute('href')).toBe(`${PATH.cloudStatus}#row-${site().records.cloud.service}`)
  await service.click()
  await soon(() => row.evaluate((line) => line === document.activeElement)).toBe(true)
  await soon(() => row.evaluate(isInView)).toBe(true)
  const other = row.locator('xpath=following::li[starts-with(@id, "row-")][1]')
  expect(await groundOf(row)).not.toBe(await groundOf(other))
  await page.keyboard.press('Tab')
  await soon(() => row.locator(':focus').count()).toBe(1)
})

// In the short run: record-page.test.tsx for the fold; the accessibility tests for targets.
test.skipIf(isShort)(
  'P-03 many data centers expand by keyboard, and all targets are large enough for touch',
  async () => {
    const page = await open('open', { width: 390, touch: true })
    const fold = page.locator('main summary').filter({ hasText: `and ${DATA_CENTERS - 4} more` })
    const last = page.getByRole('link', { name: site().records.centerNames.at(-1) as string, exact: true })
    expect(await last.isVisible()).toBe(false)
    await fold.focus()
    await page.keyboard.press('Enter')
    await soon(() => last.isVisible()).toBe(true)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    const low = await page
      .locator('article')
      .evaluate((article) =>
        [...article.querySelectorAll<HTMLElement>('a, button, summary')]
          .filter((each) => each.offsetParent !== null && each.getBoundingClientRect().height < 43.5)
          .map((each) => each.textContent),
      )
    expect(low).toEqual([])
  },
)

test('the promised update counts down and becomes overdue', async () => {
  const page = await browser.newPage({ siteUrl: site().url, movesClock: true })
  await page.clock.install({ time: NOON })
  await goTo(page, pathOf(site().records.open))
  const promise = page.locator('article header p').filter({ hasText: 'Next update promised' })
  const promiseText = () => promise.innerText()
  await soon(promiseText).toBe('Next update promised by 12:18 UTC, in 18 minutes')
  await page.clock.runFor(17 * MINUTE_MS)
  await soon(promiseText).toBe('Next update promised by 12:18 UTC, in 1 minute')
  const calm = await colorOf(promise.locator('span').last())
  await page.clock.runFor(4 * MINUTE_MS)
  await soon(promiseText).toMatch(/^Next update promised by 12:18 UTC, +overdue by 3 minutes$/)
  expect(await promise.locator('svg').count()).toBe(1)
  expect(await colorOf(promise.locator('[data-tone]'))).not.toBe(calm)
})

test('P-05 nothing in a body runs, frames or redirects', async () => {
  // The page inserts none of it, so the content security policy has nothing to block.
  const page = await browser.newPage({ siteUrl: site().url })
  await goTo(page, pathOf(site().records.hostile))
  const { main } = shellOf(page)
  await main.getByText('Point at me.').hover()
  await main.getByText('Press me.').click()
  await goTo(page, PATH.incidents)
  await page.getByRole('link', { name: 'A hostile body' }).click()
  await main.getByText('Read me.').waitFor()
  await main.getByText('Point at me.').hover()
  await main.getByText('Press me.').click()
  expect(addressOf(page)).toBe(pathOf(site().records.hostile))
  expect(await page.evaluate(() => (window as unknown as { ran?: string }).ran)).toBeUndefined()
  for (const frame of page.frames().slice(1)) expect(await frame.content()).not.toContain('evil')
})

test('G-11 a moved record redirects to an allowed host; it stays if the target is itself', async () => {
  const page = await browser.newPage({
    siteUrl: site().url,
    expects: [/foreign request: https:\/\/docs\.example/],
  })
  await page.route('https://docs.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<link rel="icon" href="data:,"><h1>Documents</h1>' }),
  )
  await goTo(page, PATH.incidents)
  await page.getByRole('link', { name: 'Moved to the documents' }).click()
  await page.waitForURL('https://docs.example/read')
  await page.getByRole('heading', { name: 'Documents', exact: true }).waitFor()
  const answer = await fetch(site().url + pathOf(site().records.moved), { redirect: 'manual' })
  expect([answer.status, answer.headers.get('location')]).toEqual([302, 'https://docs.example/read'])

  if (isShort) return
  const { heading } = shellOf(page)
  await goTo(page, PATH.incidents)
  await page.getByRole('link', { name: 'Moved to itself' }).click()
  await soon(() => heading.textContent()).toBe('Moved to itself')
  expect(addressOf(page)).toBe(pathOf(site().records.circle))
})

function open(name: 'open' | 'closed', options: PageOptions = {}): Promise<Page> {
  const { url, records } = site()
  return browser.open(pathOf(records[name]), { siteUrl: url, ...options })
}

function historyOf(page: Page) {
  return page.locator('section', { has: page.getByRole('heading', { name: /^(Latest|Earlier) updates?$/ }) })
}

async function expectShown(page: Page, id: string | null) {
  const line = page.locator(`#${id} > div`)
  const other = historyOf(page).getByRole('listitem').nth(1).locator('> div')
  await soon(() => line.evaluate(isInView)).toBe(true)
  await soon(() => groundOf(line)).not.toBe(await groundOf(other))
}

type Located = ReturnType<Page['locator']>

function groundOf(part: Located) {
  return part.evaluate((element) => getComputedStyle(element).backgroundColor)
}

function colorOf(part: Located) {
  return part.evaluate((element) => getComputedStyle(element).color)
}

function isInView(element: Element) {
  const { top, bottom } = element.getBoundingClientRect()
  return top >= 0 && bottom <= innerHeight
}
