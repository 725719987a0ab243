import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { sized } from '../size.ts'
import {
  draftOf,
  openAs,
  publishByKeys,
  recordIdOf,
  savingOf,
  stateOf,
  untilSaved,
} from './admin-editor-parts.ts'
import { axeInDetail } from './axe-in-detail.ts'
import { axeViolations } from './axe-violations.ts'
import { soon, testBrowser } from './browser.ts'
import { sharedSite } from './own-site.ts'

const site = sharedSite('newsroom')
const browser = testBrowser()

test('Z-02 an incident is written by keyboard alone, saved by itself while the focus stays in the word, published, and found by readers', async () => {
  const page = await openAs(browser, site(), '/admin/records/new?kind=incident')
  const title = page.getByRole('textbox', { name: 'Title' })
  await soon(() => title.evaluate((field) => field === document.activeElement)).toBe(true)
  await page.keyboard.type('Slow mail')
  const id = await recordIdOf(page)
  await page.keyboard.type(' in Asia')
  await soon(async () => (await draftOf(site(), id))?.title).toBe('Slow mail in Asia')
  await untilSaved(page)
  await page.reload()
  await soon(() => title.inputValue()).toBe('Slow mail in Asia')
  expect((await stateOf(site(), id)).state).toBe('draft')

  await title.focus()
  await publishByKeys(page)
  expect(await stateOf(site(), id)).toMatchObject({ state: 'published', title: 'Slow mail in Asia' })
  await soon(() => page.getByRole('main').locator('header').innerText()).toContain('Published')
  const link = page.getByRole('link', { name: 'See it on the site' })
  await soon(async () => (await fetch(site().url + (await link.getAttribute('href')))).status).toBe(200)
})

test('P-05 the text editor writes headings, lists, links and tables as the site keeps them', async () => {
  const page = await openAs(browser, site(), '/admin/records/new?kind=incident')
  await page.getByRole('textbox', { name: 'Title' }).fill('A body')
  const body = page.getByRole('textbox', { name: 'Body' })
  await body.click()
  const tools = page.getByRole('toolbar', { name: 'Text' })
  await tools.getByRole('button', { name: 'Heading 1' }).click()
  await page.keyboard.type('What we know')
  await page.keyboard.press('Enter')
  await tools.getByRole('button', { name: 'Bold' }).click()
  expect(await tools.getByRole('button', { name: 'Bold' }).getAttribute('aria-pressed')).toBe('true')
  await page.keyboard.type('Much')
  await tools.getByRole('button', { name: 'Bold' }).click()
  await page.keyboard.type(' & <more>')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+k')
  await page.getByRole('textbox', { name: 'Link to' }).fill('example.com/status')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await tools.getByRole('button', { name: 'List', exact: true }).click()
  await page.keyboard.type('one')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await tools.getByRole('button', { name: 'Insert table' }).click()
  await page.keyboard.type('Region')
  const id = await recordIdOf(page)
  const cells = '<td></td><td></td><td></td>'
  await soon(async () => (await draftOf(site(), id))?.body).toBe(
    '<h2>What we know</h2><p><strong>Much</strong> &amp; &lt;more&gt;</p>' +
      '<p><a href="https://example.com/status" rel="noopener noreferrer">https://example.com/status</a></p>' +
      '<ul><li>one</li></ul>' +
      `<table><thead><tr><th>Region</th><th></th><th></th></tr></thead><tbody><tr>${cells}</tr><tr>${cells}</tr></tbody></table>`,
  )
})

test('P-05 what the text editor cannot hold is shown as HTML, and nothing of it is lost', async () => {
  const page = await openAs(browser, site(), '/admin/records/new?kind=incident')
  await page.getByRole('textbox', { name: 'Title' }).fill('Folded')
  await page.getByRole('button', { name: 'HTML', exact: true }).click()
  const written = '<p>Seen</p><details><summary>More</summary><p>Folded</p></details>'
  await page.getByRole('textbox', { name: 'Body' }).fill(written)
  const id = await recordIdOf(page)
  await soon(async () => (await draftOf(site(), id))?.body).toBe(written)
  await untilSaved(page)
  await page.reload()
  await soon(() => page.getByText('parts that the text editor cannot hold').innerText()).toContain('details')
  expect(await page.getByRole('textbox', { name: 'Body' }).inputValue()).toBe(written)
  expect(await page.getByRole('button', { name: 'Text', exact: true }).isDisabled()).toBe(true)
  await page.getByRole('textbox', { name: 'Body' }).fill('<p>Seen</p>')
  await page.getByRole('button', { name: 'Text', exact: true }).click()
  expect(await page.getByRole('textbox', { name: 'Body' }).innerText()).toBe('Seen')
})

test('P-05 every body of the demo is given back by the text editor as it is, or is shown as HTML', async () => {
  const records = await site()
    .db.selectFrom('records')
    .where('body', '<>', '')
    .where('state', '=', 'published')
    .select(['id', 'body'])
    // The demo comes first, then what other tests published.
    .orderBy('id')
    .limit(sized({ short: 2, long: 6 }))
    .execute()
  const page = await openAs(browser, site(), '/admin/records')
  for (const { id, body } of records) {
    await page.goto(`/admin/records/${id}`)
    await page.getByRole('textbox', { name: 'Body' }).waitFor()
    await page.getByRole('button', { name: 'HTML', exact: true }).click()
    expect(await page.getByRole('textbox', { name: 'Body' }).inputValue()).toBe(body)
    expect(await draftOf(site(), id)).toBeUndefined()
  }
})

test('Z-02 times are typed by the own clock, with UTC beside them; what is no time is told', async () => {
  const page = await openAs(browser, site(), '/admin/records/new?kind=incident', {
    timeZone: 'Europe/Berlin',
  })
  await page.getByRole('textbox', { name: 'Title' }).fill('Times')
  await page.getByRole('button', { name: /^Write them in Berlin/ }).click()
  const began = page.getByRole('textbox', { name: 'Began at' })
  await began.fill('2026-07-01 09:05')
  await soon(() => page.getByText('that is Wed, 01 Jul 2026 07:05 UTC').count()).toBe(1)
  const id = await recordIdOf(page)
  await soon(async () => (await draftOf(site(), id))?.from_time).toBe('2026-07-01T07:05:00.000Z')
  await page.getByRole('button', { name: 'Write them in UTC' }).click()
  await soon(() => began.inputValue()).toBe('2026-07-01 07:05')
  const next = page.getByRole('textbox', { name: 'Next update by' })
  await next.fill('soon')
  await page.keyboard.press('Tab')
  await soon(() => page.getByText('This is no time.').count()).toBe(1)
  await page.keyboard.press('Control+Enter')
  await soon(() => page.getByRole('alert').innerText()).toContain('Next update by')
  expect(await page.getByRole('dialog').count()).toBe(0)
  await next.fill('+30m')
  await soon(async () => (await draftOf(site(), id))?.next_update).toBeTruthy()
})

test('Z-02 data centers are chosen by region, on the map and from a pasted list', async () => {
  const page = await openAs(browser, site(), '/admin/records/new?kind=incident')
  await page.getByRole('textbox', { name: 'Title' }).fill('Places')
  const places = page.getByRole('group', { name: 'Data centers', exact: true })
  await places.getByRole('searchbox').fill('Zurich')
  await places.getByRole('checkbox', { name: 'Zürich II', exact: true }).check()
  await places.getByRole('tab', { name: 'On the map' }).click()
  await places.getByRole('combobox', { name: 'Part of the map' }).selectOption({ label: 'Oceania' })
  await places.locator('circle[data-center]').last().click({ force: true })
  await places.getByRole('tab', { name: 'Paste a list' }).click()
  await places.getByRole('textbox').fill('Frankfurt IV\nFrankfort II, Atlantis')
  await places.getByRole('button', { name: 'Choose these' }).click()
  await soon(() => places.getByRole('status').innerText()).toBe('1 data center chosen.')
  expect(await places.innerText()).toContain('2 names were not found')
  await places.getByRole('button', { name: 'Frankfurt II', exact: true }).click()
  const chosen = places.getByRole('group', { name: 'Data centers, chosen' })
  expect(await chosen.innerText()).toContain('Frankfurt II')
  const id = await recordIdOf(page)
  await soon(async () => (await draftOf(site(), id))?.data_centers).toHaveLength(4)
  await chosen.getByRole('button', { name: 'Take out Zürich II' }).click()
  await soon(async () => (await draftOf(site(), id))?.data_centers).toHaveLength(3)
})

test('Z-02 what is missing is told beside its field and in a summary that takes the focus', async () => {
  const page = await openAs(browser, site(), '/admin/records/new?kind=advisory', { hasClouds: false })
  await page.getByRole('textbox', { name: 'Title' }).waitFor()
  await page.getByRole('textbox', { name: 'CVE ids' }).fill('cve-26-1')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+Enter')
  const summary = page.getByRole('alert')
  await soon(() => summary.innerText()).toContain('3 things are to be changed first')
  expect(await summary.evaluate((box) => box === document.activeElement)).toBe(true)
  await summary.getByRole('button', { name: 'Title' }).click()
  await page.keyboard.type('A vulnerability')
  await soon(() => summary.innerText()).not.toContain('Title')
  expect(await page.getByText('CVE-26-1 is no CVE id').count()).toBe(2)
})

test('L-09, Z-02 internal fields stand apart, are kept, and are in no preview, which looks as readers will see it', async () => {
  const page = await openAs(browser, site(), '/admin/records/new?kind=incident')
  await page.getByRole('textbox', { name: 'Title' }).fill('With secrets')
  const internal = page.getByRole('group', { name: 'Confidential Internal Only' })
  await internal.getByRole('textbox', { name: 'Internal note' }).fill('Rack 7 burns')
  const id = await recordIdOf(page)
  await soon(async () => (await draftOf(site(), id))?.internal).toMatchObject({
    internal_note: 'Rack 7 burns',
  })
  await untilSaved(page)
  const preview = page.getByRole('region', { name: 'Preview' })
  const frame = preview.locator('iframe:not([aria-hidden])').contentFrame()
  for (const view of ['Page', 'Timeline', 'Mail']) {
    await preview.getByRole('tab', { name: view }).click()
    await soon(() => frame.locator('body').innerText()).toContain('With secrets')
    expect(await frame.locator('body').innerText()).not.toContain('Rack 7')
    const heading = frame.getByRole('heading', { name: 'With secrets' })
    if (view === 'Page') {
      await soon(() => frame.getByRole('heading', { level: 1 }).innerText()).toBe('With secrets')
      // Our own style came in, with its own letters.
      expect(await styleOf(frame.locator('body'), 'font-family')).toContain('Public Sans')
      expect(await frame.locator('script').count()).toBe(0)
    }
    if (view === 'Mail') await soon(() => styleOf(heading, 'font-size')).toBe('28px')
  }
})

test.each(sized({ short: [1440], long: [1440, 390] }))(
  'Z-02 the editor has no violations that axe finds, at %i px',
  async (width) => {
    const page = await openAs(browser, site(), '/admin/records/new?kind=maintenance', { width })
    await page.getByRole('textbox', { name: 'Title' }).fill('Accessible')
    await page.getByRole('textbox', { name: 'Planned to begin at' }).fill('tomorrow 09:00')
    await page.getByRole('textbox', { name: 'Planned to end at' }).fill('tomorrow 11:00')
    await untilSaved(page)
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('Control+Enter')
    await page.getByRole('dialog').waitFor()
    expect(await axeInDetail(page)).toEqual([])
    expect(await savingOf(page).innerText()).not.toContain('Not saved')
  },
)

function styleOf(element: Locator, property: string) {
  return element.evaluate((one, name) => getComputedStyle(one).getPropertyValue(name), property)
}
