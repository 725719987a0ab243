import type { Channel, Channels } from '../../src/contract/channels.ts'
import { OPEN_VAULT, type Vault } from '../../src/db/at-rest/vault.ts'
import { openPoster } from '../../src/delivery/http/poster.ts'
import { type AccountSite, accountSite } from './account-site.ts'
import { httpReceiver } from './http-receiver.ts'
import { mailServer } from './mail-server.ts'
import { mailerTo } from './mail-server-site.ts'
import { makeAccount, type TestAccount } from './make-account.ts'
import { ownAccounts } from './own-accounts.ts'
import type { TestBrowser } from './test-browser.ts'

/** A name that resolves to a private network. */
export const NAME_INSIDE = 'inside.customer.example'

export interface NewChannel {
  kind?: 'webhook' | 'slack' | 'teams'
  address: string
}

export async function channelSite({
  vault = OPEN_VAULT,
  wholeMs = 3_000,
  isEmpty = false,
}: {
  vault?: Vault
  /** How long to wait for an answer: one test meets silence, the others a receiver on a busy machine. */
  wholeMs?: number
  isEmpty?: boolean
} = {}) {
  const receiver = await httpReceiver()
  const mails = await mailServer()
  const site = await accountSite({
    isEmpty,
    config: { isWebhookLocal: true },
    desk: { vault },
    delivery: {
      sendMail: (message) => mailer.send(message),
      poster: openPoster({
        isLocalAllowed: true,
        clock: () => new Date(),
        limits: { wholeMs, bodyBytes: 1000, idleMs: 1000 },
        resolveName: async (name) => (name === NAME_INSIDE ? ['10.0.0.1'] : []),
      }),
    },
  })
  const mailer = mailerTo(mails.url, site)
  return {
    ...site,
    receiver,
    mails,
    ...channelActs(site),
    stop: async () => {
      await mailer.close()
      await mails.stop()
      await receiver.stop()
      await site.stop()
    },
  }
}
export type ChannelSite = Awaited<ReturnType<typeof channelSite>>

/** Also for another process on the same database. */
export function channelActs(site: AccountSite) {
  const { signedIn, newcomer } = ownAccounts(site)

  async function unverified() {
    const account = await makeAccount(site.database.db, { isVerified: false })
    return { account, browser: await signedIn(account) }
  }

  function tryToAdd({ uid }: TestAccount, browser: TestBrowser, { kind = 'webhook', address }: NewChannel) {
    return browser.post(`/api/user/${uid}/channels`, { kind, name: 'Operations', address })
  }

  async function add(account: TestAccount, browser: TestBrowser, channel: NewChannel) {
    const answer = await tryToAdd(account, browser, channel)
    if (answer.statusCode !== 200) throw new Error(`not added: ${answer.body}`)
    return answer.json<{ data: { id: number; secret: string | null } }>().data
  }

  async function list({ uid }: TestAccount, browser: TestBrowser) {
    return (await browser.get(`/api/user/${uid}/channels`)).json<Channels>().data
  }

  async function only(account: TestAccount, browser: TestBrowser, kind: Channel['kind']): Promise<Channel> {
    const found = (await list(account, browser)).channels.filter((channel) => channel.kind === kind)
    if (found.length !== 1 || found[0] === undefined) throw new Error(`${found.length} of ${kind}`)
    return found[0]
  }

  async function trial({ uid }: TestAccount, browser: TestBrowser, id: number) {
    const answer = await browser.post(`/api/user/${uid}/channels/${id}/test`)
    if (answer.statusCode !== 200) throw new Error(`not tested: ${answer.body}`)
    return answer.json<{ data: Channels['data'] & { has_arrived: boolean; message: string } }>().data
  }

  function change({ uid }: TestAccount, browser: TestBrowser, id: number, wanted: object) {
    return browser.post(`/api/user/${uid}/channels/${id}`, wanted)
  }

  async function letFail(id: number) {
    await site.database.db
      .updateTable('channels')
      .set({
        is_enabled: false,
        disabled_reason: 'It was switched off because messages had failed for three days.',
        failure_count: 12,
        failing_since: site.clock.now,
        last_result: 'http 500',
        last_result_at: site.clock.now,
      })
      .where('id', '=', id)
      .execute()
  }

  function rowOf(id: number) {
    return site.database.db.selectFrom('channels').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
  }

  return { newcomer, unverified, tryToAdd, add, list, only, trial, change, letFail, rowOf }
}
