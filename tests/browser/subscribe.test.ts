import { expect, test } from 'vitest'
import { makeAccount } from '../support/make-account.ts'
import { axeViolations } from './axe-violations.ts'
import { addressOf, goTo, soon, testBrowser } from './browser.ts'
import { CLOUD } from './demo-site.ts'
import { ownSite } from './own-site.ts'
import { sectionOf } from './settings-parts.ts'
import { shellOf } from './shell.ts'
import { enterAs } from './signed-in.ts'

const site = ownSite()
const browser = testBrowser()

test('U-01 the page of subscriptions tells how many there are and where messages go', async () => {
  const account = await makeAccount(site().db)
  await site()
    .db.insertInto('subscriptions')
    .values({ user_id: account.uid, scope: 'maintenance', cloud_id: await firstCloud() })
    .execute()
  const page = await openAs(account.uid)
  const { heading, main } = shellOf(page)
  expect(await heading.textContent()).toBe('Subscriptions')
  await soon(() => main.innerText()).toContain('1 Subscription(s)')
  expect(await sectionOf(page, 'Where messages go').text()).toContain(`${account.email}\nVerified`)
  expect(await axeViolations(page)).toEqual([])
})

test('A-11 an address that is not verified gets no messages, and the page says so', async () => {
  const page = await openAs((await makeAccount(site().db, { isVerified: false })).uid)
  await soon(() => sectionOf(page, 'Where messages go').text()).toContain('Not verified')
  expect(await sectionOf(page, 'Where messages go').text()).toContain('Until then none is sent.')
})

test('L-03 the feeds that it leads to are there', async () => {
  const page = await openAs((await makeAccount(site().db)).uid)
  const feeds = sectionOf(page, 'Feeds').section
  const incidents = feeds.getByRole('link', { name: 'RSS feed of Incidents' })
  expect(await incidents.getAttribute('href')).toBe(`/rss-feed/incidents?cloud=${CLOUD.first.machineName}`)
  for (const link of await feeds.getByRole('link').all()) {
    const path = (await link.getAttribute('href')) ?? ''
    expect((await page.request.get(path)).status(), path).toBe(200)
  }
})

test('G-09 it is not indexed', async () => {
  const page = await openAs((await makeAccount(site().db)).uid)
  expect(await page.locator('meta[name="robots"]').getAttribute('content')).toBe('noindex')
})

test('U-12 whoever is not signed in is asked to', async () => {
  const page = await browser.open('/subscribe', { siteUrl: site().url })
  await soon(() => addressOf(page)).toBe('/sign-in?notice=subscribe&origin=%2Fsubscribe')
  await soon(() => shellOf(page).main.innerText()).toContain(
    'Please sign in or sign up to receive email notifications from Northwall.',
  )
})

async function openAs(uid: number) {
  const page = await browser.newPage({ siteUrl: site().url, reducedMotion: true })
  await enterAs(page, site(), { uid })
  await goTo(page, '/subscribe')
  await sectionOf(page, 'Feeds').section.waitFor()
  return page
}

async function firstCloud() {
  const { id } = await site()
    .db.selectFrom('clouds')
    .where('machine_name', '=', CLOUD.first.machineName)
    .select('id')
    .executeTakeFirstOrThrow()
  return id
}
