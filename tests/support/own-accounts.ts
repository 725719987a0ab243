import type { AccountSettings, OwnSessions } from '../../src/contract/own-account.ts'
import type { AccountSite } from './account-site.ts'
import { makeAccount, type TestAccount } from './make-account.ts'
import type { TestBrowser } from './test-browser.ts'

export function ownAccounts(site: AccountSite) {
  async function signedIn({ email, pass }: TestAccount) {
    const browser = site.browser()
    const answer = await browser.post('/api/user/login', { name: email, pass })
    if (answer.statusCode !== 200) throw new Error(`not signed in: ${answer.body}`)
    return browser
  }

  async function newcomer(of: { username?: string } = {}) {
    const account = await makeAccount(site.database.db, of)
    return { account, browser: await signedIn(account) }
  }

  return {
    signedIn,
    newcomer,
    tryToSignIn: (name: string, pass: string) => site.browser().post('/api/user/login', { name, pass }),
    settings: async ({ uid }: TestAccount, browser: TestBrowser) =>
      (await browser.get(`/api/user/${uid}/settings`)).json<AccountSettings>().data,
    sessions: async ({ uid }: TestAccount, browser: TestBrowser) =>
      (await browser.get(`/api/user/${uid}/sessions`)).json<OwnSessions>().data,
    askForEmail: ({ uid, pass }: TestAccount, browser: TestBrowser, email: string) =>
      browser.post(`/api/user/${uid}/email`, { email, pass }),
    audited: async ({ uid }: TestAccount) => {
      const entries = await site.database.db
        .selectFrom('audit_log')
        .where('entity', '=', 'user')
        .where('entity_id', '=', String(uid))
        .select('action')
        .execute()
      return entries.map(({ action }) => action)
    },
  }
}
