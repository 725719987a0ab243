import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import { publish, unpublish } from '../support/publish.ts'
import { addDraft } from '../support/small-site.ts'
import { soon, testBrowser } from './browser.ts'
import { CLOUD } from './demo-site.ts'
import { mapPartsOf, viewOf } from './map-parts.ts'
import { shellOf } from './shell.ts'
import { type SiteProcess, startSiteProcess } from './site-process.ts'

const browser = testBrowser()

let database: TestDatabase
let site: SiteProcess

beforeAll(async () => {
  database = await testDatabase('demo')
  site = await startSiteProcess({ DATABASE_URL: database.url })
})
afterAll(async () => {
  await site?.stop()
  await database?.drop()
})

test('a publication changes an open map and leaves its view, its tooltip and the focus where they are', async () => {
  const page = await openMap()
  const { zoomIn, marker, popover, box, legend } = mapPartsOf(page)
  await zoomIn.click()
  await marker('Reykjavík I').focus()
  await page.keyboard.press('Enter')
  await popover.waitFor()
  const view = await viewOf(page)
  expect(await popover.textContent()).toContain('Running')

  const id = await breakIn('Reykjavík I')
  await soon(() => popover.textContent()).toContain('Disrupted')
  expect(await popover.getByRole('link', { name: 'Tunnels drop' }).count()).toBe(1)
  expect(await marker('Reykjavík I').getAttribute('aria-label')).toContain('disrupted')
  expect((await legend.allTextContents()).join()).toContain('Disrupted')
  expect(await shellOf(page).main.textContent()).toMatch(/; +1 is disrupted/)
  expect(await viewOf(page)).toEqual(view)
  expect(await popover.evaluate((element) => element.contains(document.activeElement))).toBe(true)

  await unpublish(database.db, id)
  await soon(() => popover.textContent()).toContain('Running')
  expect(await viewOf(page)).toEqual(view)
  expect(await box.locator('[data-tone="disruption"]').count()).toBe(0)
})

async function openMap(): Promise<Page> {
  return browser.open(`/${CLOUD.second.domain}/data-center-map`, { siteUrl: site.url, reducedMotion: true })
}

async function breakIn(name: string): Promise<number> {
  const { id: cloud } = await database.db
    .selectFrom('clouds')
    .where('machine_name', '=', CLOUD.second.machineName)
    .select('id')
    .executeTakeFirstOrThrow()
  const { tid } = await database.db
    .selectFrom('data_centers')
    .where('name', '=', name)
    .select('tid')
    .executeTakeFirstOrThrow()
  const id = await addDraft(database.db, { title: 'Tunnels drop', from_time: new Date(Date.now() - 600_000) })
  await database.db.insertInto('record_clouds').values({ record_id: id, cloud_id: cloud }).execute()
  await database.db
    .insertInto('record_data_centers')
    .values({ record_id: id, data_center_tid: tid })
    .execute()
  await publish(database.db, id)
  return id
}
