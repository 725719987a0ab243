import type { Kysely } from 'kysely'
import { OPEN_VAULT } from '../../src/db/at-rest/vault.ts'
import type { DB } from '../../src/db/database.ts'
import { unsubscribeKey } from '../../src/db/secrets.ts'
import { signMessageToken } from '../../src/delivery/message-token.ts'
import { type AccountSite, SITE } from './account-site.ts'
import { demoCloud, publishIncident } from './demo-cloud.ts'
import { CLOUD, subscriber } from './subscriber.ts'
import { mailChannelOf } from './user-channels.ts'

export async function leaving(site: AccountSite) {
  const { db } = site.database
  const cloud = await demoCloud(db, CLOUD)
  const publicationId = await publishIncident(db, cloud)

  /** A user notified by mail, with the token of that message. */
  async function reader() {
    const person = await subscriber(site)
    const channelId = await mailChannelOf(db, person.uid)
    const token = await unsubscribeTokenFor(db, { channelId, publicationId })
    const channel = () =>
      db
        .selectFrom('channels')
        .where('id', '=', channelId)
        .select(['is_enabled', 'disabled_reason'])
        .executeTakeFirstOrThrow()
    return {
      ...person,
      channelId,
      token,
      channel,
      isEnabled: async () => (await channel()).is_enabled,
      subscriptions: async () =>
        (await db.selectFrom('subscriptions').where('user_id', '=', person.uid).select('id').execute())
          .length,
      maintenanceTid: async () => (await person.offer()).maintenance[0]?.tid,
    }
  }

  return {
    cloud,
    publicationId,
    reader,
    /** As a mail provider posts it: no cookie, no Origin. `query` is the query of the link. */
    oneClick: (
      query: string,
      {
        type = 'application/x-www-form-urlencoded',
        body = 'List-Unsubscribe=One-Click',
        headers = {},
      }: { type?: string; body?: string; headers?: Record<string, string> } = {},
    ) =>
      site.app.inject({
        method: 'POST',
        url: `/unsubscribe?${query}`,
        payload: body,
        headers: { 'content-type': type, ...headers },
      }),
    ask: (url: string, payload: object) =>
      site.app.inject({ method: 'POST', url, payload, headers: { origin: SITE } }),
  }
}
export type Leaving = Awaited<ReturnType<typeof leaving>>
export type Reader = Awaited<ReturnType<Leaving['reader']>>

async function unsubscribeTokenFor(
  db: Kysely<DB>,
  of: { channelId: number; publicationId: number },
): Promise<string> {
  return signMessageToken(await unsubscribeKey(db, OPEN_VAULT), 'unsubscribe', of)
}
