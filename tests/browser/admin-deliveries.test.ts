import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { suppressAddress } from '../../src/db/channels.ts'
import type { Role } from '../../src/domain/access.ts'
import { isShort } from '../size.ts'
import { demoCloud, publishIncident } from '../support/demo-cloud.ts'
import { makeAccount } from '../support/make-account.ts'
import { CLOUD } from '../support/subscriber.ts'
import { mailChannelOf } from '../support/user-channels.ts'
import { openAsStaff } from './admin-site-parts.ts'
import { axeInDetail, axeViolations } from './axe.ts'
import { addressOf, soon, testBrowser } from './browser.ts'
import { sharedSite } from './own-site.ts'
import { toastOf } from './signed-in.ts'

const site = sharedSite('desk')
const browser = testBrowser()

test('Z-05 staff follow deliveries to the end, see why some failed, retry them, search messages, and lift the block on an address', async () => {
  await site().db.deleteFrom('deliveries').execute()
  const failed = await publishIncident(site().db, await demoCloud(site().db, CLOUD))
  const id = await addDelivery(failed, 'dead')
  await addDelivery(failed, 'dead')
  await addDelivery(failed, 'dead')
  const sending = await publishIncident(site().db, await demoCloud(site().db, CLOUD))
  const deliveries = [await addDelivery(sending, 'due'), await addDelivery(sending, 'due')]
  const page = await openDeliveries(['trust_admin'])
  const first = sendings(page).first()
  await soon(() => first.innerText()).toContain('Traffic is slow')
  expect(await first.innerText()).toContain('Finding the recipients…')
  expect(await first.innerText()).toContain('0 sent, 2 waiting')
  expect(await axeInDetail(page)).toEqual([])
  await site().db.updateTable('publications').set({ expanded_at: new Date() }).execute()
  await site()
    .db.updateTable('deliveries')
    .set({ state: 'sent', sent_at: new Date() })
    .where('id', 'in', deliveries)
    .execute()
  await soon(() => first.innerText()).toContain('2 sent')
  expect(await first.innerText()).toContain('Sent')
  expect(await first.innerText()).not.toContain('waiting')

  await page.getByRole('tab', { name: 'Failed 3' }).click()
  await soon(() => addressOf(page)).toBe('/admin/deliveries?view=given-up')
  const table = page.getByRole('table', { name: 'Failed' })
  await soon(() => table.innerText()).toContain('The mail server of this address answered with 451.')
  expect(await page.getByRole('tabpanel').innerText()).not.toContain('@')
  expect(await axeViolations(page)).toEqual([])

  await table
    .getByRole('button', { name: /^Try again to notify account/ })
    .last()
    .click()
  await toastOf(page, '1 message is being retried.').waitFor()
  await soon(() => table.locator('tbody tr').count()).toBe(2)
  expect(await stateOf(id)).toBe('due')
  await page.getByRole('button', { name: 'Try all again' }).click()
  await toastOf(page, '2 messages are being retried.').waitFor()
  await soon(() => page.getByRole('tabpanel').innerText()).toContain('No messages failed for good.')

  // suppressions.test.ts covers the search in every run.
  if (!isShort) await searchMessages(page)

  const { email: refusing } = await makeAccount(site().db)
  await suppressAddress(site().db, { email: refusing, reason: '550 5.1.1 no such user', now: new Date() })
  await page.getByRole('tab', { name: 'Addresses' }).click()
  const panel = page.getByRole('tabpanel')
  await page.getByLabel('Email address').fill(refusing)
  await page.getByRole('button', { name: 'Look up' }).click()
  await soon(() => panel.innerText()).toContain('The mail server of this address answered with 550.')
  expect(await axeInDetail(page)).toEqual([])
  await page.getByRole('button', { name: 'Allow mail again…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Allow mail to this address again?' })
  await dialog.getByRole('button', { name: 'Allow mail' }).click()
  await soon(() => panel.innerText()).toContain('Mail is sent to')
  expect(await site().db.selectFrom('suppressions').selectAll().execute()).toEqual([])
})

async function searchMessages(page: Page) {
  const publication = await publishIncident(site().db, await demoCloud(site().db, CLOUD))
  const { uid, email } = await makeAccount(site().db)
  await addDelivery(publication, 'dead', uid)
  await addDelivery(publication, 'due')
  await page.getByRole('tab', { name: 'Search' }).click()
  await page.getByLabel('Recipient').fill(email)
  await page.getByRole('button', { name: 'Search' }).click()
  const found = page.getByRole('table', { name: 'Messages' }).locator('tbody tr')
  await soon(() => found.count()).toBe(1)
  expect(await found.innerText()).toContain(`Email of account ${uid}`)
  expect(await found.innerText()).not.toContain('@')
  expect(page.url()).not.toContain('%40')

  await page.getByLabel('Recipient').fill('nobody@elsewhere.example')
  await page.getByRole('button', { name: 'Search' }).click()
  await soon(() => page.getByRole('tabpanel').innerText()).toContain('No account has this address.')
  await page.setViewportSize({ width: 390, height: 900 })
  await soon(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
  expect(await axeInDetail(page)).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })

  const { record_id } = await site()
    .db.selectFrom('publications')
    .where('id', '=', publication)
    .select('record_id')
    .executeTakeFirstOrThrow()
  await page.getByLabel('Recipient').fill('')
  await page.getByLabel('Record').fill(String(record_id))
  await page.getByRole('button', { name: 'Search' }).click()
  await soon(() => found.count()).toBe(2)
  await page.getByLabel('State').selectOption('Failed')
  await soon(() => found.count()).toBe(1)
  expect(addressOf(page)).toBe(`/admin/deliveries?view=search&record=${record_id}&state=dead`)
}

function sendings(page: Page) {
  return page.getByRole('list', { name: 'Publications' }).locator('> li')
}

function openDeliveries(roles: readonly Role[], path = '/admin/deliveries') {
  return openAsStaff(browser, site(), { roles, path })
}

async function addDelivery(publicationId: number, state: 'due' | 'dead', whose?: number) {
  const { db } = site()
  const uid = whose ?? (await makeAccount(db)).uid
  const { id } = await db
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
      attempts: 9,
      last_error: '451',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function stateOf(id: number) {
  const { state } = await site()
    .db.selectFrom('deliveries')
    .where('id', '=', id)
    .select('state')
    .executeTakeFirstOrThrow()
  return state
}
