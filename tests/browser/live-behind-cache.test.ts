import { expect, test } from 'vitest'
import type { ListResponse } from '../../src/contract/records.ts'
import { publish } from '../support/publish.ts'
import { goTo, soon, testBrowser } from './browser.ts'
import { CLOUD } from './demo-site.ts'
import { pass } from './live-page.ts'
import { untilEdition } from './own-site.ts'
import { recordSite } from './record-site.ts'
import { shellOf } from './shell.ts'

const browser = testBrowser()
const site = recordSite()

test('L-01 a page asks again while a cache serves an older edition than announced, and marks updates for a while', async () => {
  const { url } = site()
  const page = await browser.newPage({ siteUrl: url, movesClock: true })
  await page.clock.install()
  const path = `/${CLOUD.second.domain}/incidents`
  const data = `/api/incident?cloud=${CLOUD.second.machineName}`
  const old = await fetch(url + data)
  const kept = {
    body: await old.text(),
    headers: { 'candor-edition': old.headers.get('candor-edition') ?? '' },
  }
  let asked = 0
  // Like a cache that is slightly behind: it knows the edition but serves the old list.
  await page.route(
    (address) => address.pathname === '/api/incident',
    async (route) => {
      asked++
      if (asked <= 2) await route.fulfill({ ...kept, contentType: 'application/json' })
      else await route.continue()
    },
  )
  await goTo(page, path)
  const { id, title } = await newest()
  await rename(id, 'Uploads are cut off')
  const { main } = shellOf(page)
  await pass(page, async () => (await main.textContent())?.includes('Uploads are cut off') === true)
  expect(asked).toBe(3)
  const marked = main.getByRole('article').filter({ hasText: 'Updated just now' })
  await soon(() => marked.getByRole('link').allTextContents()).toEqual(['Uploads are cut off'])
  await pass(page, async () => (await marked.count()) === 0)
  expect(await main.getByText('Uploads are cut off').count()).toBe(1)
  await rename(id, title)
})

async function newest() {
  const list = await fetch(`${site().url}/api/incident?cloud=${CLOUD.second.machineName}`)
  const record = ((await list.json()) as ListResponse).records[0]
  if (record === undefined) throw new Error('The cloud has no incident.')
  return record
}

async function rename(id: number, title: string) {
  const { db } = site()
  await db.updateTable('records').set({ title }).where('id', '=', id).execute()
  await untilEdition(site(), await publish(db, id, { step: 'updated', notifies: false }))
}
