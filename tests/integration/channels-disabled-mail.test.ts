import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ChannelKind } from '../../src/domain/notifying/channel.ts'
import { eventually } from '../support/eventually.ts'
import { type MailedSite, mailedSite } from '../support/mail-server-site.ts'
import { makeAccount } from '../support/make-account.ts'

let site: MailedSite

beforeAll(async () => {
  site = await mailedSite()
})
afterAll(() => site.stop())

describe('A-17 the mail about a disabled channel', () => {
  test.each([
    [
      'webhook',
      'Operations',
      'https://hooks.customer.example:8443/in/SECRETPATH',
      'your webhook "Operations" at hooks.customer.example:8443',
    ],
    ['slack', '', 'https://hooks.slack.com/services/SECRETPATH', 'your Slack channel at hooks.slack.com'],
    [
      'teams',
      'Ops',
      'https://a.logic.azure.com/x?sig=SECRETPATH',
      'your Microsoft Teams channel "Ops" at a.logic.azure.com',
    ],
  ] as const)('names a channel of %s, and never its secret', async (kind, name, address, words) => {
    const { uid, email } = await makeAccount(site.database.db)
    await queueFor({ uid, email, id: await addChannel(uid, { kind, name, address }) })
    const { parsed, raw } = await site.server.mailTo(email)
    expect(parsed.subject).toBe('One of your channels was switched off')
    expect(parsed.text?.replace(/\s+/g, ' ')).toContain(`Messages to ${words} kept failing`)
    expect(raw).not.toContain('SECRETPATH')
    expect(parsed.text).not.toContain('SECRETPATH')
  })

  test('goes to staff as well', async () => {
    const { uid, email } = await makeAccount(site.database.db, { passwordHash: null })
    await site.database.db
      .updateTable('users')
      .set({ oidc_issuer: 'https://id.example', oidc_subject: String(uid) })
      .where('id', '=', uid)
      .execute()
    const id = await addChannel(uid, { kind: 'slack', name: '', address: 'https://hooks.slack.com/x' })
    await queueFor({ uid, email, id })
    await site.server.mailTo(email)
  })

  test.each([
    ['is enabled again', { is_enabled: true }, {}],
    ['belongs to an unverified address', {}, { email_verified_at: null }],
    ['belongs to a locked user', {}, { locked_at: new Date() }],
    ['belongs to a user who has changed the address', {}, { email: 'other-by-now@customer.example' }],
  ])('is not sent when the channel %s', async (_, ofChannel, ofUser) => {
    const { db } = site.database
    const { uid, email } = await makeAccount(db)
    const id = await addChannel(uid, { kind: 'slack', name: '', address: 'https://hooks.slack.com/x' })
    if ('is_enabled' in ofChannel)
      await db.updateTable('channels').set(ofChannel).where('id', '=', id).execute()
    if (Object.keys(ofUser).length > 0)
      await db.updateTable('users').set(ofUser).where('id', '=', uid).execute()
    const before = site.events.filter(({ kind }) => kind === 'void').length
    await queueFor({ uid, email, id })
    await eventually(() => expect(site.events.filter(({ kind }) => kind === 'void')).toHaveLength(before + 1))
    expect(site.server.mails.flatMap(({ envelope }) => envelope.to)).not.toContain(email)
  })
})

interface TestChannel {
  kind: Exclude<ChannelKind, 'email'>
  name: string
  address: string
}

async function addChannel(uid: number, channel: TestChannel) {
  const { id } = await site.database.db
    .insertInto('channels')
    .values({ user_id: uid, ...channel, secret: 'whsec_x', is_enabled: false })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function queueFor({ uid, email, id }: { uid: number; email: string; id: number }) {
  const { now } = site.clock
  await site.database.db
    .insertInto('account_mails')
    .values({ kind: 'channel-disabled', email, user_id: uid, channel_id: id, due_at: now, created_at: now })
    .execute()
  site.worker.wake()
}
