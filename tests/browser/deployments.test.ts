import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import { testBrowser } from './browser.ts'
import { PATH } from './demo-site.ts'
import { shellOf } from './shell.ts'
import { type SiteProcess, startSiteProcess } from './site-process.ts'

const browser = testBrowser()

describe('in disaster recovery', () => {
  const siteUrl = deployment({ TRUST_DR: '1' })

  test.each([390, 1440])('N-06 there is neither Sign In nor Subscribe at %i px', async (width) => {
    const page = await browser.open(PATH.home, { siteUrl: siteUrl(), width })
    expect(await page.getByRole('link', { name: /^(Sign In|Subscribe)$/ }).count()).toBe(0)
  })

  test.each(['/sign-in', '/sign-up', '/subscribe'])(
    'O-06 %s shows only that it is unavailable',
    async (path) => {
      const page = await browser.open(path, { siteUrl: siteUrl() })
      const { main } = shellOf(page)
      expect(await main.textContent()).toBe('The service is temporarily unavailable.')
    },
  )
})

describe('of a government', () => {
  const siteUrl = deployment({ IS_GOV: '1' })

  test('G-03, N-01, N-07, H-03 every cloud is governmental', async () => {
    const page = await browser.open(PATH.home, { siteUrl: siteUrl() })
    const { header, mainNav, main } = shellOf(page)
    await header.getByText('Government', { exact: true }).and(page.locator(':not(nav *)')).waitFor()
    expect(await mainNav.locator('a[target="_blank"]').count()).toBe(0)
    const help = main.getByRole('link', { name: /service continuity/i })
    expect(await help.getAttribute('href')).toMatch(/^https:\/\/help\.northwall-gov\.example\//)
  })
})

/** A site of its own for a group of tests, with its own settings. */
function deployment(env: Record<string, string>): () => string {
  let database: TestDatabase | undefined
  let site: SiteProcess | undefined
  beforeAll(async () => {
    database = await testDatabase('demo')
    site = await startSiteProcess({ DATABASE_URL: database.url, ...env })
  })
  afterAll(async () => {
    await site?.stop()
    await database?.drop()
  })
  return () => site?.url ?? ''
}
