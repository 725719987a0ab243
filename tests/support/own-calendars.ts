import ICAL from 'ical.js'
import { expect } from 'vitest'
import type { OwnCalendar } from '../../src/contract/own-account.ts'
import type { Edition } from '../../src/edition/edition.ts'
import { type AccountSite, SITE } from './account-site.ts'
import type { TestAccount } from './make-account.ts'
import { ownAccounts } from './own-accounts.ts'
import type { TestBrowser } from './test-browser.ts'

export function ownCalendars(site: AccountSite) {
  const people = ownAccounts(site)

  async function subscriberTo(...clouds: number[]) {
    const person = await people.newcomer()
    const user_id = person.account.uid
    for (const cloud_id of clouds)
      await site.database.db
        .insertInto('subscriptions')
        .values({ user_id, scope: 'maintenance', cloud_id })
        .execute()
    return person
  }

  async function make({ uid }: TestAccount, browser: TestBrowser) {
    const { url, created_at } = (await browser.post(`/api/user/${uid}/calendar`)).json<OwnCalendar>().data
    expect(url).toMatch(/^https:\/\/trust\.northwall\.example\/calendar\/own\/[\w-]{43}\.ics$/)
    expect(created_at).toBe(site.clock.now.toISOString())
    return (url ?? '').slice(SITE.length)
  }

  return {
    newcomer: people.newcomer,
    subscriberTo,
    make,
    read: (path: string, headers: Record<string, string> = {}) =>
      site.app.inject({ url: path, headers, remoteAddress: '203.0.113.9' }),
    edition: (): Edition => {
      const held = site.holder.current()
      if (held === undefined) throw new Error('The site has content.')
      return held.edition
    },
  }
}

export function eventsIn(body: string) {
  return new ICAL.Component(ICAL.parse(body)).getAllSubcomponents('vevent')
}

export function idOfEvent(event: ICAL.Component) {
  return Number(/^maintenance-(\d+)@/.exec(String(event.getFirstPropertyValue('uid')))?.[1])
}

export function idsIn(body: string) {
  return eventsIn(body).map(idOfEvent)
}
