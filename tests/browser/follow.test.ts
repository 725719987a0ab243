import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { soon, testBrowser } from './browser.ts'
import { sharedSite } from './own-site.ts'

const site = sharedSite('desk')
const browser = testBrowser()

test('U-12 a first-time visitor follows an open incident in 3 interactions: open, type, send', async () => {
  const { url, db } = site()
  const page = await browser.newPage({ siteUrl: url })
  const { records } = (await (await page.request.get('/api/incident?cloud=northwall_net')).json()) as {
    records: { id: number; closed_on: string | null }[]
  }
  const { id } = records.find(({ closed_on }) => closed_on === null) ?? { id: 0 }
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

  // The mail is written by the site's worker; its link is only there, so the test looks for what it stored.
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
})
