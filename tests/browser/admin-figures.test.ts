import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addReads } from '../../src/db/read-counts.ts'
import { isShort } from '../size.ts'
import { demoCloud, publishIncident } from '../support/demo-cloud.ts'
import { makeAccount } from '../support/make-account.ts'
import { CLOUD } from '../support/subscriber.ts'
import { mailChannelOf } from '../support/user-channels.ts'
import { goToScreen, openAsStaff } from './admin-site-parts.ts'
import { axeInDetail, axeViolations } from './axe.ts'
import { addressOf, soon, testBrowser } from './browser.ts'
import { sharedSite } from './own-site.ts'

const site = sharedSite('desk')
const browser = testBrowser()

test.skipIf(isShort)('Z-06 a site without figures says so', async () => {
  const { db } = site()
  await sql`truncate publications cascade`.execute(db)
  const page = await open('/admin/figures')
  // The site writes what it has counted once a minute, maybe just now.
  await soon(async () => {
    await db.deleteFrom('read_counts').execute()
    await goToScreen(page, '/admin/figures')
    await page.getByText('No messages were sent in this period.').waitFor()
    return page.locator('main').innerText()
  }).toContain('Nothing has been counted yet.')
  expect(await page.locator('main').innerText()).toContain('Nothing was published in this period.')
  expect(await page.getByRole('slider').count()).toBe(0)
  expect(await axeInDetail(page)).toEqual([])
})

// figures.test.ts covers what is counted.
test('Z-06 messages, times, publications, failures and reads are charted, each with a table', async () => {
  const { db } = site()
  await sql`truncate publications cascade`.execute(db)
  await db.deleteFrom('read_counts').execute()
  const publication = await publishIncident(db, await demoCloud(db, CLOUD))
  await db
    .updateTable('publications')
    .set({ told_at: sql`created_at + interval '95 seconds'`, expanded_at: new Date() })
    .where('id', '=', publication)
    .execute()
  for (const state of ['sent', 'sent', 'sent', 'dead'] as const) await addDelivery(publication, state)
  const today = new Date().toISOString().slice(0, 10)
  await addReads(db, [
    { day: today, page: 'incidents', reads: 1200 },
    { day: today, page: 'api', reads: 30 },
  ])
  const page = await open('/admin/figures')
  const figure = (name: string) => page.getByRole('region', { name, exact: true })
  await soon(() => figure('Messages per day').innerText()).toContain('4 messages, 75% of them sent.')
  expect(await figure('Time to the last message').innerText()).toContain('the slowest took 95 s')
  expect(await figure('Publications per day').innerText()).toContain('1 publication on 1 day.')
  expect(await figure('Why messages were not sent').getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringMatching(/^Email: The mail server of this address answered with 451\.\s+1$/),
  ])
  expect(await figure('Views per day').innerText()).toMatch(/1,2\d\d views/)

  const chart = figure('Messages per day').getByRole('slider')
  await chart.focus()
  await page.keyboard.press('End')
  expect(await chart.getAttribute('aria-valuetext')).toMatch(/: Sent 3, Waiting 0, Skipped 0, Failed 1$/)
  await figure('Messages per day').getByText('Table by day').click()
  const table = figure('Messages per day').getByRole('table')
  expect(await table.locator('tbody td').allInnerTexts()).toEqual(['3', '0', '0', '1'])
  await figure('Messages per day').getByLabel('Channel').selectOption('Slack')
  await soon(() => figure('Messages per day').innerText()).toContain('No messages were sent')

  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('link', { name: '7 days' }).click()
  await soon(() => addressOf(page)).toBe('/admin/figures?days=7')
  await soon(() => figure('Views per day').getByRole('slider').getAttribute('aria-valuemax')).toBe('7')
  await page.setViewportSize({ width: 390, height: 900 })
  await soon(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
  expect(await axeInDetail(page)).toEqual([])
})

function open(path: string) {
  return openAsStaff(browser, site(), { roles: ['customer_success_manager'], path })
}

async function addDelivery(publicationId: number, state: 'sent' | 'dead') {
  const { db } = site()
  const { uid } = await makeAccount(db)
  await db
    .insertInto('deliveries')
    .values({
      publication_id: publicationId,
      user_id: uid,
      channel_id: await mailChannelOf(db, uid),
      kind: 'email',
      lane: 'mail',
      priority: 1,
      state,
      due_at: new Date(),
      sent_at: state === 'sent' ? new Date() : null,
      last_error: state === 'dead' ? '451' : null,
    })
    .execute()
}
