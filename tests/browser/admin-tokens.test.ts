import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { isShort } from '../size.ts'
import { goToScreen, openAsAdmin, toast } from './admin-site-parts.ts'
import { axeInDetail, axeViolations } from './axe.ts'
import { soon, testBrowser } from './browser.ts'
import { sharedSite } from './own-site.ts'

const site = sharedSite('newsroom')
const browser = testBrowser()

test('Z-08 a token gets a name, scopes and an expiry, and its key is shown once; revoking asks first, and the token stays in the list; a sender is tried on what it sent before it is switched on, and the log says what became of it', async () => {
  await site()
    .db.insertInto('api_tokens')
    .values({
      name: 'old pager',
      token_hash: Buffer.alloc(32, 7),
      hint: 'cnd_Ab3d',
      scopes: ['alerts:write'],
      created_at: new Date(),
      expires_at: new Date(Date.now() + 3 * 86_400_000),
    })
    .execute()
  const page = await openAsAdmin(browser, site(), '/admin/tokens', { expects: [/422/] })
  await page.getByRole('button', { name: 'New token' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New token' })
  expect(await axeViolations(page)).toEqual([])
  await dialog.getByLabel('Name').fill('deploy bot')
  await dialog.getByRole('button', { name: 'Create token' }).click()
  await soon(() => dialog.innerText()).toContain('Please choose at least one permission')
  expect(await dialog.getByLabel('Name').inputValue()).toBe('deploy bot')
  await dialog.getByLabel('Write incidents').check()
  await dialog.getByLabel('Never').check()
  expect(await dialog.innerText()).toContain('A leaked key works until someone notices')
  await dialog.getByLabel('In 30 days').check()
  await dialog.getByRole('button', { name: 'Create token' }).click()

  const shown = page.getByRole('dialog', { name: 'The key of deploy bot' })
  const key = await shown.getByLabel('Key').inputValue()
  expect(key).toMatch(/^cnd_[\w-]{43}$/)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await shown.getByRole('button', { name: 'Copy' }).click()
  await soon(() => shown.getByRole('status').innerText()).toBe('Copied.')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key)
  expect(await axeInDetail(page)).toEqual([])
  await shown.getByRole('button', { name: 'Done' }).click()

  const row = page
    .getByRole('table', { name: 'API tokens' })
    .locator('tbody tr')
    .filter({ hasText: 'deploy bot' })
  await soon(() => row.innerText()).toContain('deploy bot')
  expect(await row.innerText()).toContain(key.slice(0, 8))
  expect(await page.content()).not.toContain(key)
  const kept = await site()
    .db.selectFrom('api_tokens')
    .where('name', '=', 'deploy bot')
    .select(['scopes', 'expires_at'])
    .execute()
  expect(kept[0]?.scopes).toEqual(['incidents:write'])
  const days = ((kept[0]?.expires_at?.getTime() ?? 0) - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(29.9)
  expect(days).toBeLessThan(30.1)

  const old = page.getByRole('row').filter({ hasText: 'old pager' })
  await soon(() => old.innerText()).toContain('Ends in 3 days')
  await old.getByRole('button', { name: 'Revoke old pager' }).click()
  const revoking = page.getByRole('dialog', { name: 'Revoke old pager?' })
  expect(await revoking.innerText()).toContain('This can’t be undone')
  await revoking.getByRole('button', { name: 'Revoke' }).click()
  await soon(() => old.innerText()).toContain('Revoked')
  expect(await old.getByRole('button').count()).toBe(0)
  // In every run, senders.test.ts covers what a sender does, paths-in.test.ts and sender-values.test.ts the
  // form.
  if (isShort) return
  await page.setViewportSize({ width: 390, height: 900 })
  await soon(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
  expect(await axeInDetail(page)).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })
  await trySender(page)
})

/** On the same page: opening another would load the whole program again. */
async function trySender(page: Page) {
  await goToScreen(page, '/admin/senders')
  await page.getByRole('button', { name: 'New sender' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New sender' })
  await dialog.getByLabel('Name').fill('checks')
  await dialog.getByLabel('Other').check()
  await dialog.getByRole('button', { name: 'Create sender' }).click()
  const shown = page.getByRole('dialog', { name: 'The key of checks' })
  const key = await shown.getByLabel('Key', { exact: true }).inputValue()
  expect(await axeInDetail(page)).toEqual([])
  await shown.getByRole('button', { name: 'Done' }).click()

  const preview = page.getByRole('region', { name: 'Preview' })
  await preview.waitFor()
  const send = async (body: object) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const url = new URL('/api/v1/alerts', page.url())
    return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).status
  }
  expect(await send({ id: 1, status: 'firing', title: 'Slow <b>checks</b>' })).toBe(202)
  await soon(() => preview.innerText()).toContain('Slow <b>checks</b>')
  expect(await preview.innerText()).toContain('It is a draft: this sender doesn’t publish.')
  await page.getByLabel('State', { exact: true }).fill('stat')
  await soon(() => preview.innerText()).toContain('The payload has nothing at stat.')
  await page.getByLabel('State', { exact: true }).fill('status')
  await page.getByLabel('On', { exact: true }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'Saved.').waitFor()
  expect(await axeInDetail(page)).toEqual([])

  expect(await send({ id: 1, status: 'firing', title: 'Slow <b>checks</b>' })).toBe(200)
  await page.getByRole('tab', { name: 'Log' }).click()
  const log = page.getByRole('table', { name: 'Log' })
  await soon(() => log.innerText()).toContain('New incident')
  await log.getByRole('button', { name: 'Details' }).first().click()
  const details = page.getByRole('dialog', { name: 'What it sent' })
  await soon(() => details.innerText()).toContain('"title": "Slow <b>checks</b>"')
  expect(await axeInDetail(page)).toEqual([])
  await details.getByRole('button', { name: 'Run again with the saved mapping' }).click()
  await soon(() => log.innerText()).toContain('Nothing new.')
}
