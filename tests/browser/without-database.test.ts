import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Global } from '../../src/contract/global.ts'
import { testDatabase } from '../cluster/test-database.ts'
import { addressOf, soon, testBrowser, untilAlive } from './browser.ts'
import { PATH } from './demo-site.ts'
import { shellOf } from './shell.ts'
import { startSiteProcess } from './site-process.ts'

const browser = testBrowser()

/** That the site goes on and says so is proved without a browser, in `tests/integration/fault-database.test.ts`. */
test('a page that goes on to others says how old the content is as soon as the site does, and no longer than that', async () => {
  const page = await browser.open(PATH.home)
  const { footer, heading, mainNav } = shellOf(page)
  const line = footer.getByText(/^Content as of/)
  expect(await line.count()).toBe(0)
  await page.route('**/api/global', async (route) => {
    const response = await route.fetch()
    const global = (await response.json()) as Global
    const edition = { ...global.edition, stale_since: '2026-01-02T03:04:05Z' }
    await route.fulfill({ response, json: { ...global, edition } })
  })
  await mainNav.getByRole('link', { name: 'Incidents' }).click()
  await soon(() => heading.textContent()).toBe('Incidents')
  await line.waitFor()
  expect(await line.textContent()).toContain('Content as of Fri, 02 Jan 2026 03:04:05 UTC')
  await page.unrouteAll({ behavior: 'wait' })
  await mainNav.getByRole('link', { name: 'FAQ' }).click()
  await soon(() => heading.textContent()).toBe('FAQ')
  await soon(() => line.count()).toBe(0)
})

test('G-20 without the global data the site says that it has nothing to show, and Retry finds it later', async () => {
  const { url, db, drop } = await testDatabase('demo')
  try {
    await db.connection().execute(async (session) => {
      // No edition can be loaded while somebody holds the products.
      await sql`begin`.execute(session)
      await sql`lock table products in access exclusive mode`.execute(session)
      const site = await startSiteProcess({ DATABASE_URL: url }, { until: '/healthz' })
      try {
        const page = await browser.newPage({ siteUrl: site.url, expects: [/status of 503/] })
        const response = await page.goto(PATH.home)
        expect(response?.status()).toBe(503)
        expect(response?.headers()['retry-after']).toBeDefined()
        const { heading, header, mainNav } = shellOf(page)
        expect(await heading.textContent()).toBe('The content of this site could not be loaded.')
        expect((await header.count()) + (await mainNav.count())).toBe(0)

        await sql`rollback`.execute(session)
        await soon(async () => (await fetch(`${site.url}/readyz`)).status).toBe(200)
        await page.getByRole('link', { name: 'Retry' }).click()
        await untilAlive(page)
        expect(addressOf(page)).toBe(PATH.home)
      } finally {
        await site.stop()
      }
    })
  } finally {
    await drop()
  }
})
