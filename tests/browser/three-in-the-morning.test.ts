import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { isShort } from '../size.ts'
import { demoCloud } from '../support/demo-cloud.ts'
import { addSubscriber } from '../support/small-site.ts'
import { soon, testBrowser } from './browser.ts'
import { sharedSite } from './own-site.ts'

const site = sharedSite('content')
const browser = testBrowser()

/** More stops than lie between any two related controls. */
const STOPS_AT_MOST = 60

/** A user without a mouse. Filling a field or using a control counts as an interaction; tabbing does not. */
function handsOn(page: Page) {
  let interactions = 0
  return {
    count: () => interactions,
    async press(key: string) {
      interactions += 1
      await page.keyboard.press(key)
    },
    async type(text: string) {
      interactions += 1
      await page.keyboard.type(text)
    },
    async tabTo(control: Locator) {
      for (let stops = 0; stops < STOPS_AT_MOST; stops++) {
        if (await control.evaluate((element) => element === document.activeElement)) return
        await page.keyboard.press('Tab')
      }
      throw new Error(`No Tab leads to ${control}`)
    },
  }
}

test('Z-01, Z-02, Z-03 at three in the morning: from sign-in to a published incident with notice in 8 interactions, an update in 4', async () => {
  const { db, url } = site()
  const cloud = await demoCloud(db, 'northwall_net')
  await addSubscriber(db, [{ scope: 'core_cloud_services', cloud_id: cloud.id }])
  const page = await browser.newPage({ siteUrl: url })
  await page.goto('/admin/dashboard')
  const hands = handsOn(page)

  await hands.tabTo(page.getByRole('link', { name: 'Employee login' }))
  await hands.press('Enter')
  await hands.tabTo(page.getByRole('button', { name: 'Continue as blog_editor' }))
  await hands.press('Enter')
  await page
    .getByText(/incidents are open/)
    .first()
    .waitFor()

  await hands.press('n')
  await soon(() => isFocused(page.getByLabel('Title'))).toBe(true)
  await hands.type('Sign-in fails')
  await hands.tabTo(page.getByRole('checkbox', { name: 'northwall.net', exact: true }))
  await hands.press('Space')
  await hands.press('Control+Enter')
  const publish = page.getByRole('dialog').getByRole('button', { name: 'Publish now' })
  await page.getByRole('dialog').getByText('1 person').first().waitFor()
  await soon(() => isFocused(publish)).toBe(true)
  await hands.press('Enter')
  await page.getByText('Published. Readers see it now.').waitFor()
  expect(hands.count()).toBeLessThanOrEqual(8)
  await soon(() => verdictFor(page)).toContain('Sign-in fails')
  expect(await publicationsOf('Sign-in fails')).toEqual([{ step: 'opened', notifies: true }])

  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Dashboard' }).click()
  await page.getByRole('region', { name: 'Open incidents' }).getByText('Sign-in fails').first().waitFor()
  const again = handsOn(page)
  await again.tabTo(page.getByRole('button', { name: /^Update.*Sign-in fails/ }))
  await again.press('Enter')
  await page.getByRole('dialog').waitFor()
  await soon(() =>
    page.evaluate(() => document.activeElement?.matches('[contenteditable], textarea') ?? false),
  ).toBe(true)
  await again.type('We found the cause.')
  await again.press('Control+Enter')
  await soon(() => page.getByRole('dialog').count()).toBe(0)
  expect(again.count()).toBeLessThanOrEqual(4)
  await soon(() => publicationsOf('Sign-in fails')).toEqual([
    { step: 'opened', notifies: true },
    { step: 'updated', notifies: true },
  ])

  // admin-shell.test.ts types into a loading screen in every run.
  if (isShort) return
  await page.keyboard.type('nnew sandbox under Rain')
  await soon(() => page.getByLabel('Title').inputValue()).toBe('new sandbox under Rain')
  expect(await page.getByRole('dialog').count()).toBe(0)
})

function isFocused(control: Locator) {
  return control.evaluate((element) => element === document.activeElement)
}

async function verdictFor(page: Page) {
  return (await page.request.get('/api/incident?cloud=northwall_net')).text()
}

function publicationsOf(title: string) {
  return site()
    .db.selectFrom('publications')
    .innerJoin('records', 'records.id', 'publications.record_id')
    .where('records.title', '=', title)
    .select(['publications.step', 'publications.notifies'])
    .orderBy('publications.id')
    .execute()
}
