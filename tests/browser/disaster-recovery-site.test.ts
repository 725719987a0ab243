import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import { isShort } from '../size.ts'
import { KEYS, type TestWriter, testWriter } from '../support/edition-writer.ts'
import { axeInDetail, axeViolations } from './axe.ts'
import { goTo, soon, testBrowser } from './browser.ts'
import { PATH } from './demo-site.ts'
import { pageKinds } from './page-kinds.ts'
import { shellOf } from './shell.ts'
import { type SiteProcess, startSiteProcess } from './site-process.ts'

const UNAVAILABLE = 'The service is temporarily unavailable.'
const CRAWL_WITHIN_MS = 600_000
const WIDTHS = [390, 1440]
const AXE_WIDTHS = [390, 800, 1440]
const UNAVAILABLE_PAGES = [
  '/sign-up',
  '/subscribe',
  '/user/password',
  '/user/7/edit',
  '/account-settings',
  '/sign-in',
]

const browser = testBrowser()

// That all links work, and that the age of an unconfirmed edition is shown and grows: static-export.test.ts. That the
// site follows publications: tests/integration/recovery-process.test.ts. That open pages do: live-updates.test.ts.
// static-export.test.ts looks at such a page in every run, disaster-recovery.test.ts and server-entry.test.tsx read the others.
describe.skipIf(isShort)('a disaster-recovery site with an active source', () => {
  const siteUrl = recoverySite()

  test("O-06, N-06 every page shows the age of its content, which can't be dismissed, and none links to sign-in", async () => {
    const page = await browser.open(PATH.home, { siteUrl: siteUrl(), reducedMotion: true, width: 800 })
    const notices = page.getByRole('region', { name: 'Notices' })
    const { published_at, stale_since } = await (await page.request.get('/api/edition')).json()
    expect(stale_since).toBeNull()
    expect(await notices.locator('time').first().getAttribute('datetime')).toBe(published_at)
    const text = await notices.textContent()
    expect(text).toContain('Disaster recovery')
    expect(text).toContain('is current as of a minute ago')
    expect(await page.getByRole('link', { name: /^(Sign In|Subscribe)$/ }).count()).toBe(0)
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      await soon(() =>
        page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
      ).toBe(0)
    }
    await expectNoViolations(page)

    await page.setViewportSize({ width: 1440, height: 900 })
    const strip = page.getByText('You’re on our backup site.')
    expect(await strip.locator('xpath=ancestor::div[1]').getByRole('button').count()).toBe(0)
    await shellOf(page).mainNav.getByRole('link', { name: 'Incidents' }).click()
    await page.waitForURL(`**${PATH.incidents}`)
    await soon(() => strip.isVisible()).toBe(true)

    for (const path of UNAVAILABLE_PAGES) {
      await goTo(page, path)
      expect(await shellOf(page).main.textContent(), path).toBe(UNAVAILABLE)
    }
    await expectNoViolations(page)

    await goTo(page, `/unsubscribe?token=${'x'.repeat(43)}`)
    const { main } = shellOf(page)
    expect(await main.getByRole('heading').textContent()).toBe(UNAVAILABLE)
    expect(await main.getByRole('paragraph').textContent()).toContain('Nothing was changed.')
    expect(await main.getByRole('button').count()).toBe(0)
    expect(await axeInDetail(page)).toEqual([])
  })

  test(
    'every kind of page opens without console output',
    async () => {
      const kinds = (await pageKinds()).filter(({ expects }) => expects === undefined)
      const page = await browser.newPage({ siteUrl: siteUrl() })
      for (const { name, path, isBare } of kinds) {
        const response = await page.goto(path)
        expect(response?.status(), name).toBe(200)
        if (isBare !== true) expect(await shellOf(page).main.textContent(), name).not.toBe('')
      }
    },
    CRAWL_WITHIN_MS,
  )
})

async function expectNoViolations(page: Page) {
  for (const width of AXE_WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    expect(await axeViolations(page), `at ${width} px`).toEqual([])
  }
}

function recoverySite(): () => string {
  let folder: string
  let database: TestDatabase | undefined
  let writer: TestWriter | undefined
  let site: SiteProcess | undefined
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'candor-editions-'))
    database = await testDatabase('demo')
    const { db, url } = database
    writer = testWriter({ db, url, target: { kind: 'folder', path: folder } })
    site = await startSiteProcess({
      TRUST_DR: '1',
      EDITION_SOURCE: folder,
      EDITION_PUBLIC_KEY: KEYS.publicKey,
    })
  })
  afterAll(async () => {
    await site?.stop()
    await writer?.stop()
    await database?.drop()
    await rm(folder, { recursive: true, force: true })
  })
  return () => {
    if (site === undefined) throw new Error('The site is there in tests only.')
    return site.url
  }
}
