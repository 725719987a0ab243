import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { OPEN_VAULT } from '../../src/db/at-rest/vault.ts'
import { unsubscribeKey } from '../../src/db/secrets.ts'
import { signMessageToken } from '../../src/delivery/message-token.ts'
import { makeAccount } from '../support/make-account.ts'
import { axeViolations } from './axe.ts'
import { addressOf, goTo, soon, testBrowser } from './browser.ts'
import { CLOUD } from './demo-site.ts'
import { sharedSite } from './own-site.ts'
import { shellOf } from './shell.ts'

const site = sharedSite('readers')
const browser = testBrowser()

const THING = 'Unsubscribe from this'
const EVERYTHING = 'Switch off your email'

test("U-10 a message's link says what it is about and unsubscribes only by its buttons, without signing in", async () => {
  const { uid, email, path } = await messageTo()
  const page = await browser.open(path, {
    siteUrl: site().url,
    reducedMotion: true,
  })
  const { main, heading } = shellOf(page)
  const button = (name: string) => main.getByRole('button', { name, exact: true })
  expect(await heading.textContent()).toBe('Unsubscribe')
  await soon(() => main.innerText()).toContain(`maintenance of ${CLOUD.first.domain}`)
  expect(await main.innerText()).toContain('Ends this subscription in all your channels.')
  expect(await main.innerText()).toContain(`${email.slice(0, 2)}…${email.slice(email.indexOf('@'))}`)
  expect(await page.content()).not.toContain(email)
  expect(await page.locator('meta[name="robots"]').getAttribute('content')).toBe('noindex')
  expect(await axeViolations(page)).toEqual([])
  expect(await scopesOf(uid)).toEqual(['advisory', 'maintenance'])

  await button(THING).click()
  await soon(() => addressOf(page)).toBe('/unsubscribe?done=thing')
  await soon(() => heading.textContent()).toBe('You’re unsubscribed')
  await soon(() => heading.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await main.innerText()).toContain(`maintenance of ${CLOUD.first.domain}`)
  await soon(() => main.innerText()).toContain('You won’t get messages about this anymore, in any channel.')
  expect(await main.getByRole('link', { name: 'Subscriptions' }).getAttribute('href')).toBe('/subscribe')
  expect(await scopesOf(uid)).toEqual(['advisory'])

  await goTo(page, path)
  await soon(() => main.innerText()).toContain('You’re already unsubscribed from')
  expect(await button(THING).count()).toBe(0)
  expect(await main.innerText()).not.toContain('Choose what to stop.')
  expect(await button(EVERYTHING).getAttribute('class')).toBe('button')
  await button(EVERYTHING).click()
  await soon(() => heading.textContent()).toBe('Messages are switched off')
  expect(await mailOf(uid)).toMatchObject({ is_enabled: false })
  expect(await scopesOf(uid)).toEqual(['advisory'])
})

async function messageTo() {
  const { db } = site()
  const account = await makeAccount(db)
  const { id: cloud_id } = await db
    .selectFrom('clouds')
    .where('machine_name', '=', CLOUD.first.machineName)
    .select('id')
    .executeTakeFirstOrThrow()
  const user_id = account.uid
  await db
    .insertInto('subscriptions')
    .values([
      { user_id, scope: 'maintenance', cloud_id },
      { user_id, scope: 'advisory', cloud_id },
    ])
    .execute()
  const { id: publicationId } = await db
    .selectFrom('publications')
    .where('kind', '=', 'maintenance')
    .where(sql<boolean>`cloud_ids = array[${cloud_id}]::integer[]`)
    .select('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const { id: channelId } = await mailOf(account.uid)
  const token = signMessageToken(await unsubscribeKey(db, OPEN_VAULT), 'unsubscribe', {
    channelId,
    publicationId,
  })
  return { ...account, path: `/unsubscribe?token=${token}` }
}

function mailOf(uid: number) {
  return site()
    .db.selectFrom('channels')
    .where('user_id', '=', uid)
    .where('kind', '=', 'email')
    .select(['id', 'is_enabled'])
    .executeTakeFirstOrThrow()
}

async function scopesOf(uid: number) {
  const rows = await site()
    .db.selectFrom('subscriptions')
    .where('user_id', '=', uid)
    .select('scope')
    .orderBy('scope')
    .execute()
  return rows.map(({ scope }) => scope)
}
