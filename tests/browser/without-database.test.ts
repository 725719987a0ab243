import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '../cluster/test-database.ts'
import { proxyDatabase } from '../support/database-proxy.ts'
import { addressOf, goTo, soon, testBrowser, untilAlive } from './browser.ts'
import { PATH } from './demo-site.ts'
import { shellOf } from './shell.ts'
import { startSiteProcess } from './site-process.ts'

const browser = testBrowser()

test('G-20 without the global data the site says that it has nothing to show, and Retry finds it later; without its database it goes on, and every page says how old its content is', async () => {
  const database = await testDatabase('demo')
  const proxy = await proxyDatabase(database.url)
  try {
    await database.db.connection().execute(async (session) => {
      // No edition can be loaded while somebody holds the products.
      await sql`begin`.execute(session)
      await sql`lock table products in access exclusive mode`.execute(session)
      const site = await startSiteProcess({ DATABASE_URL: proxy.url }, { until: '/healthz' })
      try {
        const page = await browser.newPage({ siteUrl: site.url, expects: [/status of 503/] })
        const response = await page.goto(PATH.home)
        expect(response?.status()).toBe(503)
        expect(response?.headers()['retry-after']).toBeDefined()
        const { heading, header, mainNav, footer } = shellOf(page)
        expect(await heading.textContent()).toBe('The content of this site could not be loaded.')
        expect((await header.count()) + (await mainNav.count())).toBe(0)

        await sql`rollback`.execute(session)
        await soon(async () => (await fetch(`${site.url}/readyz`)).status).toBe(200)
        await page.getByRole('link', { name: 'Retry' }).click()
        await untilAlive(page)
        expect(addressOf(page)).toBe(PATH.home)
        const line = footer.getByText(/^Content as of/)
        expect(await line.count()).toBe(0)

        proxy.cut()
        // The site says so after three polls of five seconds without an answer.
        await soon(() => readinessOf(site.url)).toBe('stale')
        await mainNav.getByRole('link', { name: 'Incidents' }).click()
        await soon(() => heading.textContent()).toBe('Incidents')
        await line.waitFor()
        expect(await line.textContent()).toMatch(/Content as of \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d UTC/)
        await goTo(page, PATH.home)
        await line.waitFor()

        proxy.mend()
        await soon(() => readinessOf(site.url)).toBe('ready')
        await mainNav.getByRole('link', { name: 'FAQ' }).click()
        await soon(() => heading.textContent()).toBe('FAQ')
        await soon(() => line.count()).toBe(0)
      } finally {
        await site.stop()
      }
    })
  } finally {
    await proxy.stop()
    await database.drop()
  }
})

async function readinessOf(url: string): Promise<string> {
  const answer = (await (await fetch(`${url}/readyz`)).json()) as { status: string }
  return answer.status
}
