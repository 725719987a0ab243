import type { FrameLocator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { actorNamed } from '../../src/domain/actor.ts'
import { MAY_EDIT_ALL } from '../../src/domain/newsroom/may-edit.ts'
import { createRecord } from '../../src/publishing/records/create-record.ts'
import { incidentOn } from '../support/newsroom.ts'
import { demoCloud } from '../support/told.ts'
import { openAsStaff } from './admin-site-parts.ts'
import { soon, testBrowser } from './browser.ts'
import { sharedSite } from './own-site.ts'

const site = sharedSite('newsroom')
const browser = testBrowser()

test('Z-02 the preview looks as readers will see it: the page, the timeline and the mail', async () => {
  const id = await addIncident('Sign-in is slow today')
  const page = await openAsStaff(browser, site(), { roles: ['blog_editor'], path: `/admin/records/${id}` })
  const shown = previewOf(page)
  await soon(() => shown.getByRole('heading', { level: 1 }).innerText()).toBe('Sign-in is slow today')
  // Our own style came in, with its own letters.
  expect(await styleOf(shown.locator('body'), 'font-family')).toContain('Public Sans')
  expect(await shown.locator('script').count()).toBe(0)

  await page.getByRole('tab', { name: 'Timeline' }).click()
  await soon(() => shown.locator('body').innerText()).toContain('Sign-in is slow today')

  await page.getByRole('tab', { name: 'Mail' }).click()
  const heading = shown.getByRole('heading', { name: 'Sign-in is slow today' })
  await heading.waitFor()
  await soon(() => styleOf(heading, 'font-size')).toBe('28px')
})

async function addIncident(title: string) {
  const { db } = site()
  const outcome = await createRecord(db, {
    content: incidentOn(await demoCloud(db, 'northwall_net'), { title }),
    actor: actorNamed('blog_editor'),
    mayEdit: MAY_EDIT_ALL,
    now: new Date(),
  })
  if (outcome.kind !== 'created') throw new Error(outcome.kind)
  return outcome.recordId
}

function previewOf(page: Page): FrameLocator {
  return page.frameLocator('iframe[title^="Preview"]:not([aria-hidden])')
}

function styleOf(element: ReturnType<FrameLocator['locator']>, property: string) {
  return element.evaluate((one, name) => getComputedStyle(one).getPropertyValue(name), property)
}
