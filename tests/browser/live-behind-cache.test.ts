import { expect, test } from 'vitest'
import type { ListResponse } from '../../src/contract/records.ts'
import { publish } from '../support/publish.ts'
import { goTo, soon, testBrowser } from './browser.ts'
import { CLOUD } from './demo-site.ts'
import { ownSite } from './own-site.ts'
import { shellOf } from './shell.ts'

const browser = testBrowser()
const site = ownSite()

test('a page that hears of an edition asks again while a cache gives it an older one', async () => {
  const { url, db } = site()
  const page = await browser.newPage({ siteUrl: url })
  const path = `/${CLOUD.second.domain}/incidents`
  const data = `/api/incident?cloud=${CLOUD.second.machineName}`
  const old = await fetch(url + data)
  const kept = {
    body: await old.text(),
    headers: { 'candor-edition': old.headers.get('candor-edition') ?? '' },
  }
  let asked = 0
  // As a cache that is a moment behind: it knows of the edition, and gives the list as it was.
  await page.route(
    (address) => address.pathname === '/api/incident',
    async (route) => {
      asked++
      if (asked <= 2) await route.fulfill({ ...kept, contentType: 'application/json' })
      else await route.continue()
    },
  )
  await goTo(page, path)
  await publish(db, await renameNewest(), { step: 'updated', notifies: false })
  await soon(() => shellOf(page).main.textContent()).toContain('Uploads are cut off')
  expect(asked).toBe(3)
})

/** The newest incident of the cloud, under another title. */
async function renameNewest(): Promise<number> {
  const { url, db } = site()
  const list = await fetch(`${url}/api/incident?cloud=${CLOUD.second.machineName}`)
  const id = ((await list.json()) as ListResponse).records[0]?.id ?? 0
  await db.updateTable('records').set({ title: 'Uploads are cut off' }).where('id', '=', id).execute()
  return id
}
