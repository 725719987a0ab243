import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { prepareAccountMail } from '../../src/accounts/mails/prepare-account-mail.ts'
import type { Channels } from '../../src/contract/channels.ts'
import { OPEN_VAULT } from '../../src/db/at-rest/vault.ts'
import { SITE } from '../support/account-site.ts'
import { type ChannelSite, channelSite, NAME_INSIDE } from '../support/channel-site.ts'

let site: ChannelSite

beforeAll(async () => {
  site = await channelSite()
})
afterAll(() => site.stop())

describe('A-17 the list of channels', () => {
  test('starts with mail, and reveals no secret', async () => {
    const { account, browser } = await site.newcomer()
    await site.add(account, browser, { address: `${site.receiver.url}/in/with-a-long-secret` })
    const answer = await browser.get(`/api/user/${account.uid}/channels`)
    expect(answer.headers['cache-control']).toBe('private, no-store')
    const { channels, severities } = answer.json<Channels>().data
    expect(channels).toEqual([
      {
        id: expect.any(Number),
        kind: 'email',
        name: '',
        address: account.email,
        is_enabled: true,
        is_verified: true,
        cadence: 'every_update',
        min_severity_rank: 0,
        gets_reminders: false,
        last_result: null,
        last_result_at: null,
        is_failing: false,
        disabled_reason: null,
        previous_secret_until: null,
        created_at: expect.stringMatching(/Z$/),
      },
      expect.objectContaining({
        kind: 'webhook',
        name: 'Operations',
        address: `${site.receiver.url}/…cret`,
        is_verified: false,
      }),
    ])
    expect(answer.body).not.toContain('whsec_')
    expect(answer.body).not.toContain('with-a-long')
    expect(severities.map(({ rank }) => rank)).toEqual([50, 40, 30])
  })

  test('shows that mail waits for a verified address', async () => {
    const { account, browser } = await site.unverified()
    expect(await site.only(account, browser, 'email')).toMatchObject({ is_verified: false, is_enabled: true })
  })
})

describe('A-17 adding a channel', () => {
  test("shows a webhook's key only once", async () => {
    const { account, browser } = await site.newcomer()
    const { id, secret } = await site.add(account, browser, { address: `${site.receiver.url}/once` })
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(await site.only(account, browser, 'webhook')).toMatchObject({ id, is_verified: false })
  })

  test('notifies the owner by mail, naming only the host', async () => {
    const { account, browser } = await site.newcomer()
    const { id } = await site.add(account, browser, { address: `${site.receiver.url}/in/with-a-long-secret` })
    const { db } = site.database
    const [queued] = await db
      .selectFrom('account_mails')
      .where('user_id', '=', account.uid)
      .selectAll()
      .execute()
    expect(queued).toMatchObject({ kind: 'channel-added', email: account.email, channel_id: id })
    const provider = site.holder.current()?.edition.site.provider
    if (queued === undefined || provider === undefined) throw new Error('The site has content.')
    const mail = await prepareAccountMail(
      db,
      { ...queued, follow: null },
      {
        vault: OPEN_VAULT,
        site: { provider, publicUrl: SITE, isGov: false },
        now: site.clock.now,
      },
    )
    expect(mail?.subject).toBe('A channel was added to your account')
    expect(mail?.text).toContain(`Your webhook "Operations" at ${new URL(site.receiver.url).host} was added`)
    expect(mail?.text).not.toContain('with-a-long')
  })

  test('of Slack or Teams has no key', async () => {
    const { account, browser } = await site.newcomer()
    for (const kind of ['slack', 'teams'] as const) {
      const { secret } = await site.add(account, browser, { kind, address: `${site.receiver.url}/${kind}` })
      expect(secret, kind).toBeNull()
    }
  })

  test('rejects an internal address, or one of another service', async () => {
    const { account, browser } = await site.newcomer()
    for (const [kind, address, problem] of [
      ['webhook', 'https://[::ffff:169.254.169.254]/', /cannot be reached from the internet/],
      ['slack', 'https://hooks.customer.example/', /Slack incoming webhook/],
    ] as const) {
      const answer = await site.tryToAdd(account, browser, { kind, address })
      expect(answer.statusCode).toBe(422)
      expect(answer.json().errors).toEqual({ address: expect.stringMatching(problem) })
    }
  })

  test('neither resolves nor connects yet', async () => {
    const { account, browser } = await site.newcomer()
    const before = site.receiver.connections
    await site.add(account, browser, { address: `https://${NAME_INSIDE}/` })
    await site.add(account, browser, { address: `${site.receiver.url}/quiet` })
    expect(site.receiver.connections).toBe(before)
  })

  test('rejects the same address twice, in any spelling', async () => {
    const { account, browser } = await site.newcomer()
    await site.add(account, browser, { address: 'https://hooks.customer.example/in' })
    const again = await site.tryToAdd(account, browser, {
      address: 'HTTPS://Hooks.Customer.example:443/in#x',
    })
    expect(again.statusCode).toBe(422)
    expect(again.json().errors).toEqual({ address: 'You have already added this address' })
  })

  test('stops at a hundred, even with simultaneous requests', async () => {
    const { account, browser } = await site.newcomer()
    const there = Array.from({ length: 96 }, (_, n) => ({
      user_id: account.uid,
      kind: 'webhook' as const,
      address: `https://hooks.customer.example/there/${n}`,
      secret: 'whsec_test',
    }))
    await site.database.db.insertInto('channels').values(there).execute()
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        site.tryToAdd(account, browser, { address: `https://hooks.customer.example/${n}` }),
      ),
    )
    const refused = answers.filter(({ statusCode }) => statusCode === 422)
    expect(refused).toHaveLength(5)
    expect(refused[0]?.json().message).toBe('You can have 100 channels at most')
    expect((await site.list(account, browser)).channels).toHaveLength(100)
  })

  test('does not wait for deliveries to the account', async () => {
    const { account, browser } = await site.newcomer()
    await site.database.db.transaction().execute(async (trx) => {
      // The lock that recording a delivery takes.
      await trx.selectFrom('users').where('id', '=', account.uid).select('id').forKeyShare().execute()
      const { id } = await site.add(account, browser, { address: 'https://hooks.customer.example/in' })
      expect(id).toBeGreaterThan(0)
    })
  })

  test('A-11 needs a verified address', async () => {
    const { account, browser } = await site.unverified()
    const answer = await site.tryToAdd(account, browser, { address: 'https://hooks.customer.example/in' })
    expect(answer.statusCode).toBe(403)
    expect(answer.json().message).toMatch(/^Please verify your email address first\./)
  })
})

describe('A-17 changing a channel', () => {
  test('keeps fields that are not named', async () => {
    const { account, browser } = await site.newcomer()
    const { id } = await site.only(account, browser, 'email')
    await site.change(account, browser, id, { cadence: 'daily_digest', min_severity_rank: 40 })
    await site.change(account, browser, id, { is_enabled: false, name: ' Mine ' })
    expect(await site.only(account, browser, 'email')).toMatchObject({
      cadence: 'daily_digest',
      min_severity_rank: 40,
      is_enabled: false,
      name: 'Mine',
      disabled_reason: null,
    })
    expect((await site.change(account, browser, id, {})).statusCode).toBe(200)
    await site.change(account, browser, id, { is_enabled: true })
    expect(await site.only(account, browser, 'email')).toMatchObject({ is_enabled: true, name: 'Mine' })
  })

  test("can't enable a channel that no test has reached", async () => {
    const { account, browser } = await site.newcomer()
    const { id } = await site.add(account, browser, { address: 'https://hooks.customer.example/in' })
    await site.change(account, browser, id, { is_enabled: false })
    const answer = await site.change(account, browser, id, { is_enabled: true })
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors.is_enabled).toMatch(/^Please send a test message first\./)
  })

  test('resets the failures when enabling it', async () => {
    const { account, browser } = await site.newcomer()
    const { id } = await site.add(account, browser, { address: `${site.receiver.url}/forgets` })
    await site.trial(account, browser, id)
    await site.letFail(id)
    await site.change(account, browser, id, { is_enabled: true })
    expect(await site.rowOf(id)).toMatchObject({
      is_enabled: true,
      failure_count: 0,
      failing_since: null,
      disabled_reason: null,
    })
  })

  test('reminders for staff are chosen per channel; mail gets them in any case', async () => {
    const { account, browser } = await site.newcomer()
    const mail = await site.only(account, browser, 'email')
    const refused = await site.change(account, browser, mail.id, { gets_reminders: true })
    expect([refused.statusCode, refused.json().errors]).toEqual([
      422,
      { gets_reminders: 'Reminders are always mailed.' },
    ])
    const added = await site.database.db
      .insertInto('channels')
      .values({
        user_id: account.uid,
        kind: 'slack',
        address: 'https://hooks.example/1',
        verified_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await site.change(account, browser, added.id, { gets_reminders: true })
    expect(await site.only(account, browser, 'slack')).toMatchObject({
      gets_reminders: true,
      is_enabled: true,
    })
  })

  test('rejects values that are not offered', async () => {
    const { account, browser } = await site.newcomer()
    const { id } = await site.only(account, browser, 'email')
    for (const wrong of [
      { cadence: 'hourly' },
      { is_enabled: 'yes' },
      { min_severity_rank: -1 },
      { name: 'x'.repeat(101) },
    ])
      expect((await site.change(account, browser, id, wrong)).statusCode).toBe(400)
  })
})

describe('A-17 a new key', () => {
  test('signs immediately; the old one also signs for a day', async () => {
    const { account, browser } = await site.newcomer()
    const { id, secret: old } = await site.add(account, browser, { address: `${site.receiver.url}/rotated` })
    const answer = await browser.post(`/api/user/${account.uid}/channels/${id}/secret`)
    const { secret, channels } = answer.json<{ data: Channels['data'] & { secret: string } }>().data
    expect(secret).not.toBe(old)
    const until = new Date(site.clock.now.getTime() + 86_400_000)
    expect(channels[1]?.previous_secret_until).toBe(until.toISOString())

    await site.trial(account, browser, id)
    const first = await site.receiver.postTo('/rotated')
    for (const key of [secret, old ?? '']) expect(() => verify(first, key)).not.toThrow()

    await site.database.db
      .updateTable('channels')
      .set({ previous_secret_until: site.clock.now })
      .where('id', '=', id)
      .execute()
    expect((await site.only(account, browser, 'webhook')).previous_secret_until).toBeNull()
    await site.trial(account, browser, id)
    const second = await site.receiver.postTo('/rotated', 2)
    expect(() => verify(second, secret)).not.toThrow()
    expect(() => verify(second, old ?? '')).toThrow('No matching signature')
  })

  test('is for webhooks only', async () => {
    const { account, browser } = await site.newcomer()
    const { id } = await site.add(account, browser, { kind: 'slack', address: `${site.receiver.url}/no-key` })
    const mail = await site.only(account, browser, 'email')
    for (const channel of [id, mail.id])
      expect((await browser.post(`/api/user/${account.uid}/channels/${channel}/secret`)).statusCode).toBe(404)
  })
})

describe('A-17 removing a channel', () => {
  test('deletes it', async () => {
    const { account, browser } = await site.newcomer()
    const { id } = await site.add(account, browser, { address: 'https://hooks.customer.example/in' })
    const url = `/api/user/${account.uid}/channels/${id}/remove`
    expect((await browser.post(url)).statusCode).toBe(204)
    expect((await site.list(account, browser)).channels).toHaveLength(1)
    expect((await browser.post(url)).statusCode).toBe(404)
  })

  test('does not apply to mail, which can only be disabled', async () => {
    const { account, browser } = await site.newcomer()
    const { id } = await site.only(account, browser, 'email')
    const answer = await browser.post(`/api/user/${account.uid}/channels/${id}/remove`)
    expect([answer.statusCode, answer.json().message]).toEqual([
      422,
      'Email can’t be removed. You can switch it off.',
    ])
  })
})

describe("A-17 other users' channels", () => {
  test("can't be seen or changed", async () => {
    const { account: owner, browser: ownersBrowser } = await site.newcomer()
    const { id } = await site.add(owner, ownersBrowser, { address: `${site.receiver.url}/of-others` })
    const { account, browser } = await site.newcomer()
    for (const [path, body] of [
      ['', { is_enabled: false }],
      ['/test', undefined],
      ['/secret', undefined],
      ['/remove', undefined],
    ] as const) {
      const own = await browser.post(`/api/user/${account.uid}/channels/${id}${path}`, body)
      expect([own.statusCode, own.json().message], path).toEqual([404, 'This channel doesn’t exist.'])
      const foreign = await browser.post(`/api/user/${owner.uid}/channels/${id}${path}`, body)
      expect(foreign.statusCode, path).toBe(403)
      const unsigned = await site.browser().post(`/api/user/${owner.uid}/channels/${id}${path}`, body)
      expect(unsigned.statusCode, path).toBe(401)
    }
    expect((await browser.get(`/api/user/${owner.uid}/channels`)).statusCode).toBe(403)
    expect(site.receiver.posts.map(({ path }) => path)).not.toContain('/of-others')
    expect(await site.only(owner, ownersBrowser, 'webhook')).toMatchObject({ id, is_enabled: true })
  })
})

function verify({ body, headers }: { body: string; headers: NodeJS.Dict<string | string[]> }, key: string) {
  return new Webhook(key).verify(body, headers as Record<string, string>)
}
