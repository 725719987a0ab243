import { expect, onTestFinished, test } from 'vitest'
import { isShort } from '../size.ts'
import { publish } from '../support/publish.ts'
import { goTo, soon, testBrowser } from './browser.ts'
import { PATH } from './demo-site.ts'
import { untilEdition } from './own-site.ts'
import { pathOf, recordSite } from './record-site.ts'
import { shellOf } from './shell.ts'

const browser = testBrowser()
const site = recordSite()

// In the short run past-editions.test.ts covers these pages and their links.
test.skipIf(isShort)(
  'a post leads to its versions, each to the site as it was, and a time to its edition',
  async () => {
    const { db, url, records } = site()
    const { edition: before } = await db
      .selectFrom('log_faces')
      .where('record_id', '=', records.closed)
      .orderBy('index', 'desc')
      .select('edition')
      .executeTakeFirstOrThrow()
    const correct = async (title: string) => {
      await db.updateTable('records').set({ title }).where('id', '=', records.closed).execute()
      await untilEdition(site(), await publish(db, records.closed, { step: 'corrected', notifies: false }))
    }
    // Other files read the record, too.
    onTestFinished(() => correct('Closed: three updates'))
    await correct('Closed: four updates')

    const page = await browser.newPage({ siteUrl: url, width: 390 })
    await goTo(page, pathOf(records.closed))
    await page.getByRole('link', { name: 'Changed once' }).click()
    await soon(() => shellOf(page).heading.textContent()).toBe('Every version')
    expect(await page.locator('main del').textContent()).toBe(' removed: three')
    expect(await page.locator('main ins').textContent()).toBe(' added: four')
    await page.getByRole('link', { name: `See the post in edition ${before}`, exact: true }).click()
    await soon(() => page.url()).toBe(`${url}${pathOf(records.closed)}?edition=${before}`)
    expect(await shellOf(page).heading.textContent()).toBe('Closed: three updates')
    const strip = page.getByRole('region', { name: 'Earlier version' })
    await strip.waitFor()
    expect(await page.getByRole('button', { name: 'Share' }).isVisible()).toBe(false)

    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Incidents' }).click()
    await soon(() => page.url()).toBe(`${url}${PATH.incidents}?edition=${before}`)
    await page.getByRole('link', { name: 'Closed: three updates' }).waitFor()
    await strip.getByRole('link', { name: 'Go to the current page' }).click()
    await page.getByRole('link', { name: 'Closed: four updates' }).waitFor()

    await goTo(page, PATH.cloudStatus)
    await page.getByText('See this page as it was').focus()
    await page.keyboard.press('Enter')
    const now = new Date().toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length)
    await page.getByLabel('Date and time in UTC').fill(now)
    await page.keyboard.press('Enter')
    await soon(() => page.url()).toMatch(/cloud-status\?edition=\d+&at=\d{4}-\d\d-\d\dT\d\d:\d\dZ$/)
    await strip.waitFor()
  },
)
