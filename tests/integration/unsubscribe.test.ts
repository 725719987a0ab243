import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { UnsubscribeAbout } from '../../src/contract/unsubscribing.ts'
import { type AccountSite, accountSite, SITE } from '../support/account-site.ts'
import { post as postForm } from '../support/posted-form.ts'
import type { SmallCloud } from '../support/small-site.ts'
import { CLOUD, starsIn, subscriber } from '../support/subscriber.ts'
import { demoCloud, mailChannelOf, publishIncident, unsubscribeTokenFor } from '../support/told.ts'

type Person = Awaited<ReturnType<typeof subscriber>>

let site: AccountSite
let cloud: SmallCloud & { region: number }
let publicationId: number
let person: Person
let channelId: number
let token: string

beforeAll(async () => {
  site = await accountSite()
  cloud = await demoCloud(site.database.db, CLOUD)
  publicationId = await publishIncident(site.database.db, cloud)
})

afterAll(() => site.stop())

beforeEach(async () => {
  person = await subscriber(site)
  channelId = await mailChannelOf(site.database.db, person.uid)
  token = await unsubscribeTokenFor(site.database.db, { channelId, publicationId })
})

describe('U-10 one click in a mail program (RFC 8058)', () => {
  test.each([
    ['urlencoded', 'application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'multipart',
      'multipart/form-data; boundary=-FormBoundaryjWmhtjORrn',
      '---FormBoundaryjWmhtjORrn\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n---FormBoundaryjWmhtjORrn--\r\n',
    ],
  ])('as %s takes out what brought the message and nothing else', async (_, type, body) => {
    await person.subscribe([cloud.service, cloud.region])
    const kept = await maintenanceOf(person)
    await person.subscribe(kept)
    const answer = await oneClick(token, { type, body })
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.body).toBe('You are unsubscribed.\n')
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(answer.headers['cache-control']).toBe('private, no-store')
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(starsIn(await person.offer())).toEqual([kept])
    expect(await isEnabled()).toBe(true)
  })

  test('is answered the same a second time, and when everything is gone', async () => {
    await person.subscribe(cloud.service)
    const first = await oneClick(token)
    const second = await oneClick(token)
    expect([second.statusCode, second.body]).toEqual([first.statusCode, first.body])
    await site.database.db.deleteFrom('users').where('id', '=', person.uid).execute()
    expect((await oneClick(token)).statusCode).toBe(200)
  })

  test('U-07 takes All out as a whole, and leaves what was chosen beside it', async () => {
    const [other] = (await person.offer()).core_cloud_services[0]?.subCategory.slice(-1) ?? []
    await person.subscribe([other?.tid])
    await person.subscribe('core_cloud_services')
    await oneClick(token)
    const data = await person.offer()
    expect(data.core_cloud_services[0]?.subscribed).toBe(0)
    expect(starsIn(data)).toEqual([other?.tid])
  })

  test('concerns nobody else', async () => {
    const other = await subscriber(site)
    await other.subscribe(cloud.service)
    await person.subscribe(cloud.service)
    await oneClick(token)
    expect(await other.count()).toBe(1)
  })

  test('with a token that is not ours is refused, and so is one without', async () => {
    await person.subscribe(cloud.service)
    const last = token.at(-1) === 'A' ? 'E' : 'A'
    for (const wrong of [
      `${token.slice(0, -1)}${last}`,
      `${token}A`,
      token.slice(1),
      'x',
      '',
      '%00',
      'a%20b',
    ]) {
      const answer = await oneClick(wrong)
      expect(answer.statusCode, wrong).toBe(422)
      expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
    }
    expect(await person.count()).toBe(1)
  })

  test.each([
    ['no form', 'application/json', '{"List-Unsubscribe":"One-Click"}', 415],
    ['broken', 'multipart/form-data; boundary=x', 'nothing of the kind', 400],
    ['without a boundary', 'multipart/form-data', 'nothing of the kind', 400],
    ['too large', 'application/x-www-form-urlencoded', `a=${'x'.repeat(9000)}`, 413],
    ['something else', 'application/x-www-form-urlencoded', 'List-Unsubscribe=Later', 422],
  ])('that is %s does nothing', async (_, type, body, status) => {
    await person.subscribe(cloud.service)
    expect((await oneClick(token, { type, body })).statusCode).toBe(status)
    expect(await person.count()).toBe(1)
  })

  test('does not look at who is signed in', async () => {
    const stranger = await subscriber(site)
    await stranger.subscribe(cloud.service)
    await person.subscribe(cloud.service)
    const answer = await oneClick(token, { headers: { cookie: stranger.cookie } })
    expect(answer.statusCode).toBe(200)
    expect([await stranger.count(), await person.count()]).toEqual([1, 0])
  })
})

describe('U-10 the page of the link', () => {
  test('is only read by GET, whatever it says, and is kept nowhere', async () => {
    await person.subscribe(cloud.service)
    for (const query of ['', '&all=1', '&from=everything', '&List-Unsubscribe=One-Click']) {
      const answer = await site.app.inject({ url: `/unsubscribe?token=${token}${query}` })
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['cache-control']).toBe('private, no-store')
      expect(answer.headers['referrer-policy']).toBe('strict-origin')
    }
    expect(await person.count()).toBe(1)
    expect(await isEnabled()).toBe(true)
  })

  test('posts its form without scripts, to the thing', async () => {
    await person.subscribe(cloud.service)
    const answer = await postForm(site.browser(), `/unsubscribe?token=${token}`, { from: 'thing' })
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/unsubscribe?done=thing'])
    expect(await person.count()).toBe(0)
    expect(await isEnabled()).toBe(true)
  })

  test('posts its form without scripts, to everything', async () => {
    await person.subscribe(cloud.service)
    const answer = await postForm(site.browser(), `/unsubscribe?token=${token}`, { from: 'everything' })
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/unsubscribe?done=everything'])
    expect(await person.count()).toBe(1)
    expect(await isEnabled()).toBe(false)
  })

  test('says what is wrong with a form that is', async () => {
    const answer = await postForm(site.browser(), '/unsubscribe?token=wrong', { from: 'thing' })
    expect(answer.statusCode).toBe(422)
    expect(answer.body).toContain('This link is not one of ours')
    const foreign = { origin: 'https://evil.example' }
    const posted = await postForm(site.browser(), `/unsubscribe?token=${token}`, { from: 'thing' }, foreign)
    expect(posted.statusCode).toBe(403)
  })
})

describe('U-10 the calls of the page', () => {
  test('tell what the link is about, and give no address away', async () => {
    await person.subscribe([cloud.service, await maintenanceOf(person)])
    await person.subscribe('datacenter')
    const { data } = (await ask('/api/unsubscribe/about', { token })).json<UnsubscribeAbout>()
    const service = (await person.offer()).core_cloud_services[0]?.subCategory.find(
      ({ tid }) => tid === cloud.service,
    )
    const email = await emailOf(person.uid)
    expect(data).toEqual({
      channel: 'email',
      is_enabled: true,
      address: `${email.slice(0, 2)}…@customer.example`,
      things: [`${service?.name} on northwall.net`, 'all public data centers of northwall.net'],
    })
  })

  test('unsubscribe from the thing, and say from what', async () => {
    await person.subscribe('datacenter')
    await person.subscribe('core_cloud_services')
    const answer = await ask('/api/unsubscribe', { token, from: 'thing' })
    expect(answer.json().data.message).toBe(
      'You are unsubscribed from all public data centers of northwall.net and all core cloud services of northwall.net.',
    )
    expect(await person.count()).toBe(0)
    const again = await ask('/api/unsubscribe', { token, from: 'thing' })
    expect(again.json().data.message).toBe('You do not subscribe any more to what brought this message.')
    expect((await ask('/api/unsubscribe/about', { token })).json<UnsubscribeAbout>().data.things).toEqual([])
  })

  test('switch the channel off with a reason, once, and leave the subscriptions', async () => {
    await person.subscribe('all')
    for (let time = 0; time < 2; time++) {
      expect((await ask('/api/unsubscribe', { token, from: 'everything' })).statusCode).toBe(200)
    }
    expect(await channel()).toEqual({
      is_enabled: false,
      disabled_reason: 'You switched it off by the link in a message.',
    })
    expect(await person.count()).toBe(5)
    expect((await ask('/api/unsubscribe/about', { token })).json<UnsubscribeAbout>().data.is_enabled).toBe(
      false,
    )
  })

  test('of a channel that was switched off before keep the reason for that', async () => {
    await site.database.db
      .updateTable('channels')
      .set({ is_enabled: false, disabled_reason: 'It failed for three days.' })
      .where('id', '=', channelId)
      .execute()
    await ask('/api/unsubscribe', { token, from: 'everything' })
    expect(await channel()).toMatchObject({ disabled_reason: 'It failed for three days.' })
  })

  test('of an account that is gone say so', async () => {
    await site.database.db.deleteFrom('users').where('id', '=', person.uid).execute()
    expect((await ask('/api/unsubscribe/about', { token })).json<UnsubscribeAbout>().data).toEqual({
      channel: null,
      is_enabled: false,
      address: null,
      things: [],
    })
    for (const from of ['thing', 'everything']) {
      expect((await ask('/api/unsubscribe', { token, from })).statusCode).toBe(200)
    }
  })

  test('refuse what is no link of ours', async () => {
    for (const [url, from] of [
      ['/api/unsubscribe/about', undefined],
      ['/api/unsubscribe', 'thing'],
      ['/api/unsubscribe', 'everything'],
    ] as const) {
      const answer = await ask(url, { token: `B${token.slice(1)}`, from })
      expect(answer.statusCode).toBe(422)
      expect(answer.json().message).toContain('This link is not one of ours')
    }
    expect((await ask('/api/unsubscribe', { token, from: 'nothing' })).statusCode).toBe(400)
  })
})

test('the token stands in no line of the log', async () => {
  const before = site.log.length
  await oneClick(token)
  await oneClick(`${token.slice(0, -1)}_`)
  await oneClick(token, { type: 'application/json', body: '{}' })
  await site.app.inject({ url: `/unsubscribe?token=${token}` })
  await postForm(site.browser(), `/unsubscribe?token=${token}`, {})
  await ask('/api/unsubscribe', { token, from: 'nothing' })
  const lines = site.log.slice(before)
  expect(lines.length).toBeGreaterThan(0)
  expect(JSON.stringify(lines)).not.toContain(token.slice(0, -1))
})

/** As a mail provider posts it: no cookie, no Origin. */
function oneClick(
  of: string,
  {
    type = 'application/x-www-form-urlencoded',
    body = 'List-Unsubscribe=One-Click',
    headers = {},
  }: { type?: string; body?: string; headers?: Record<string, string> } = {},
) {
  return site.app.inject({
    method: 'POST',
    url: `/unsubscribe?token=${of}`,
    payload: body,
    headers: { 'content-type': type, ...headers },
  })
}

function ask(url: string, payload: object) {
  return site.app.inject({ method: 'POST', url, payload, headers: { origin: SITE } })
}

async function maintenanceOf({ offer }: Person) {
  const [item] = (await offer()).maintenance
  return item?.tid
}

async function isEnabled() {
  return (await channel()).is_enabled
}

function channel() {
  return site.database.db
    .selectFrom('channels')
    .where('id', '=', channelId)
    .select(['is_enabled', 'disabled_reason'])
    .executeTakeFirstOrThrow()
}

async function emailOf(uid: number) {
  const { email } = await site.database.db
    .selectFrom('users')
    .where('id', '=', uid)
    .select('email')
    .executeTakeFirstOrThrow()
  return email ?? ''
}
