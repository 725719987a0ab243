import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newWebhookSecret } from '../../src/delivery/http/sign-webhook.ts'
import { madeUpPublication } from '../support/made-up-publication.ts'
import { type PostedMessages, postedMessages, SECRET, SITE } from '../support/posted-messages.ts'

const OLD_SECRET = newWebhookSecret()

let all: PostedMessages

beforeAll(async () => {
  all = await postedMessages()
})
afterAll(() => all.stop())

describe('U-10 a webhook', () => {
  test('is signed per Standard Webhooks, with a stable ID', async () => {
    const publication = madeUpPublication()
    const sent = all.delivery({ path: '/signed', publication })
    for (const attempt of [1, 2]) {
      expect(await all.sender.send(sent, publication)).toEqual({ kind: 'sent' })
      const { headers, body } = await all.receiver.postTo('/signed', attempt)
      expect(headers['webhook-id']).toBe(`msg_p${publication.id}_c5`)
      expect(verified(body, headers, SECRET)).toMatchObject({ type: 'incident.updated' })
    }
  })

  test('is also signed with the previous key while that is valid', async () => {
    const publication = madeUpPublication()
    await all.sender.send(
      all.delivery({ path: '/both', publication, previousSecret: OLD_SECRET }),
      publication,
    )
    const { headers, body } = await all.receiver.postTo('/both')
    for (const secret of [SECRET, OLD_SECRET]) expect(verified(body, headers, secret)).toBeDefined()
    expect(() => verified(body, headers, newWebhookSecret())).toThrow('No matching signature')
  })

  test('that was tampered with is detected', async () => {
    const publication = madeUpPublication()
    await all.sender.send(all.delivery({ path: '/tampered', publication }), publication)
    const { headers, body } = await all.receiver.postTo('/tampered')
    expect(() => verified(body.replace('Sign-in', 'Sign-out'), headers, SECRET)).toThrow()
    expect(() => verified(body, { ...headers, 'webhook-id': 'msg_p1_c1' }, SECRET)).toThrow()
    const later = String(Number(headers['webhook-timestamp']) + 1)
    expect(() => verified(body, { ...headers, 'webhook-timestamp': later }, SECRET)).toThrow()
  })

  test("contains the publication in the API's terms", async () => {
    const publication = madeUpPublication()
    await all.sender.send(all.delivery({ path: '/payload', publication }), publication)
    const message = (await all.receiver.postTo('/payload')).json()
    expect(message).toEqual({
      type: 'incident.updated',
      timestamp: publication.createdAt.toISOString(),
      data: {
        publication: publication.id,
        id: publication.recordId,
        url: `${SITE}/northwall.net/posts/${publication.recordId}`,
        kind: 'incident',
        notification_type: null,
        post_mortem: null,
        step: 'updated',
        is_urgent: true,
        title: 'Sign-in fails <for some> & others',
        status: 'In Progress',
        severity: 'Service Disruption',
        clouds: [{ id: 1, title: 'Northwall', domain: 'northwall.net' }],
        affects_whole_cloud: false,
        no_longer_affected: false,
        summary: 'Signing in fails.',
        text: 'We found the cause.\n\nThe fix is on its way.',
        customer_impact: 'Users cannot sign in.',
        available_workaround: null,
        update: { id: 77, posted_on: '2026-03-01T11:00:00.000Z' },
        services: [{ tid: 2001, name: 'Gateway' }],
        data_centers: [{ tid: 2101, name: 'Zurich I', region_tid: 2100, region: 'Europe' }],
        terms: [],
        posted_on: '2026-03-01T10:00:00.000Z',
        from_time: '2026-03-01T09:00:00.000Z',
        to_time: null,
        window_before: null,
        is_put_off: false,
        is_reopened: false,
        changes: [],
        closed_on: null,
        next_update: '2026-03-01T13:00:00.000Z',
        is_shortened: false,
        manage_url: `${SITE}/subscribe`,
      },
    })
  })

  test('says whether the window still applies, and whether it was over before', async () => {
    const publication = madeUpPublication({ is_put_off: true, is_reopened: true })
    await all.sender.send(all.delivery({ path: '/flags', publication }), publication)
    expect((await all.receiver.postTo('/flags')).json().data).toMatchObject({
      is_put_off: true,
      is_reopened: true,
    })
  })

  test('says that it no longer affects what its owner follows', async () => {
    const publication = madeUpPublication()
    const sent = all.delivery({ path: '/left', publication })
    const because = { scope: 'service', cloudId: 2, tid: 2002, others: 0, noLongerAffected: true } as const
    await all.sender.send({ ...sent, because }, publication)
    expect((await all.receiver.postTo('/left')).json().data).toMatchObject({ no_longer_affected: true })
  })

  test('S-03 says that a whole cloud is affected', async () => {
    const publication = madeUpPublication({ services: [], data_centers: [] })
    await all.sender.send(all.delivery({ path: '/whole', publication }), publication)
    expect((await all.receiver.postTo('/whole')).json().data).toMatchObject({ affects_whole_cloud: true })
  })

  test('with a daily digest is one message', async () => {
    const publications = [madeUpPublication({ id: 31 }), madeUpPublication({ id: 32, step: 'resolved' })]
    const outcome = await all.sender.sendDigest(
      publications.map((publication) => all.delivery({ path: '/digest', publication })),
      publications,
    )
    expect(outcome).toEqual({ kind: 'sent' })
    const { headers, body } = await all.receiver.postTo('/digest')
    expect(headers['webhook-id']).toBe('msg_d32_n2_c5')
    expect(verified(body, headers, SECRET)).toMatchObject({
      type: 'digest',
      data: {
        count: 2,
        is_shortened: false,
        events: [{ type: 'incident.updated' }, { type: 'incident.resolved' }],
      },
    })
  })
})

describe('U-10 the outcome', () => {
  test.each([
    [410, { kind: 'gone', reason: 'http 410' }],
    [404, { kind: 'refused', reason: 'http 404' }],
    [302, { kind: 'refused', reason: 'http 302' }],
    [503, { kind: 'later', reason: 'http 503', retryAfterS: 30 }],
  ])('of an answer with %i', async (status, outcome) => {
    const publication = madeUpPublication()
    const headers = { 'retry-after': '30', location: `${all.receiver.url}/elsewhere` }
    all.receiver.behaveAt('/answer', { kind: 'answer', status, headers })
    expect(await all.sender.send(all.delivery({ path: '/answer', publication }), publication)).toEqual(
      outcome,
    )
  })

  test('is "too late" for a delivery whose lease is about to expire', async () => {
    const publication = madeUpPublication()
    const late = {
      ...all.delivery({ path: '/late', publication }),
      leasedUntil: new Date(Date.now() + 5_000),
    }
    expect(await all.sender.send(late, publication)).toEqual({ kind: 'too-late' })
    await all.sender.send(all.delivery({ path: '/after-late', publication }), publication)
    expect(all.receiver.posts.map(({ path }) => path)).not.toContain('/late')
  })
})

function verified(body: string, headers: NodeJS.Dict<string | string[]>, secret: string) {
  return new Webhook(secret).verify(body, headers as Record<string, string>)
}
