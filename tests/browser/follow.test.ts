import { expect, test } from 'vitest'
import { isShort } from '../size.ts'
import { demoCloud } from '../support/demo-cloud.ts'
import { eventually } from '../support/eventually.ts'
import { publish } from '../support/publish.ts'
import { addDraft } from '../support/small-site.ts'
import { CLOUD } from '../support/subscriber.ts'
import { soon, testBrowser } from './browser.ts'
import { sharedSite, untilEdition } from './own-site.ts'

const site = sharedSite('desk')
const browser = testBrowser()

test('U-12 a first-time visitor follows an open incident in 3 interactions: open, type, send', async () => {
  const { url, db } = site()
  const page = await browser.newPage({ siteUrl: url })
  // Other files have closed the demo's incidents.
  const id = await addDraft(db, { from_time: new Date(), clouds: [await demoCloud(db, CLOUD)] })
  await untilEdition(site(), await publish(db, id, { notifies: false }))
  await page.goto(`/northwall.net/posts/${id}`)
  let interactions = 0
  const act = async (deed: () => Promise<void>) => {
    interactions += 1
    await deed()
  }
  await act(() => page.getByText('Follow this incident').click())
  const email = page.getByLabel('Email')
  await soon(() => email.evaluate((field) => field === document.activeElement)).toBe(true)
  await act(() => page.keyboard.type('first-time@customer.example'))
  await act(() => page.keyboard.press('Enter'))
  await page.getByText('Check your email.').waitFor()
  expect(interactions).toBeLessThanOrEqual(3)
  expect(new URL(page.url()).pathname).toBe(`/northwall.net/posts/${id}`)

  // The site's worker writes the mail; its link is only in there, so the test looks for what it stored.
  await eventually(async () => {
    const links = await db
      .selectFrom('follow_links')
      .where('email', '=', 'first-time@customer.example')
      .select('choice')
      .execute()
    expect(links).toEqual([
      { choice: { kind: 'record', cloud: 'northwall_net', record: id, isLasting: false } },
    ])
  })
  // In the short run: post-dialog.test.ts, and follow.test.ts of the integration tests for places.
  if (isShort) return
  // The panel on Cloud Status is about the stars of this device, and so is the request.
  const { data } = (await (await page.request.get('/api/verdict?cloud=northwall_net')).json()) as {
    data: { service_ids: number[]; datacenter_ids: number[] }
  }
  const [service, center] = [data.service_ids[0], data.datacenter_ids[0]]
  await page.evaluate((mine) => localStorage.setItem('candor-mine', mine), `s${service},d${center}`)
  await page.goto(`/northwall.net/cloud-status?post=${id}`)
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Follow this incident').click()
  await soon(() => dialog.getByLabel('Email').evaluate((field) => field === document.activeElement)).toBe(
    true,
  )
  await page.keyboard.press('Escape')
  await soon(() => dialog.locator('details[open]').count()).toBe(0)
  expect(await dialog.count()).toBe(1)
  await page.keyboard.press('Escape')
  await soon(() => dialog.count()).toBe(0)
  await page.getByText('Get updates').click()
  await soon(() => page.getByLabel('Email').evaluate((field) => field === document.activeElement)).toBe(true)
  await page.keyboard.type('stars@customer.example')
  await page.keyboard.press('Enter')
  await page.getByText('Check your email.').waitFor()
  await eventually(async () => {
    const links = await db
      .selectFrom('follow_links')
      .where('email', '=', 'stars@customer.example')
      .select('choice')
      .execute()
    const places = { services: [service], dataCenters: [center] }
    expect(links).toEqual([{ choice: { kind: 'places', cloud: 'northwall_net', places } }])
  })
})
