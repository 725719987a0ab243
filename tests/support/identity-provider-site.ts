import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { Edition } from '../../src/edition/edition.ts'
import type { Config } from '../../src/server/config.ts'
import { type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import { editionOf } from './demo-edition.ts'
import { type Person, type TestIdentityProvider, testIdentityProvider } from './identity-provider.ts'
import { type Visited, type Visitor, visitorOf } from './identity-provider-visitor.ts'
import { testAccounts } from './test-accounts.ts'
import { type StandingHolder, standingHolder, type TestApp, testApp } from './test-app.ts'

export const SITE = 'https://trust.northwall.example'
export const CALLBACK = `${SITE}/sso/callback`

interface SigningOn {
  app?: TestApp
  at?: TestIdentityProvider
  visitor?: Visitor
  origin?: string
  notice?: string
}

export function signOnSite() {
  return new SignOnSite()
}

class SignOnSite {
  database!: TestDatabase
  provider!: TestIdentityProvider
  site!: TestApp
  now = new Date()
  #holder: StandingHolder = standingHolder(new Date())
  #edition!: Edition
  /** Where the last sign-on ended, for the message of a test that fails. */
  #ended = ''

  constructor() {
    beforeAll(async () => {
      this.database = await testDatabase('demo')
      this.#edition = await editionOf(this.database.db)
      this.provider = await testIdentityProvider(CALLBACK)
      this.site = await this.siteWith({ oidc: this.provider.oidc })
    })
    beforeEach(() => {
      this.now = new Date()
      this.#holder.hold(this.#edition)
    })
    afterAll(async () => {
      await this.site.app.close()
      await this.provider.stop()
      await this.database.drop()
    })
  }

  losesDatabase() {
    this.#holder.hold(this.#edition, this.now)
  }

  siteWith(config: Partial<Config>): Promise<TestApp> {
    const accounts = testAccounts(this.database.db)
    return testApp({ holder: this.#holder, accounts, config, clock: () => this.now })
  }

  newVisitor({ app }: TestApp = this.site): Visitor {
    return visitorOf({ app, siteUrl: SITE })
  }

  async signOn(
    person: Person | null,
    { app = this.site, at = this.provider, visitor = this.newVisitor(app), origin, notice }: SigningOn = {},
  ): Promise<{ visitor: Visitor; last: Visited }> {
    at.signsIn(person)
    const query = new URLSearchParams({
      ...(origin !== undefined && { origin }),
      ...(notice !== undefined && { notice }),
    })
    const last = await visitor.follow(await visitor.go(`/sso/login?${query}`), isHome)
    this.#ended = `${last.status} ${last.headers.get('location') ?? last.body.slice(0, 500)}`
    return { visitor, last }
  }

  async untilCallback(visitor: Visitor, person?: Person): Promise<string> {
    if (person !== undefined) this.provider.signsIn(person)
    const isCallback = (url: URL) => url.pathname === '/sso/callback'
    const last = await visitor.follow(await visitor.go('/sso/login'), isCallback)
    return last.headers.get('location') ?? ''
  }

  async detailsOf(visitor: Visitor) {
    // On a site without https the cookie has no prefix.
    const session = visitor.cookie('__Host-candor_session') ?? visitor.cookie('candor_session')
    const cookie = `__Host-candor_session=${session}`
    const answer = await this.detailsAnswer(cookie, visitor.cookie('csrf_token'))
    expect(answer.statusCode, `${answer.body} after ${this.#ended}`).toBe(200)
    const { data } = answer.json()
    return { ...data, roles: [...data.roles].sort() }
  }

  detailsAnswer(cookie: string, csrf = '') {
    return this.site.app.inject({
      method: 'POST',
      url: '/api/user/details',
      headers: { cookie, 'x-csrf-token': csrf, origin: SITE },
      payload: {},
    })
  }

  post(url: string, payload: object) {
    return this.site.app.inject({ method: 'POST', url, headers: { origin: SITE }, payload })
  }

  usersOf({ sub }: Person) {
    return this.database.db.selectFrom('users').where('oidc_subject', '=', sub).selectAll().execute()
  }

  async userOf(person: Person): Promise<number> {
    const [user] = await this.usersOf(person)
    if (user === undefined) throw new Error('There is no such account.')
    return user.id
  }

  auditOf(uid: number) {
    return this.database.db
      .selectFrom('audit_log')
      .where('entity', '=', 'user')
      .where('entity_id', '=', String(uid))
      .orderBy('id')
      .select(['actor', 'action', 'before', 'after'])
      .execute()
  }
}

export function isHome(url: URL): boolean {
  return url.origin === SITE && !url.pathname.startsWith('/sso/')
}

let people = 0

export function anyPerson(): Person & { name: string; email: string } {
  people += 1
  const sub = `person-${people}`
  return { sub, name: `Person ${people}`, email: `${sub}@northwall.example`, email_verified: true }
}
