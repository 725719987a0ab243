import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { isShort } from '../size.ts'
import { publish, unpublish } from '../support/publish.ts'
import { addDraft } from '../support/small-site.ts'
import { goTo, soon, testBrowser } from './browser.ts'
import { CLOUD } from './demo-site.ts'
import { pass } from './live-page.ts'
import { mapPartsOf, viewOf } from './map-parts.ts'
import { untilEdition } from './own-site.ts'
import { recordSite } from './record-site.ts'
import { shellOf } from './shell.ts'

const browser = testBrowser()

const site = recordSite()

// In the short run live-updates.test.ts covers what a publication leaves alone.
test.skipIf(isShort)('a publication updates an open map and keeps its view, tooltip and focus', async () => {
  const page = await openMap()
  const { zoomIn, marker, popover, legend } = mapPartsOf(page)
  await zoomIn.click()
  await marker('Reykjavík I').focus()
  await page.keyboard.press('Enter')
  await popover.waitFor()
  const view = await viewOf(page)
  expect(await popover.textContent()).toContain('Running')

  const id = await breakIn('Reykjavík I')
  await pass(page, async () => (await popover.textContent())?.includes('Disrupted') === true)
  expect(await popover.getByRole('link', { name: 'Tunnels drop' }).count()).toBe(1)
  await soon(() => marker('Reykjavík I').getAttribute('aria-label')).toContain('disrupted')
  await soon(async () => (await legend.allTextContents()).join()).toContain('Disrupted')
  await soon(() => shellOf(page).main.textContent()).toMatch(/; +1 is disrupted/)
  expect(await viewOf(page)).toEqual(view)
  expect(await popover.evaluate((element) => element.contains(document.activeElement))).toBe(true)

  await unpublish(site().db, id)
})

async function openMap(): Promise<Page> {
  const page = await browser.newPage({ siteUrl: site().url, reducedMotion: true, movesClock: true })
  await page.clock.install()
  await goTo(page, `/${CLOUD.second.domain}/data-center-map`)
  return page
}

async function breakIn(name: string): Promise<number> {
  const { id: cloud } = await site()
    .db.selectFrom('clouds')
    .where('machine_name', '=', CLOUD.second.machineName)
    .select('id')
    .executeTakeFirstOrThrow()
  const { tid } = await site()
    .db.selectFrom('data_centers')
    .where('name', '=', name)
    .select('tid')
    .executeTakeFirstOrThrow()
  const id = await addDraft(site().db, { title: 'Tunnels drop', from_time: new Date(Date.now() - 600_000) })
  await site().db.insertInto('record_clouds').values({ record_id: id, cloud_id: cloud }).execute()
  await site().db.insertInto('record_data_centers').values({ record_id: id, data_center_tid: tid }).execute()
  await untilEdition(site(), await publish(site().db, id))
  return id
}
