import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadEdition } from '../../src/edition/load-edition.ts'
import { type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import { visitorOf } from '../support/identity-provider-visitor.ts'
import { testAccounts } from '../support/test-accounts.ts'
import { standingHolder, type TestApp, testApp } from '../support/test-app.ts'

const SITE = 'https://trust.northwall.example'
let database: TestDatabase
let site: TestApp
beforeAll(async () => {
  database = await testDatabase('demo')
  const holder = standingHolder(new Date())
  holder.hold(await loadEdition(database.db))
  site = await testApp({ holder, accounts: testAccounts(database.db) })
})
afterAll(async () => {
  await site.app.close()
  await database.drop()
})
test('A-19 x', async () => {
  const v = visitorOf({ app: site.app, siteUrl: SITE })
  let r = await v.go('/sso/login?origin=/northwall.net/faq')
  for (let i = 0; i < 4; i++) {
    console.log(r.status, r.url.href, r.headers.get('location'), r.headers.getSetCookie(), r.body.slice(0, 200))
    const l = r.headers.get('location')
    if (!l) break
    r = await v.go(l)
  }
  console.log(r.body.match(/<main.*<\/main>/s)?.[0].slice(0, 1500))
  r = await v.go(r.url.pathname, { form: { person: 'trust_admin' } })
  for (let i = 0; i < 5; i++) {
    console.log(r.status, r.url.href, r.headers.get('location'), r.headers.getSetCookie(), r.body.slice(0, 200))
    const l = r.headers.get('location')
    if (!l) break
    r = await v.go(l)
  }
  console.log(site.log)
  console.log(await database.db.selectFrom('users').selectAll().execute())
})
