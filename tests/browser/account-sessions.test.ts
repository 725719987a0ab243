import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { isShort } from '../size.ts'
import { makeAccount } from '../support/make-account.ts'
import { goTo, soon, testBrowser } from './browser.ts'
import { sharedSite } from './own-site.ts'
import { sectionOf } from './settings-parts.ts'
import { enterAs } from './signed-in.ts'

const site = sharedSite('readers')
const browser = testBrowser()

const SESSIONS = 'Where you are signed in'

// In the short run: own-sessions.test.ts, and settings.test.ts for the list.
test.skipIf(isShort)(
  'A-17 sessions list device, address, sign-in method and times; signing out one or all others ends them immediately, also by keyboard',
  async () => {
    const { uid } = await makeAccount(site().db)
    const elsewhere = await browser.newPage({ siteUrl: site().url })
    await enterAs(elsewhere, site(), { uid, openedBy: 'sign-on' })
    const page = await browser.newPage({ siteUrl: site().url })
    await enterAs(page, site(), { uid })
    await goTo(page, `/user/${uid}/edit`)
    await soon(() => rows(page)).toHaveLength(2)

    const [own = '', other = ''] = await rows(page)
    expect(own).toMatch(/^Chrome on Linux\s+This browser/)
    expect(own).toContain('Password · 203.0.113.7')
    expect(own).toMatch(/Opened \w{3}, .* \d\d:\d\d:\d\d UTC\s/)
    expect(own).toMatch(/Last active \w{3}, .* UTC/)
    expect(own).not.toContain('Sign out')
    expect(other).not.toContain('This browser')
    expect(other).toContain('Employee login · 203.0.113.7')

    await endButtons(page).click()
    await soon(() => rows(page)).toHaveLength(1)
    await soon(sectionOf(page, SESSIONS).said).toMatch(/^Signed out Chrome on Linux, opened \w{3}, .* UTC\.$/)
    await soon(() => page.evaluate(() => document.activeElement?.textContent)).toBe(SESSIONS)
    expect(await sectionOf(page, SESSIONS).button('Sign out all others').count()).toBe(0)
    expect((await page.request.get(`/api/user/${uid}/settings`)).status()).toBe(200)
    expect((await elsewhere.request.get(`/api/user/${uid}/settings`)).status()).toBe(401)

    const { db } = site()
    for (const at of ['2026-01-15T08:30:05Z', '2026-01-15T08:30:59Z']) {
      await enterAs(elsewhere, site(), { uid })
      const newest = db
        .selectFrom('sessions')
        .where('user_id', '=', uid)
        .select(({ fn }) => fn.max('id').as('id'))
      await db
        .updateTable('sessions')
        .set({ created_at: new Date(at) })
        .where('id', '=', newest)
        .execute()
    }
    await goTo(page, `/user/${uid}/edit`)
    await soon(() => endButtons(page).count()).toBe(2)
    const names = await endButtons(page).allInnerTexts()
    expect(names.map((name) => name.replaceAll(/\s+/g, ' ')).sort()).toEqual([
      'Sign out Chrome on Linux, opened Thu, 15 Jan 2026 08:30:05 UTC',
      'Sign out Chrome on Linux, opened Thu, 15 Jan 2026 08:30:59 UTC',
    ])
    const shown = (await rows(page)).join('\n')
    for (const time of ['08:30:05', '08:30:59'])
      expect(shown).toContain(`Opened Thu, 15 Jan 2026 ${time} UTC`)

    await sectionOf(page, SESSIONS).button('Sign out all others').focus()
    await page.keyboard.press('Enter')
    await soon(() => rows(page)).toHaveLength(1)
    const open = db.selectFrom('sessions').where('user_id', '=', uid).select('id')
    expect(await open.execute()).toHaveLength(1)
    expect((await page.request.get(`/api/user/${uid}/settings`)).status()).toBe(200)
  },
)

function endButtons(page: Page) {
  return sectionOf(page, SESSIONS).section.getByRole('button', { name: /^Sign out Chrome on Linux, opened / })
}

function rows(page: Page): Promise<string[]> {
  return sectionOf(page, SESSIONS).section.getByRole('listitem').allInnerTexts()
}
