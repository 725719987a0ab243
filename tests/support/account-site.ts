import type { AccountsDesk } from '../../src/accounts/accounts.ts'
import type { DeliveryDesk } from '../../src/delivery/delivery-desk.ts'
import type { Config } from '../../src/server/config.ts'
import { type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import { editionOf } from './demo-edition.ts'
import { testAccounts } from './test-accounts.ts'
import { standingHolder, type TestApp, testApp } from './test-app.ts'
import { testBrowser } from './test-browser.ts'

export const SITE = 'https://trust.northwall.example'
export const STAFF_DOMAIN = 'northwall.example'

export interface AccountSite extends TestApp {
  database: TestDatabase
  /** Set by the test: nothing here waits for real time. */
  clock: { now: Date; pass(seconds: number): void }
  browser(of?: { address?: string }): ReturnType<typeof testBrowser>
  /** Another process on the same database. */
  another(of?: SiteOptions): Promise<AccountSite>
  stop(): Promise<void>
}

export interface SiteOptions {
  config?: Partial<Config>
  desk?: Partial<AccountsDesk>
  delivery?: Partial<DeliveryDesk>
  isEmpty?: boolean
}

export async function accountSite(of: SiteOptions = {}): Promise<AccountSite> {
  const database = await testDatabase(of.isEmpty === true ? 'empty' : 'demo')
  const site = await siteOn(database, standingClock(), of)
  return {
    ...site,
    stop: async () => {
      await site.stop()
      await database.drop()
    },
  }
}

async function siteOn(
  database: TestDatabase,
  clock: AccountSite['clock'],
  { config = {}, desk = {}, delivery = {} }: SiteOptions,
): Promise<AccountSite> {
  const holder = standingHolder(clock.now)
  holder.hold(await editionOf(database.db))
  const site = await testApp({
    holder,
    accounts: testAccounts(database.db, desk),
    delivery,
    config,
    clock: () => clock.now,
  })
  return {
    ...site,
    database,
    clock,
    browser: ({ address = newAddress() } = {}) =>
      testBrowser(site.app, { address, origin: config.publicUrl ?? SITE }),
    another: (other = {}) => siteOn(database, clock, other),
    stop: () => site.app.close(),
  }
}

function standingClock() {
  return {
    now: new Date(),
    pass(seconds: number) {
      this.now = new Date(this.now.getTime() + seconds * 1000)
    },
  }
}

let addresses = 0

/** An unused address, so that tests don't share rate limits. */
export function newAddress() {
  addresses++
  return `198.51.${addresses >> 8}.${addresses & 255}`
}
