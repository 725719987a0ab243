import { expect, test } from 'vitest'
import { testDatabase } from '../cluster/test-database.ts'
import { proxyDatabase } from '../support/database-proxy.ts'
import { eventually, goTo, testBrowser } from './browser.ts'
import { PATH } from './demo-site.ts'
import { shellOf } from './shell.ts'
import { startSiteProcess } from './site-process.ts'

const browser = testBrowser()

/** The site says so after three polls of five seconds without an answer. */
const TOLD_WITHIN_MS = 30_000

test('without its database the site goes on, and every page says how old its content is', async () => {
  const database = await testDatabase('demo')
  const proxy = await proxyDatabase(database.url)
  const site = await startSiteProcess({ DATABASE_URL: proxy.url })
  try {
    const page = await browser.open(PATH.home, { siteUrl: site.url })
    const { footer, heading, mainNav } = shellOf(page)
    const line = footer.getByText(/^Content as of/)
    expect(await line.count()).toBe(0)

    proxy.cut()
    await expect
      .poll(async () => (await (await fetch(`${site.url}/readyz`)).json()).status, {
        timeout: TOLD_WITHIN_MS,
        interval: 200,
      })
      .toBe('stale')
    await mainNav.getByRole('link', { name: 'Incidents' }).click()
    await eventually(() => heading.textContent()).toBe('Incidents')
    await line.waitFor()
    expect(await line.textContent()).toMatch(/Content as of \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d UTC/)
    await goTo(page, PATH.home)
    await line.waitFor()

    proxy.mend()
    await expect.poll(() => isStillTold(page.url()), { timeout: TOLD_WITHIN_MS, interval: 200 }).toBe(false)
    await goTo(page, PATH.home)
    expect(await line.count()).toBe(0)
  } finally {
    await site.stop()
    await proxy.stop()
    await database.drop()
  }
})

async function isStillTold(url: string) {
  return (await (await fetch(url)).text()).includes('Content as of')
}
