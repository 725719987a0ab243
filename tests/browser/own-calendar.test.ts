import { expect, test } from 'vitest'
import { isShort } from '../size.ts'
import { makeAccount } from '../support/make-account.ts'
import { axeInDetail } from './axe.ts'
import { soon, testBrowser } from './browser.ts'
import { sharedSite } from './own-site.ts'
import { sectionOf } from './settings-parts.ts'
import { openSubscriptionsOf, starOf } from './subscribe-parts.ts'

const site = sharedSite('readers')
const browser = testBrowser()

const ADDRESS = /^http.*\/calendar\/own\/[\w-]{43}\.ics$/

async function openCalendar() {
  const account = await makeAccount(site().db)
  const page = await openSubscriptionsOf(browser, site(), account)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const { section, button, text } = sectionOf(page, 'Calendar')
  // The copy button has a status, too.
  const said = () => section.getByRole('status').last().innerText()
  const address = section.locator('code')
  return { page, button, said, text, address }
}

/** Like a calendar app: without cookies. */
async function statusAt(url: string) {
  const { pathname } = new URL(url)
  return (await fetch(`${site().url}${pathname}`)).status
}

// In the short run: own-calendar.test.ts of the integration tests, and sign-up and settings for forms like these.
test.skipIf(isShort)(
  'L-03 a reader creates a calendar URL for their subscriptions, copies it, replaces it, and removes it',
  async () => {
    const { page, button, said, text, address } = await openCalendar()
    await button('Create address').click()
    await soon(said).toBe('Your calendar has an address.')
    const first = await address.innerText()
    expect(first).toMatch(ADDRESS)
    expect(await text()).toContain('it won’t be shown again')
    await button('Copy Address of your calendar').click()
    await soon(() => page.evaluate(() => navigator.clipboard.readText())).toBe(first)
    const events = async () =>
      (await (await fetch(`${site().url}${new URL(first).pathname}`)).text()).split('BEGIN:VEVENT').length - 1
    expect(await statusAt(first)).toBe(200)
    expect(await events()).toBe(0)
    await starOf(page, 'Maintenance').first().click()
    await soon(events).toBeGreaterThan(0)

    await page.reload()
    await button('New address').waitFor()
    expect(await text()).toContain('It has had an address since')
    expect(await address.count()).toBe(0)
    await button('New address').click()
    await soon(said).toBe('Your calendar has a new address. The old one no longer works.')
    const second = await address.innerText()
    expect(second).not.toBe(first)
    expect([await statusAt(first), await statusAt(second)]).toEqual([404, 200])
    expect(await axeInDetail(page)).toEqual([])

    await button('Remove the calendar').click()
    await soon(said).toBe('The calendar was removed. Its address no longer works.')
    expect(await statusAt(second)).toBe(404)
    await button('Create address').waitFor()
  },
)
