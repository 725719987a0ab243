import { expect, test } from 'vitest'
import { isShort } from '../size.ts'
import { makeAccount } from '../support/make-account.ts'
import { axeViolations } from './axe.ts'
import { addressOf, goTo, soon, testBrowser } from './browser.ts'
import { CLOUD, PATH, readGlobal } from './demo-site.ts'
import { noteShifts, sumOfShifts } from './layout-shifts.ts'
import { sharedSite } from './own-site.ts'
import { sectionOf } from './settings-parts.ts'
import { chooseCloud, shellOf } from './shell.ts'
import { keepMessages, untilSaid } from './short-messages.ts'
import { enterAs, toastOf } from './signed-in.ts'
import { isPressed, subscribePartsOf } from './subscribe-parts.ts'

const site = sharedSite('readers')
const browser = testBrowser()
const global = await readGlobal()

test('U-01, L-03, U-11, U-08 the subscriptions page has a tab per cloud and one for notifications, with counts and feeds, works by keyboard and Back, estimates messages, shows changes made elsewhere, fits on a phone, and G-19 nothing shifts; if it fails to load, it leads to the default page of the cloud', async () => {
  const account = await makeAccount(site().db)
  const page = await browser.newPage({
    siteUrl: site().url,
    reducedMotion: true,
    expects: [/status of 503/],
  })
  await enterAs(page, site(), account)
  let [incident, maintenance] = [0, 0]
  await page.route('**/api/subscriptions/dry-run', (route) => {
    const by_kind = { incident, maintenance, advisory: 0, notification: 0 }
    return route.fulfill({ json: { data: { days: 90, total: incident + maintenance, by_kind } } })
  })
  await page.addInitScript(noteShifts)
  await goTo(page, '/subscribe')
  const { tabs, count, panel, tab, star, stars, dryRun, cloudSelect } = subscribePartsOf(page)
  await dryRun
    .getByText('With these choices you would have received no messages in the last 90 days.')
    .waitFor()
  await stars.first().waitFor()
  expect(await sumOfShifts(page)).toBeLessThan(0.01)
  expect(await tab(CLOUD.first.domain).getAttribute('aria-selected')).toBe('true')
  expect(await shellOf(page).heading.textContent()).toBe('Subscriptions')
  expect(await count.innerText()).toBe('0 Subscription(s)')
  const faq = shellOf(page).main.getByRole('link', { name: 'FAQ' })
  expect(await faq.getAttribute('href')).toBe(PATH.faq)
  expect((await tabs.allInnerTexts()).map((text) => text.trim())).toEqual([
    ...global.clouds.map(({ domain }) => domain),
    'Notifications',
  ])
  expect(await page.locator('meta[name="robots"]').getAttribute('content')).toBe('noindex')
  expect(await axeViolations(page)).toEqual([])

  const feeds = sectionOf(page, `Feeds of ${CLOUD.first.domain}`).section
  const incidents = feeds.getByRole('link', { name: 'RSS feed of Incidents' })
  expect(await incidents.getAttribute('href')).toBe(`/rss-feed/incidents?cloud=${CLOUD.first.machineName}`)

  await page.route(
    '**/api/user_notifications',
    (route) => route.fulfill({ status: 503, json: { message: 'Not now.' } }),
    { times: 1 },
  )
  await tab('Notifications').click()
  await panel.getByText('Not now.').waitFor()
  await panel.getByRole('button', { name: 'Retry' }).click()
  await stars.first().waitFor()
  expect(addressOf(page)).toBe('/subscribe?tab=notifications')
  const ofAll = sectionOf(page, 'Feeds of all clouds').section
  await ofAll.waitFor()
  expect(await ofAll.getByRole('link', { name: 'RSS feed of Incidents' }).count()).toBe(0)

  const isOpen = (name: string) => panel.getByRole('heading', { name, level: 2 }).waitFor()
  await tab(CLOUD.first.domain).click()
  await isOpen(CLOUD.first.domain)
  const before = await page.evaluate(() => window.history.length)
  await tab(CLOUD.second.domain).click()
  // A second choice would replace one that is still being sent.
  await soon(() => addressOf(page)).toBe(`/subscribe?tab=${CLOUD.second.domain}`)
  await tab('Notifications').click()
  await isOpen('Notifications')
  expect(await page.evaluate(() => window.history.length)).toBe(before + 2)
  await page.goBack()
  await isOpen(CLOUD.second.domain)
  expect(addressOf(page)).toBe(`/subscribe?tab=${CLOUD.second.domain}`)
  await page.goForward()
  await isOpen('Notifications')
  await soon(() => addressOf(page)).toBe('/subscribe?tab=notifications')
  await chooseCloud(page, CLOUD.second.domain)
  await isOpen(CLOUD.second.domain)
  await stars.first().waitFor()
  expect(addressOf(page)).toBe('/subscribe')

  await tab(CLOUD.first.domain).click()
  await isOpen(CLOUD.first.domain)
  await star('Sandbox').click()
  ;[incident, maintenance] = [12, 2]
  await star('Maintenance').click()
  await soon(() => tab(CLOUD.first.domain).textContent()).toBe(`${CLOUD.first.domain}2 subscribed`)
  await dryRun
    .getByText('With these choices you would have received 14 messages in the last 90 days.')
    .waitFor()

  // In the short run: next-tab.test.ts, choice-store.test.ts, and loads that fail in subscribe-choices.test.ts.
  if (isShort) return
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  await tab(CLOUD.first.domain).focus()
  await page.keyboard.press('ArrowDown')
  expect(await focused()).toBe(CLOUD.second.domain)
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowUp')
  expect(await focused()).toBe('Notifications')
  expect(await tab(CLOUD.first.domain).getAttribute('aria-selected')).toBe('true')
  await page.keyboard.press('Enter')
  await panel.getByRole('heading', { name: 'Notifications' }).waitFor()
  await keepMessages(page)
  await star('Advisories').focus()
  await page.keyboard.press('Space')
  await untilSaid(page, 'You have successfully subscribed to the Advisories notifications.')
  expect(await isPressed(star('Advisories'))).toBe(true)
  expect(await page.locator(':focus').getAttribute('aria-label')).toBe('Subscribe to Advisories')
  await soon(() => tab('Notifications').textContent()).toBe('Notifications6 subscribed')
  expect(await tab(CLOUD.first.domain).textContent()).toBe(`${CLOUD.first.domain}2 subscribed`)

  expect(await count.innerText()).toBe('8 Subscription(s)')
  await tab(CLOUD.first.domain).click()
  await isOpen(CLOUD.first.domain)
  await site().db.deleteFrom('subscriptions').where('user_id', '=', account.uid).execute()
  expect(await isPressed(star('Sandbox'))).toBe(true)
  await soon(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    return isPressed(star('Sandbox'))
  }).toBe(false)
  await soon(() => count.innerText()).toBe('0 Subscription(s)')

  await page.setViewportSize({ width: 390, height: 900 })
  await soon(() => tabs.count()).toBe(0)
  await soon(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await cloudSelect.selectOption('Notifications')
  await soon(() => addressOf(page)).toBe('/subscribe?tab=notifications')
  await star('URL Categories').click()
  await soon(() => panel.innerText()).toContain('42 of 64 categories subscribed')
  await soon(() => cloudSelect.locator('option').first().innerText()).toBe('Notifications (42)')

  await page.route('**/api/subscriptions', (route) =>
    route.fulfill({ status: 503, json: { message: 'Not now.' } }),
  )
  await goTo(page, '/subscribe')
  await soon(() => addressOf(page)).toBe(`/${CLOUD.second.domain}`)
  await toastOf(page, 'Your subscriptions could not be loaded. Not now.').waitFor()
})
