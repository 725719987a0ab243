import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Role } from '../../src/domain/access.ts'
import { makeAccount } from '../support/make-account.ts'
import { CLOUD } from '../support/subscriber.ts'
import { demoCloud, mailChannelOf, publishIncident } from '../support/told.ts'
import { axeViolations } from './axe-violations.ts'
import { goTo, soon, testBrowser } from './browser.ts'
import { ownSite } from './own-site.ts'
import { enterAs, makeStaff } from './signed-in.ts'

/** Nothing is sent but by the tests themselves. */
const site = ownSite({ DELIVERY_WORKER: '0' })
const browser = testBrowser()

test('Z-05 staff watch a sending come to its end', async () => {
  const publication = await publishIncident(site().db, await demoCloud(site().db, CLOUD))
  const deliveries = [await addDelivery(publication, 'due'), await addDelivery(publication, 'due')]
  const page = await openAdmin(['blog_editor'])
  const first = sendings(page).first()
  await soon(() => first.innerText()).toContain('Traffic is slow')
  expect(await first.innerText()).toContain('Finding out whom it concerns…')
  expect(await first.innerText()).toContain('0 sent, 2 waiting')
  await site().db.updateTable('publications').set({ expanded_at: new Date() }).execute()
  await site()
    .db.updateTable('deliveries')
    .set({ state: 'sent', sent_at: new Date() })
    .where('id', 'in', deliveries)
    .execute()
  await soon(() => first.innerText()).toContain('2 sent')
  expect(await first.innerText()).toContain('Sent')
  expect(await first.innerText()).not.toContain('waiting')
})

test('Z-05 staff see why a message was given up and try it again', async () => {
  const publication = await publishIncident(site().db, await demoCloud(site().db, CLOUD))
  const id = await addDelivery(publication, 'dead')
  await addDelivery(publication, 'dead')
  const page = await openAdmin(['trust_admin'])
  const givenUp = section(page).getByRole('region', { name: 'Given up' })
  await soon(() => givenUp.innerText()).toContain('The mail server of this address answered with 451.')
  expect(await givenUp.innerText()).toContain('2 messages could not be sent')
  const parts = section(page).getByRole('heading', { level: 3 })
  expect(await parts.allInnerTexts()).toEqual(['Given up', 'Latest publications'])
  expect(await section(page).innerText()).not.toContain('@')
  expect(await axeViolations(page)).toEqual([])

  await givenUp.getByRole('button', { name: 'Try again' }).last().click()
  await soon(() => section(page).getByRole('status').innerText()).toBe('1 message is tried again.')
  await soon(() => givenUp.innerText()).toContain('1 message could not be sent')
  expect(await stateOf(id)).toBe('due')

  await sendings(page).first().getByRole('button', { name: 'Try 1 message again' }).click()
  await soon(() => givenUp.innerText()).toContain('No message was given up.')
  expect(await parts.allInnerTexts()).toEqual(['Latest publications', 'Given up'])
  expect(await sendings(page).first().innerText()).toContain('2 waiting')
  await site().db.deleteFrom('deliveries').execute()
})

test('Z-05 who may only look finds no button', async () => {
  const publication = await publishIncident(site().db, await demoCloud(site().db, CLOUD))
  await addDelivery(publication, 'dead')
  const page = await openAdmin(['customer_success_manager'])
  await soon(() => section(page).innerText()).toContain('1 message could not be sent.')
  expect(await section(page).getByRole('button', { name: /^Try/ }).count()).toBe(0)
})

test('A-20 who may not see deliveries is not shown any', async () => {
  const page = await openAdmin(['legal_team'])
  await soon(() => page.locator('main').innerText()).toContain('Internal fields')
  expect(await section(page).count()).toBe(0)
})

function section(page: Page) {
  return page.locator('#deliveries')
}

function sendings(page: Page) {
  return section(page).getByRole('region', { name: 'Latest publications' }).locator('ul > li')
}

async function openAdmin(roles: readonly Role[]) {
  const { uid } = await makeStaff(site(), roles)
  const page = await browser.newPage({ siteUrl: site().url, reducedMotion: true })
  await enterAs(page, site(), { uid, openedBy: 'sign-on' })
  await goTo(page, '/admin/dashboard')
  return page
}

async function addDelivery(publicationId: number, state: 'due' | 'dead') {
  const { db } = site()
  const { uid } = await makeAccount(db)
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
