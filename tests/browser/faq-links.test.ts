import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { isShort } from '../size.ts'
import { soon, testBrowser, untilSeenAfter } from './browser.ts'
import { PATH } from './demo-site.ts'
import { CHANNELS, faqOf, focusedId, openFolds, SECTIONS } from './faq-parts.ts'
import { shellOf } from './shell.ts'

const browser = testBrowser()

const HASH = '#which-channels-do-you-support'

test('F-03 a hash opens and scrolls to its question: on load, percent-encoded, when it changes, from another page, and when a search hides it; its link can be copied', async () => {
  const page = await browser.open(`${PATH.faq}#which%2Dchannels%2Ddo%2Dyou%2Dsupport`)
  await followHashes(page)
  // In the short run: faq.test.ts beside the code for what a hash opens, for-machines.test.ts for copying.
  if (isShort) return
  await comeFromElsewhere(page)
  await copyLink(page)
})

async function followHashes(page: Page) {
  await untilArrived(page, HASH)
  expect(await openFolds(page)).toHaveLength(SECTIONS + 1)

  await faqOf(page).all('Expand all').click()
  await faqOf(page).all('Collapse all').click()
  await soon(() => openFolds(page)).toEqual([])
  await changeHash(page, '#incidents')
  await changeHash(page, HASH)
  await soon(() => openFolds(page)).toContain('which-channels-do-you-support')
  expect(await openFolds(page)).toContain('subscriptions-and-feeds')
  await soon(() => focusedId(page)).toBe('which-channels-do-you-support')
  await soon(() => topOf(page, HASH)).toBeGreaterThan(0)

  await changeHash(page, '#what-does-postponed-mean-for-my-planning')
  await soon(() => openFolds(page)).toContain('what-does-postponed-mean-for-my-planning')
  await page.getByRole('link', { name: 'What do the statuses mean?', exact: true }).click()
  await untilArrived(page, '#what-do-the-statuses-mean')
  expect(await page.getByText('Maintenance is Scheduled').isVisible()).toBe(true)
  await faqOf(page).all('Expand all').click()
  await faqOf(page).all('Collapse all').click()
  const contents = page.getByRole('navigation', { name: 'On this page' })
  await contents.getByRole('link', { name: 'Your account' }).click()
  await soon(() => openFolds(page)).toEqual(['your-account'])
  await soon(() => focusedId(page)).toBe('your-account')
}

async function comeFromElsewhere(page: Page) {
  await shellOf(page).mainNav.getByRole('link', { name: 'Incidents' }).click()
  await page.waitForURL(`**${PATH.incidents}`)
  await page.evaluate((address) => {
    history.pushState({ usr: null, key: 'led-here', idx: 1 }, '', address)
    dispatchEvent(new PopStateEvent('popstate'))
  }, PATH.faq + HASH)
  await untilArrived(page, HASH)

  await faqOf(page).field.fill('postponed')
  await page.waitForURL('**?search=postponed*')
  await changeHash(page, HASH)
  await untilArrived(page, HASH)
  expect(await faqOf(page).field.inputValue()).toBe('')
}

async function copyLink(page: Page) {
  await page.setViewportSize({ width: 390, height: 900 })
  await faqOf(page).field.fill('webhooks')
  await page.waitForURL('**?search=webhooks*')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const copy = page.getByRole('button', { name: `Copy link to “${CHANNELS}”` })
  await untilSeenAfter(() => copy.click(), page.locator('[role=status]', { hasText: 'Link copied' }))
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(new URL(link).pathname + new URL(link).hash).toBe(PATH.faq + HASH)

  // If the browser refuses to copy, the link appears in the address bar.
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
  })
  const refused = page.locator('[role=status]', { hasText: 'The link is in the address bar' })
  await untilSeenAfter(() => copy.click(), refused)
  await soon(() => new URL(page.url()).hash).toBe('#which-channels-do-you-support')
}

async function changeHash(page: Page, hash: string) {
  await page.evaluate((to) => {
    location.hash = to
  }, hash)
}

async function untilArrived(page: Page, hash: string) {
  const fold = page.locator(`details:has(> ${hash})`)
  await soon(() => fold.evaluate((details) => (details as HTMLDetailsElement).open)).toBe(true)
  await soon(() => topOf(page, hash)).toSatisfy(isNearTheTop)
  await soon(() => focusedId(page)).toBe(hash.slice(1))
}

async function topOf(page: Page, hash: string) {
  return (await page.locator(hash).boundingBox())?.y ?? -1
}

function isNearTheTop(y: number) {
  return y >= 0 && y < 150
}
