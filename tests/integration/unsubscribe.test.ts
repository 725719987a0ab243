import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { UnsubscribeAbout } from '../../src/contract/unsubscribing.ts'
import { type AccountSite, accountSite } from '../support/account-site.ts'
import { type Leaving, leaving, type Reader } from '../support/leaving.ts'
import { post as postForm } from '../support/posted-form.ts'

let site: AccountSite
let all: Leaving
let person: Reader
let token: string

beforeAll(async () => {
  site = await accountSite()
  all = await leaving(site)
})

afterAll(() => site.stop())

beforeEach(async () => {
  person = await all.reader()
  token = person.token
})

describe('U-10 the unsubscribe page', () => {
  test('changes nothing on GET, whatever the query, and is not cached', async () => {
    await person.subscribe(all.cloud.service)
    for (const query of ['', '&all=1', '&from=everything', '&List-Unsubscribe=One-Click']) {
      const answer = await site.app.inject({ url: `/unsubscribe?token=${token}${query}` })
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['cache-control']).toBe('private, no-store')
      expect(answer.headers['referrer-policy']).toBe('strict-origin')
    }
    expect(await person.count()).toBe(1)
    expect(await person.isEnabled()).toBe(true)
  })

  test('is a form with a button for each, first the one that the link is for', async () => {
    for (const [query, order] of [
      ['', ['thing', 'everything']],
      ['&all=1', ['everything', 'thing']],
    ] as const) {
      const { body } = await site.app.inject({ url: `/unsubscribe?token=${token}${query}` })
      const form = /<form [^>]*method="post".*?<\/form>/s.exec(body)?.[0] ?? ''
      const buttons = (form.match(/<button [^>]*>/g) ?? []).filter((tag) => tag.includes(' name="from"'))
      expect(buttons.map((tag) => / value="(\w+)"/.exec(tag)?.[1])).toEqual(order)
    }
  })

  test('posts its form without scripts, for the subscription', async () => {
    await person.subscribe(all.cloud.service)
    const answer = await postForm(site.browser(), `/unsubscribe?token=${token}`, { from: 'thing' })
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/unsubscribe?done=thing'])
    expect(await person.count()).toBe(0)
    expect(await person.isEnabled()).toBe(true)
  })

  test('posts its form without scripts, for everything', async () => {
    await person.subscribe(all.cloud.service)
    const answer = await postForm(site.browser(), `/unsubscribe?token=${token}`, { from: 'everything' })
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/unsubscribe?done=everything'])
    expect(await person.count()).toBe(1)
    expect(await person.isEnabled()).toBe(false)
  })

  test('shows errors of a form', async () => {
    const answer = await postForm(site.browser(), '/unsubscribe?token=wrong', { from: 'thing' })
    expect(answer.statusCode).toBe(422)
    expect(answer.body).toContain('This link is invalid or incomplete')
    const foreign = { origin: 'https://evil.example' }
    const posted = await postForm(site.browser(), `/unsubscribe?token=${token}`, { from: 'thing' }, foreign)
    expect(posted.statusCode).toBe(403)
  })
})

describe('U-10 the unsubscribe calls', () => {
  test('describe the link without revealing the address', async () => {
    await person.subscribe([all.cloud.service, await person.maintenanceTid()])
    await person.subscribe('datacenter')
    const { data } = (await all.ask('/api/unsubscribe/about', { token })).json<UnsubscribeAbout>()
    const service = (await person.offer()).core_cloud_services[0]?.subCategory.find(
      ({ tid }) => tid === all.cloud.service,
    )
    const email = await emailOf(person.uid)
    expect(data).toEqual({
      channel: 'email',
      is_enabled: true,
      address: `${email.slice(0, 2)}…@customer.example`,
      things: [`${service?.name} on northwall.net`, 'all public data centers of northwall.net'],
    })
  })

  test('end the subscription, and name it', async () => {
    await person.subscribe('datacenter')
    await person.subscribe('core_cloud_services')
    const answer = await all.ask('/api/unsubscribe', { token, from: 'thing' })
    expect(answer.json().data.message).toBe(
      'You’re unsubscribed from all public data centers of northwall.net and all core cloud services of northwall.net.',
    )
    expect(await person.count()).toBe(0)
    const again = await all.ask('/api/unsubscribe', { token, from: 'thing' })
    expect(again.json().data.message).toBe('You’re already unsubscribed from what this message was about.')
    expect((await all.ask('/api/unsubscribe/about', { token })).json<UnsubscribeAbout>().data.things).toEqual(
      [],
    )
  })

  test('disable the channel with a reason, once, and keep the subscriptions', async () => {
    await person.subscribe('all')
    for (let time = 0; time < 2; time++) {
      expect((await all.ask('/api/unsubscribe', { token, from: 'everything' })).statusCode).toBe(200)
    }
    expect(await person.channel()).toEqual({
      is_enabled: false,
      disabled_reason: 'You switched it off with the link in a message.',
    })
    expect(await person.subscriptions()).toBe(5)
    expect(
      (await all.ask('/api/unsubscribe/about', { token })).json<UnsubscribeAbout>().data.is_enabled,
    ).toBe(false)
  })

  test('keep the reason of a channel that was disabled before', async () => {
    await site.database.db
      .updateTable('channels')
      .set({ is_enabled: false, disabled_reason: 'It failed for three days.' })
      .where('id', '=', person.channelId)
      .execute()
    await all.ask('/api/unsubscribe', { token, from: 'everything' })
    expect(await person.channel()).toMatchObject({ disabled_reason: 'It failed for three days.' })
  })

  test('for a deleted account say so', async () => {
    await site.database.db.deleteFrom('users').where('id', '=', person.uid).execute()
    expect((await all.ask('/api/unsubscribe/about', { token })).json<UnsubscribeAbout>().data).toEqual({
      channel: null,
      is_enabled: false,
      address: null,
      things: [],
    })
    for (const from of ['thing', 'everything']) {
      expect((await all.ask('/api/unsubscribe', { token, from })).statusCode).toBe(200)
    }
  })

  test('do nothing for a mail to an address that was changed since', async () => {
    await person.subscribe(all.cloud.service)
    const { db } = site.database
    const { now } = site.clock
    const hourBefore = new Date(now.getTime() - 3_600_000)
    await db
      .insertInto('deliveries')
      .values({
        publication_id: all.publicationId,
        user_id: person.uid,
        channel_id: person.channelId,
        kind: 'email',
        lane: 'mail',
        priority: 1,
        due_at: hourBefore,
        state: 'sent',
        sent_at: hourBefore,
      })
      .execute()
    const verify = (at: Date) =>
      db.updateTable('users').set({ email_verified_at: at }).where('id', '=', person.uid).execute()
    const channelOf = async () =>
      (await all.ask('/api/unsubscribe/about', { token })).json<UnsubscribeAbout>().data.channel
    await verify(hourBefore)
    expect(await channelOf()).toBe('email')
    await verify(now)
    expect(await channelOf()).toBeNull()
    for (const from of ['thing', 'everything'])
      expect((await all.ask('/api/unsubscribe', { token, from })).statusCode).toBe(200)
    expect([await person.count(), await person.isEnabled()]).toEqual([1, true])
  })

  test('reject an invalid link', async () => {
    for (const [url, from] of [
      ['/api/unsubscribe/about', undefined],
      ['/api/unsubscribe', 'thing'],
      ['/api/unsubscribe', 'everything'],
    ] as const) {
      const answer = await all.ask(url, { token: `B${token.slice(1)}`, from })
      expect(answer.statusCode).toBe(422)
      expect(answer.json().message).toContain('This link is invalid or incomplete')
    }
    expect((await all.ask('/api/unsubscribe', { token, from: 'nothing' })).statusCode).toBe(400)
  })
})

test('the token is in no log line', async () => {
  const before = site.log.length
  await all.oneClick(`token=${token}`)
  await all.oneClick(`token=${token.slice(0, -1)}_`)
  await all.oneClick(`token=${token}`, { type: 'application/json', body: '{}' })
  await site.app.inject({ url: `/unsubscribe?token=${token}` })
  await postForm(site.browser(), `/unsubscribe?token=${token}`, {})
  await all.ask('/api/unsubscribe', { token, from: 'nothing' })
  const lines = site.log.slice(before)
  expect(lines.length).toBeGreaterThan(0)
  expect(JSON.stringify(lines)).not.toContain(token.slice(0, -1))
})

async function emailOf(uid: number) {
  const { email } = await site.database.db
    .selectFrom('users')
    .where('id', '=', uid)
    .select('email')
    .executeTakeFirstOrThrow()
  return email ?? ''
}
