import type { Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { goTo, soon, testBrowser } from './browser.ts'
import { PATH } from './demo-site.ts'
import { pass } from './live-page.ts'
import { shellOf } from './shell.ts'

const browser = testBrowser()

const STALE_SINCE = '2026-03-04T05:06:07.000Z'

// How a site without its database answers, with and without content, is tested without a browser:
// `tests/integration/database-loss.test.ts`, `tests/integration/http-system.test.ts`, `src/web/server-entry.test.tsx`.
test('G-20 when the site loses its database, an open page and the next one show the age of the content until the database is back', async () => {
  const page = await browser.newPage({ movesClock: true })
  await page.clock.install()
  await goTo(page, PATH.home)
  const { heading, mainNav, footer } = shellOf(page)
  const line = footer.getByText(/^Content as of/)
  expect(await line.count()).toBe(0)

  await page.route(/\/api\/(edition|global)$/, sayStale)
  await pass(page, async () => (await line.count()) > 0)
  expect(await line.textContent()).toContain('Content as of Wed, 04 Mar 2026 05:06:07 UTC')
  await mainNav.getByRole('link', { name: 'Incidents' }).click()
  await soon(() => heading.textContent()).toBe('Incidents')
  expect(await line.count()).toBe(1)

  await page.unrouteAll({ behavior: 'wait' })
  await pass(page, async () => (await line.count()) === 0)
})

async function sayStale(route: Route) {
  const answer = await (await route.fetch()).json()
  const json = route.request().url().endsWith('/api/edition')
    ? { ...answer, stale_since: STALE_SINCE }
    : { ...answer, edition: { ...answer.edition, stale_since: STALE_SINCE } }
  await route.fulfill({ json })
}
