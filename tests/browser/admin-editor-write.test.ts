import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { STATUS } from '../../src/domain/newsroom/empty-content.ts'
import { isShort, sized } from '../size.ts'
import {
  draftOf,
  openAs,
  openHistory,
  publishByKeys,
  recordIdOf,
  savingOf,
  stateOf,
  untilInText,
  untilSaved,
  WITH_PREVIEW_PX,
  WITHOUT_PREVIEW_PX,
} from './admin-editor-parts.ts'
import { axeInDetail, axeViolations } from './axe.ts'
import { soon, testBrowser } from './browser.ts'
import { sharedSite } from './own-site.ts'
import { clickInside } from './shell.ts'

const site = sharedSite('newsroom')
const browser = testBrowser()

test('Z-02, P-05, L-09, Z-05 an incident is written by keyboard, with images that are chosen or pasted and files, autosaved, previewed as readers will see it, and published; a failed upload loses nothing', async () => {
  const page = await openAs(browser, site(), '/admin/records/new?kind=incident', {
    timeZone: 'Europe/Berlin',
    expects: [/request failed: .*\/api\/admin\/images/, /Failed to load resource: net::ERR_FAILED/],
  })
  const title = page.getByRole('textbox', { name: 'Title' })
  await soon(() => title.evaluate((field) => field === document.activeElement)).toBe(true)
  await page.keyboard.type('Slow mail')
  const id = await recordIdOf(page)
  // The record got its ID during typing: the focus is still in the word.
  await page.keyboard.type(' in Asia')
  await soon(async () => (await draftOf(site(), id))?.title).toBe('Slow mail in Asia')

  const body = page.getByRole('textbox', { name: 'Body' })
  await body.click()
  const tools = page.getByRole('toolbar', { name: 'Text' })
  await tools.getByRole('button', { name: 'Heading 1' }).click()
  await page.keyboard.insertText('What we know')
  await page.keyboard.press('Enter')
  await tools.getByRole('button', { name: 'Bold' }).click()
  await soon(() => tools.getByRole('button', { name: 'Bold' }).getAttribute('aria-pressed')).toBe('true')
  await page.keyboard.insertText('Much')
  await tools.getByRole('button', { name: 'Bold' }).click()
  await page.keyboard.insertText(' & <more>')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+k')
  await page.getByRole('textbox', { name: 'Link to' }).fill('example.com/status')
  await page.keyboard.press('Enter')
  // The text editor takes the focus back with the next frame.
  await untilInText(page)
  await page.keyboard.press('Enter')
  await tools.getByRole('button', { name: 'List', exact: true }).click()
  await page.keyboard.insertText('one')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await tools.getByRole('button', { name: 'Insert table' }).click()
  await page.keyboard.insertText('Region')
  const cells = '<td></td><td></td><td></td>'
  await soon(async () => (await draftOf(site(), id))?.body).toBe(
    '<h2>What we know</h2><p><strong>Much</strong> &amp; &lt;more&gt;</p>' +
      '<p><a href="https://example.com/status" rel="noopener noreferrer">https://example.com/status</a></p>' +
      '<ul><li>one</li></ul>' +
      `<table><thead><tr><th>Region</th><th></th><th></th></tr></thead><tbody><tr>${cells}</tr><tr>${cells}</tr></tbody></table>`,
  )

  // A violation of the content security policy is a console error, which fails the test.
  await body.evaluate((element) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', '<p onclick="x()">Pasted <b>words</b></p><script>x()</script>')
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await soon(async () => (await draftOf(site(), id))?.body).toContain('Pasted <strong>words</strong>')
  expect(await body.innerHTML()).not.toMatch(/script|onclick/)

  await page.getByRole('button', { name: 'HTML', exact: true }).click()
  await body.fill('<p>Before</p>')
  await page.getByRole('button', { name: 'Text', exact: true }).click()
  await addFiles(page, id)

  // typed-time.test.ts covers the times in every run.
  if (!isShort) await writeInBerlin(page, id)
  const next = page.getByRole('textbox', { name: 'Next update by' })
  await next.fill('soon')
  await page.keyboard.press('Tab')
  await soon(() => page.getByText('Not a valid time.').count()).toBe(1)
  await page.keyboard.press('Control+Enter')
  await soon(() => page.getByRole('alert').innerText()).toContain('Next update by')
  expect(await page.getByRole('dialog').count()).toBe(0)
  await next.fill('+30m')

  const places = page.getByRole('group', { name: 'Data centers', exact: true })
  await places.getByRole('searchbox').fill('Zurich')
  await places.getByRole('checkbox', { name: 'Zürich II', exact: true }).check()
  // map-frame.test.ts and match-names.test.ts cover the other ways in every run.
  if (!isShort) await chooseOnMapAndPaste(places)
  const internal = page.getByRole('group', { name: 'Confidential Internal Only' })
  await internal.getByRole('textbox', { name: 'Internal note' }).fill('Rack 7 burns')
  await soon(async () => (await draftOf(site(), id))?.internal).toMatchObject({
    internal_note: 'Rack 7 burns',
  })
  const saved = await draftOf(site(), id)
  expect(saved?.data_centers).toHaveLength(sized({ short: 1, long: 3 }))
  expect(saved?.next_update).toBeTruthy()
  await untilSaved(page)

  await page.setViewportSize({ width: WITH_PREVIEW_PX, height: 900 })
  const preview = page.getByRole('region', { name: 'Preview' })
  const frame = preview.locator('iframe:not([aria-hidden])').contentFrame()
  // newsroom-preview.test.ts covers what each view shows.
  for (const view of sized({ short: ['Page'], long: ['Page', 'Timeline', 'Mail'] })) {
    await preview.getByRole('tab', { name: view }).click()
    await soon(() => frame.locator('body').innerText()).toContain('Slow mail in Asia')
    expect(await frame.locator('body').innerText()).not.toContain('Rack 7')
    const heading = frame.getByRole('heading', { name: 'Slow mail in Asia' })
    if (view === 'Page') {
      await soon(() => frame.getByRole('heading', { level: 1 }).innerText()).toBe('Slow mail in Asia')
      // The site's own styles and fonts are loaded. Every save puts a new frame in place of the last one.
      await soon(() => styleOf(frame.locator('body'), 'font-family')).toContain('Public Sans')
      await soon(() => frame.locator('script').count()).toBe(0)
      const image = frame.getByRole('img', { name: 'A graph that falls' })
      await soon(() => image.evaluate((shown) => (shown as HTMLImageElement).naturalWidth)).toBe(2)
    }
    if (view === 'Mail') await soon(() => styleOf(heading, 'font-size')).toBe('28px')
  }

  // body-of-document.test.ts covers this in every run.
  if (!isShort) await writeSource(page, id)
  // At the top of the form: boxes that are half under the bar are too small to hit.
  await title.focus()
  expect(await axeViolations(page)).toEqual([])
  await publishByKeys(page)
  expect(await stateOf(site(), id)).toMatchObject({ state: 'published', title: 'Slow mail in Asia' })
  await soon(() => page.getByRole('main').locator('header').innerText()).toContain('Published')
  const link = page.getByRole('link', { name: 'See it on the site' })
  await soon(async () => (await fetch(site().url + (await link.getAttribute('href')))).status).toBe(200)
})

async function writeInBerlin(page: Page, id: number) {
  await page.getByRole('button', { name: /^Write them in Berlin/ }).click()
  const began = page.getByRole('textbox', { name: 'Started at' })
  await began.fill('2026-07-01 09:05')
  await soon(() => page.getByText('that is Wed, 01 Jul 2026 07:05 UTC').count()).toBe(1)
  await soon(async () => (await draftOf(site(), id))?.from_time).toBe('2026-07-01T07:05:00.000Z')
  await page.getByRole('button', { name: 'Write them in UTC' }).click()
  await soon(() => began.inputValue()).toBe('2026-07-01 07:05')
}

async function chooseOnMapAndPaste(places: Locator) {
  await places.getByRole('tab', { name: 'On the map' }).click()
  await places.getByRole('combobox', { name: 'Part of the map' }).selectOption({ label: 'Oceania' })
  await places.locator('circle[data-center]').last().click({ force: true })
  await places.getByRole('tab', { name: 'Paste a list' }).click()
  await places.getByRole('textbox').fill('Frankfurt IV\nFrankfort II, Atlantis')
  await places.getByRole('button', { name: 'Choose these' }).click()
  await soon(() => places.getByRole('status').innerText()).toBe('1 data center chosen.')
  expect(await places.innerText()).toContain('2 names were not found')
  await places.getByRole('button', { name: 'Frankfurt II', exact: true }).click()
  const chosen = places.getByRole('list', { name: 'Data centers, chosen' })
  expect(await chosen.innerText()).toContain('Frankfurt II')
  expect(await chosen.getByRole('button', { name: /^Remove/ }).count()).toBe(4)
  await chosen.getByRole('button', { name: 'Remove Zürich II' }).click()
}

/** HTML that the text editor can't represent is shown as source, so none of it is lost. */
async function writeSource(page: Page, id: number) {
  const body = page.getByRole('textbox', { name: 'Body' })
  await page.setViewportSize({ width: WITHOUT_PREVIEW_PX, height: 900 })
  await page.getByRole('button', { name: 'HTML', exact: true }).click()
  const written = '<p>Seen</p><details><summary>More</summary><p>Folded</p></details>'
  await body.fill(written)
  await soon(async () => (await draftOf(site(), id))?.body).toBe(written)
  expect((await stateOf(site(), id)).state).toBe('draft')
  await soon(() => page.getByText('can’t show parts of this text').innerText()).toContain('details')
  expect(await body.inputValue()).toBe(written)
  expect(await page.getByRole('button', { name: 'Text', exact: true }).isDisabled()).toBe(true)
  await body.fill('<p>Seen</p>')
  await page.getByRole('button', { name: 'Text', exact: true }).click()
  await soon(() => body.innerText()).toBe('Seen')
  await page.setViewportSize({ width: WITH_PREVIEW_PX, height: 900 })
}

// The same editor and dialogs as of incidents. In every run, life-maintenance.test.ts postpones.
test.skipIf(isShort)(
  'Z-02 maintenance is written, published and postponed to another window; a notification is published',
  async () => {
    const page = await openAs(browser, site(), '/admin/records/new?kind=maintenance')
    await page.getByRole('textbox', { name: 'Title' }).fill('Renewing stores')
    await page.getByRole('textbox', { name: 'Planned start' }).fill('tomorrow 22:00')
    await page.getByRole('textbox', { name: 'Planned end' }).fill('tomorrow 23:30')
    await page.getByRole('checkbox', { name: '1 day before' }).check()
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await axeInDetail(page), `at ${width} px`).toEqual([])
      await page.keyboard.press('Control+Enter')
      await page.getByRole('dialog').waitFor()
      expect(await axeInDetail(page), `at ${width} px`).toEqual([])
      expect(await savingOf(page).innerText()).not.toContain('Not saved')
      await page.keyboard.press('Escape')
      await soon(() => page.getByRole('dialog').count()).toBe(0)
    }
    await page.setViewportSize({ width: WITHOUT_PREVIEW_PX, height: 900 })
    await publishByKeys(page)
    const maintenance = await recordIdOf(page)
    expect(await stateOf(site(), maintenance)).toMatchObject({
      state: 'published',
      status_id: STATUS.scheduled,
    })
    const menu = page.getByRole('main').locator('header details')
    await clickInside(menu.locator('summary'), menu.getByRole('button', { name: 'Postpone…' }))
    const dialog = page.getByRole('dialog', { name: 'Postpone this maintenance' })
    await dialog.getByRole('textbox', { name: 'Why, and what readers should know' }).fill('A part is late.')
    await dialog.getByRole('textbox', { name: 'New start' }).fill('+3d')
    await dialog.getByRole('textbox', { name: 'New end' }).fill('+4d')
    await dialog.getByRole('button', { name: 'Postpone' }).click()
    await soon(() => page.getByRole('dialog').count()).toBe(0)
    await soon(async () => (await openHistory(page)).innerText()).toContain('A part is late.')
    expect((await stateOf(site(), maintenance)).state).toBe('published')

    await page.goto('/admin/records/new?kind=notification&notification_type=cloud_app')
    await page.getByRole('textbox', { name: 'Title' }).fill('A new app')
    const terms = page.getByRole('group', { name: 'Categories', exact: true })
    await terms.getByRole('checkbox').nth(1).check()
    await publishByKeys(page)
    expect(await stateOf(site(), await recordIdOf(page))).toMatchObject({ state: 'published' })
  },
)

test.skipIf(isShort)('P-05 the text editor returns a demo body unchanged or shows it as HTML', async () => {
  const records = await site()
    .db.selectFrom('records')
    .where('body', '<>', '')
    .where('state', '=', 'published')
    .select(['id', 'body'])
    // Demo records first, then records that other tests published.
    .orderBy('id')
    .limit(6)
    .execute()
  const [first, ...others] = records
  if (first === undefined) throw new Error('The demo has records with a body.')
  const page = await openAs(browser, site(), `/admin/records/${first.id}`)
  for (const { id, body } of [first, ...others]) {
    if (id !== first.id) await page.goto(`/admin/records/${id}`)
    await page.getByRole('textbox', { name: 'Body' }).waitFor()
    await page.getByRole('button', { name: 'HTML', exact: true }).click()
    expect(await page.getByRole('textbox', { name: 'Body' }).inputValue()).toBe(body)
    expect(await draftOf(site(), id)).toBeUndefined()
  }
})

function styleOf(element: Locator, property: string) {
  return element.evaluate((one, name) => getComputedStyle(one).getPropertyValue(name), property)
}

async function addFiles(page: Page, id: number) {
  const body = page.getByRole('textbox', { name: 'Body' })
  const tools = page.getByRole('toolbar', { name: 'Text' })
  const dialog = page.getByRole('dialog')
  const description = dialog.getByRole('textbox', { name: 'Description' })
  await body.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.insertText(' ')
  const choosing = page.waitForEvent('filechooser')
  await tools.getByRole('button', { name: 'Image' }).click()
  await page.route('**/api/admin/images', (route) => route.abort(), { times: 1 })
  await (await choosing).setFiles({ name: 'graph.png', mimeType: 'image/png', buffer: PICTURE })
  await dialog.getByRole('alert').getByText('could not be uploaded').waitFor()
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await soon(() => description.evaluate((field) => field.isConnected)).toBe(true)
  await dialog.getByRole('button', { name: 'Add image' }).click()
  await dialog.getByText('Please describe the image').waitFor()
  await description.fill('A graph that falls')
  await page.keyboard.press('Enter')
  await soon(() => dialog.count()).toBe(0)
  await untilInText(page)
  await page.keyboard.insertText(' after')

  await body.evaluate((text, base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File([bytes], 'image.png', { type: 'image/png' }))
    text.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, PICTURE.toString('base64'))
  await dialog.getByRole('checkbox', { name: 'Decorative' }).check()
  await dialog.getByRole('button', { name: 'Add image' }).click()
  await soon(() => dialog.count()).toBe(0)
  const size = 'width="2" height="2" loading="lazy" />'
  await soon(async () => (await draftOf(site(), id))?.body).toMatch(
    new RegExp(
      `<p>Before <img src="/images/[0-9a-f]{32}-2x2.png" alt="A graph that falls" ${size} after<img src="/images/\\S+" alt="" ${size}</p>`,
    ),
  )

  const attaching = page.waitForEvent('filechooser')
  await tools.getByRole('button', { name: 'Attach file' }).click()
  const file = (name: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from('a,b\n1,2\n') })
  await (await attaching).setFiles([file('one.csv'), file('two.csv')])
  await soon(async () => (await draftOf(site(), id))?.body).toMatch(
    /one\.csv \(8 bytes\)<\/a> <a href="\S+">two\.csv \(8 bytes\)<\/a>/,
  )
}

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEklEQVQImWMwTptpnDaTAUIBAB/uBMm6iK1UAAAAAElFTkSuQmCC',
  'base64',
)
