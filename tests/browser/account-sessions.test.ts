import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { makeAccount } from '../support/make-account.ts'
import { addressOf, goTo, soon, testBrowser } from './browser.ts'
import { ownSite } from './own-site.ts'
import { sectionOf } from './settings-parts.ts'
import { enterAs } from './signed-in.ts'

const site = ownSite()
const browser = testBrowser()

const ENDED_401 = /status of 401/
const SESSIONS = 'Where you are signed in'

test('A-17 open sessions are told by device, address, way and times, and this browser’s is marked', async () => {
  const { page } = await openTwice()
  const [own = '', other = ''] = await rows(page)
  expect(own).toMatch(/^Chrome on Linux\s+This browser/)
  expect(own).toContain('Password · 203.0.113.7')
  expect(own).toMatch(/Opened \w{3}, .* \d\d:\d\d:\d\d UTC\s/)
  expect(own).toMatch(/Last active \w{3}, .* UTC/)
  expect(own).not.toContain('Sign out')
  expect(other).not.toContain('This browser')
  expect(other).toContain('Employee login · 203.0.113.7')
})

test('A-17 a session that is signed out from here is really over there', async () => {
  const { page, elsewhere, uid } = await openTwice({ expects: [ENDED_401] })
  await endButtons(page).click()
  await soon(() => rows(page)).toHaveLength(1)
  await soon(sectionOf(page, SESSIONS).said).toMatch(/^Signed out Chrome on Linux, opened \w{3}, .* UTC\.$/)
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(SESSIONS)
  expect(await sectionOf(page, SESSIONS).button('Sign out all others').count()).toBe(0)

  expect((await elsewhere.request.get(`/api/user/${uid}/settings`)).status()).toBe(401)
  expect((await page.request.get(`/api/user/${uid}/settings`)).status()).toBe(200)
  await goTo(elsewhere, `/user/${uid}/edit`)
  await soon(() => addressOf(elsewhere)).toContain('/sign-in?notice=session-ended')
})

test('A-17 sessions of the same browser are told apart by when they were opened, to the eye and by name', async () => {
  const account = await makeAccount(site().db)
  const openedAt = ['2026-01-15T08:30:05Z', '2026-01-15T08:30:59Z']
  const page = await browser.newPage({ siteUrl: site().url })
  for (const at of openedAt) {
    await enterAs(page, site(), account)
    const newest = site()
      .db.selectFrom('sessions')
      .where('user_id', '=', account.uid)
      .select(({ fn }) => fn.max('id').as('id'))
    await site()
      .db.updateTable('sessions')
      .set({ created_at: new Date(at) })
      .where('id', '=', newest)
      .execute()
  }
  await enterAs(page, site(), account)
  await goTo(page, `/user/${account.uid}/edit`)
  await soon(() => endButtons(page).count()).toBe(2)
  const names = await endButtons(page).allInnerTexts()
  expect(names.map((name) => name.replaceAll(/\s+/g, ' ')).sort()).toEqual([
    'Sign out Chrome on Linux, opened Thu, 15 Jan 2026 08:30:05 UTC',
    'Sign out Chrome on Linux, opened Thu, 15 Jan 2026 08:30:59 UTC',
  ])
  const shown = (await rows(page)).join('\n')
  for (const time of ['08:30:05', '08:30:59']) expect(shown).toContain(`Opened Thu, 15 Jan 2026 ${time} UTC`)
})

test('A-17 all other sessions are signed out at once, by keyboard too', async () => {
  const { page, elsewhere, uid, account } = await openTwice({ expects: [ENDED_401] })
  const third = await browser.newPage({ siteUrl: site().url })
  await enterAs(third, site(), account)
  await goTo(page, `/user/${uid}/edit`)
  await soon(() => rows(page)).toHaveLength(3)
  await sectionOf(page, SESSIONS).button('Sign out all others').focus()
  await page.keyboard.press('Enter')
  await soon(() => rows(page)).toHaveLength(1)
  for (const other of [elsewhere, third]) {
    expect((await other.request.get(`/api/user/${uid}/settings`)).status()).toBe(401)
  }
  await goTo(elsewhere, `/user/${uid}/edit`)
  await soon(() => addressOf(elsewhere)).toContain('/sign-in')
})

/** One account in two browsers; the first shows its settings. */
async function openTwice({ expects = [] }: { expects?: RegExp[] } = {}) {
  const account = await makeAccount(site().db)
  const elsewhere = await browser.newPage({ siteUrl: site().url, expects })
  await enterAs(elsewhere, site(), { uid: account.uid, openedBy: 'sign-on' })
  const page = await browser.newPage({ siteUrl: site().url })
  await enterAs(page, site(), account)
  await goTo(page, `/user/${account.uid}/edit`)
  await soon(() => rows(page)).toHaveLength(2)
  return { page, elsewhere, uid: account.uid, account }
}

function endButtons(page: Page) {
  return sectionOf(page, SESSIONS).section.getByRole('button', { name: /^Sign out Chrome on Linux, opened / })
}

function rows(page: Page): Promise<string[]> {
  return sectionOf(page, SESSIONS).section.getByRole('listitem').allInnerTexts()
}
