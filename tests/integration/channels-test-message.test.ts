import { createHash } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeToken } from '../../src/accounts/tokens/make-token.ts'
import { findSuppression, suppressAddress } from '../../src/db/channels.ts'
import { SYSTEM } from '../../src/domain/actor.ts'
import { STOPPED_BY_STAFF, STOPPED_WORDS } from '../../src/domain/notifying/channel-result.ts'
import { isShort, sized } from '../size.ts'
import { askWith } from '../support/automation-site.ts'
import { type ChannelSite, channelSite, NAME_INSIDE } from '../support/channel-site.ts'
import type { Behavior } from '../support/http-receiver.ts'

let site: ChannelSite

beforeAll(async () => {
  site = await channelSite()
})
afterAll(() => site.stop())

function liftedBy(uid: number) {
  return site.database.db
    .selectFrom('audit_log')
    .where('action', '=', 'lift-suppression')
    .where('entity_id', '=', String(uid))
    .select(['actor', 'before'])
    .execute()
}

test('Z-08 a program adds a channel to the account that created its token, tested at once', async () => {
  const { account } = await site.newcomer()
  const by = { name: 'administrator', userId: account.uid, requestId: null }
  const add = async (actor: typeof SYSTEM, address: string) => {
    const made = await makeToken(
      { db: site.database.db },
      { name: `adds ${address}`, scopes: ['channels:write'], expiresAt: null, actor, now: site.clock.now },
    )
    if (made.kind !== 'made') throw new Error(made.kind)
    return askWith(site, `Bearer ${made.token}`, '/channels', {
      method: 'POST',
      body: { kind: 'webhook', address, name: 'Pager' },
    })
  }
  const added = await add(by, `${site.receiver.url}/by-program`)
  expect([added.statusCode, added.json().data]).toEqual([
    201,
    {
      id: expect.any(Number),
      secret: expect.stringMatching(/^whsec_/),
      has_arrived: true,
      message: 'The test message arrived; the answer was 204.',
      follows: 0,
    },
  ])
  await site.receiver.postTo('/by-program')
  expect((await add(by, 'nonsense')).json().errors).toHaveProperty('address')
  expect((await add(SYSTEM, `${site.receiver.url}/no-owner`)).statusCode).toBe(409)
})

test('Z-08 a repeated request for a webhook gets no secret, and the database stores none for it', async () => {
  const { db } = site.database
  const { account } = await site.newcomer()
  const actor = { name: 'administrator', userId: account.uid, requestId: null }
  const token = { name: 'repeats', scopes: ['channels:write'], expiresAt: null } as const
  const made = await makeToken({ db }, { ...token, actor, now: site.clock.now })
  if (made.kind !== 'made') throw new Error(made.kind)
  const add = () =>
    askWith(site, `Bearer ${made.token}`, '/channels', {
      method: 'POST',
      body: { kind: 'webhook', address: `${site.receiver.url}/repeated` },
      headers: { 'idempotency-key': 'once' },
    })
  const [first, again] = [await add(), await add()]
  const { id, secret } = first.json().data
  expect(secret).toMatch(/^whsec_/)
  expect(again.headers['idempotency-replayed']).toBe('true')
  expect(again.json().data).toMatchObject({
    id,
    secret: null,
    message: expect.stringMatching(/^The test message arrived; .* Its secret was only in the first answer/),
  })
  expect(JSON.stringify(await db.selectFrom('api_requests').selectAll().execute())).not.toContain('whsec_')
})

describe('A-17 a test message', () => {
  test('that arrives verifies the channel and enables it', async () => {
    const { account, browser } = await site.newcomer()
    const { id, secret } = await site.add(account, browser, { address: `${site.receiver.url}/test-arrives` })
    const { has_arrived, message, channels } = await site.trial(account, browser, id)
    expect(has_arrived).toBe(true)
    expect(message).toBe('The test message arrived; the answer was 204.')
    expect(channels[1]).toMatchObject({
      is_verified: true,
      is_enabled: true,
      last_result: 'Delivered',
      last_result_at: site.clock.now.toISOString(),
    })
    const { headers, body } = await site.receiver.postTo('/test-arrives')
    const verified = new Webhook(secret ?? '').verify(body, headers as Record<string, string>)
    expect(verified).toMatchObject({ type: 'test', timestamp: site.clock.now.toISOString() })
  })

  test('has the format of Slack or Teams', async () => {
    const { account, browser } = await site.newcomer()
    for (const kind of ['slack', 'teams'] as const) {
      const { id } = await site.add(account, browser, { kind, address: `${site.receiver.url}/test-${kind}` })
      expect((await site.trial(account, browser, id)).has_arrived).toBe(true)
      const post = await site.receiver.postTo(`/test-${kind}`)
      expect(Object.keys(post.json())).toContain(kind === 'slack' ? 'blocks' : 'attachments')
      expect(post.body).toContain('Test message from trust.northwall.example')
    }
  })

  test.each<[string, Behavior, string]>([
    ['an answer with 500', { kind: 'answer', status: 500, body: 'secret inside' }, 'It answered with 500.'],
    [
      'a redirect',
      { kind: 'answer', status: 302, headers: { location: 'http://10.0.0.1/' } },
      'It answered with 302, a redirect. Redirects are not followed.',
    ],
    // Waits for seconds. The short run covers the words in channel-result.test.ts, and the limit in
    // webhook-posting.test.ts.
    ...sized<[string, Behavior, string][]>({
      short: [],
      long: [['silence', { kind: 'hang' }, 'It did not answer in time.']],
    }),
  ])('that meets %s verifies nothing, and says only that', async (what, behavior, words) => {
    const { account, browser } = await site.newcomer()
    const path = `/test-${what.replaceAll(' ', '-')}`
    site.receiver.behaveAt(path, behavior)
    const { id } = await site.add(account, browser, { address: site.receiver.url + path })
    const { has_arrived, message, channels } = await site.trial(account, browser, id)
    expect([has_arrived, message]).toEqual([false, `The test message didn’t arrive. ${words}`])
    expect(channels[1]).toMatchObject({ is_verified: false, last_result: words })
  })

  test('to a name that resolves to an internal address is not sent, and reveals no address', async () => {
    const { account, browser } = await site.newcomer()
    const { id } = await site.add(account, browser, { address: `https://${NAME_INSIDE}/` })
    const answer = await browser.post(`/api/user/${account.uid}/channels/${id}/test`)
    expect(answer.json().data.message).toBe(
      'The test message didn’t arrive. Its address is not allowed: it is not on the public internet.',
    )
    expect(answer.body).not.toContain('10.0.0.1')
  })

  test('re-enables a channel that was disabled after failures', async () => {
    const { account, browser } = await site.newcomer()
    const { id } = await site.add(account, browser, { address: `${site.receiver.url}/well-again` })
    await site.letFail(id)
    expect(await site.only(account, browser, 'webhook')).toMatchObject({
      is_enabled: false,
      is_failing: true,
    })
    await site.trial(account, browser, id)
    expect(await site.only(account, browser, 'webhook')).toMatchObject({
      is_enabled: true,
      is_failing: false,
      disabled_reason: null,
    })
    expect(await site.rowOf(id)).toMatchObject({ failure_count: 0, failing_since: null })
  })

  test('by mail is a mail', async () => {
    const { account, browser } = await site.newcomer()
    const { id } = await site.only(account, browser, 'email')
    const { has_arrived, message } = await site.trial(account, browser, id)
    expect([has_arrived, message]).toEqual([true, `We sent a test message to ${account.email}.`])
    const { parsed } = await site.mails.mailTo(account.email)
    expect(parsed.subject).toBe('Test message from Northwall Trust')
  })

  test('to an address that rejected mail is tried once more, and lifts the suppression if accepted', async () => {
    const { account, browser } = await site.newcomer()
    const address_hash = createHash('sha256').update(account.email).digest()
    await site.database.db
      .insertInto('suppressions')
      .values({ address_hash, reason: '550 EENVELOPE' })
      .execute()
    const mail = await site.only(account, browser, 'email')
    expect(mail).toMatchObject({
      is_enabled: false,
      is_failing: true,
      disabled_reason: expect.stringContaining('answered with 550'),
    })
    const switched = await site.change(account, browser, mail.id, { is_enabled: true })
    expect(switched.statusCode).toBe(422)

    site.mails.answerWith(550)
    expect(await site.trial(account, browser, mail.id)).toMatchObject({
      has_arrived: false,
      message: 'The test message could not be sent. The mail server of this address answered with 550.',
    })
    expect(await site.only(account, browser, 'email')).toMatchObject({ is_enabled: false })
    site.mails.answerWith(250)
    expect((await site.trial(account, browser, mail.id)).has_arrived).toBe(true)
    expect(await site.only(account, browser, 'email')).toMatchObject({
      is_enabled: true,
      disabled_reason: null,
    })
    expect(await liftedBy(account.uid)).toEqual([
      { actor: 'user', before: expect.objectContaining({ mail_refused: '550 EENVELOPE' }) },
    ])
  })

  test('to an address that staff stopped is not sent, and lifts nothing', async () => {
    const { account, browser } = await site.newcomer()
    await suppressAddress(site.database.db, {
      email: account.email,
      reason: STOPPED_BY_STAFF,
      now: site.clock.now,
    })
    const mail = await site.only(account, browser, 'email')
    expect(mail.disabled_reason).toBe(STOPPED_WORDS)
    expect(await site.trial(account, browser, mail.id)).toMatchObject({
      has_arrived: false,
      message: STOPPED_WORDS,
    })
    const switched = await site.change(account, browser, mail.id, { is_enabled: true })
    expect(switched.json().errors).toEqual({ is_enabled: STOPPED_WORDS })
    expect(await findSuppression(site.database.db, account.email)).toMatchObject({ reason: STOPPED_BY_STAFF })
    expect(await liftedBy(account.uid)).toEqual([])
  })

  test('that is permanently rejected suppresses the address', async () => {
    const { account, browser } = await site.newcomer()
    const { id } = await site.only(account, browser, 'email')
    site.mails.answerWith(550)
    await site.trial(account, browser, id)
    site.mails.answerWith(250)
    expect(await site.only(account, browser, 'email')).toMatchObject({ is_enabled: false, is_failing: true })
  })

  test('that is rejected for its content or sender suppresses nothing', async () => {
    const { account, browser } = await site.newcomer()
    const { id } = await site.only(account, browser, 'email')
    site.mails.answerWith(554)
    const { has_arrived, message } = await site.trial(account, browser, id)
    site.mails.answerWith(250)
    expect([has_arrived, message]).toEqual([
      false,
      'The test message could not be sent. The mail server of this address answered with 554.',
    ])
    expect(await site.only(account, browser, 'email')).toMatchObject({
      is_enabled: true,
      disabled_reason: null,
    })
  })

  test('A-11 needs a verified address', async () => {
    const { account, browser } = await site.unverified()
    const { id } = await site.only(account, browser, 'email')
    const answer = await browser.post(`/api/user/${account.uid}/channels/${id}/test`)
    expect(answer.statusCode).toBe(403)
  })

  // The short run covers the same limit in draft-test-message.test.ts.
  test.skipIf(isShort)('is rate limited per account', async () => {
    const { account, browser } = await site.newcomer()
    const { id } = await site.add(account, browser, { address: `${site.receiver.url}/limited` })
    const ask = () => browser.post(`/api/user/${account.uid}/channels/${id}/test`)
    for (let n = 0; n < 20; n++) expect((await ask()).statusCode).toBe(200)
    const refused = await ask()
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '900'])
    expect(site.receiver.posts.filter(({ path }) => path === '/limited')).toHaveLength(20)
    const { account: other, browser: othersBrowser } = await site.newcomer()
    const { id: mail } = await site.only(other, othersBrowser, 'email')
    expect((await site.trial(other, othersBrowser, mail)).has_arrived).toBe(true)
  })
})

test("A-17 a channel's address, key and host are not logged", () => {
  const logged = JSON.stringify(site.log)
  for (const secret of ['whsec_', NAME_INSIDE, '127.0.0.1:', '/test-arrives'])
    expect(logged).not.toContain(secret)
})
