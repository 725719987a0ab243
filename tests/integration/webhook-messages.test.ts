import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ClaimedDelivery } from '../../src/delivery/claimed-delivery.ts'
import { BODY_BYTES } from '../../src/delivery/http/fitting.ts'
import { httpSender } from '../../src/delivery/http/http-sender.ts'
import { openPoster } from '../../src/delivery/http/poster.ts'
import { newWebhookSecret } from '../../src/delivery/http/sign-webhook.ts'
import type { Sender } from '../../src/delivery/sender.ts'
import type { Publication } from '../../src/domain/telling/publication.ts'
import { type HttpReceiver, httpReceiver } from '../support/http-receiver.ts'
import { madeUpPublication } from '../support/made-up-publication.ts'

const SITE = 'https://trust.northwall.example'
const SECRET = newWebhookSecret()
const OLD_SECRET = newWebhookSecret()

let receiver: HttpReceiver
let sender: Sender

beforeAll(async () => {
  receiver = await httpReceiver()
  const clock = () => new Date()
  sender = httpSender({
    poster: openPoster({ isLocalAllowed: true, clock }),
    publicUrl: SITE,
    unsubscribeKey: Buffer.alloc(32, 7),
    clock,
  })
})
afterAll(async () => {
  await sender.close()
  await receiver.stop()
})

describe('U-10 a webhook', () => {
  test('is signed as Standard Webhooks are, with an id that stays', async () => {
    const publication = madeUpPublication()
    const sent = delivery({ path: '/signed', publication })
    for (const attempt of [1, 2]) {
      expect(await sender.send(sent, publication)).toEqual({ kind: 'sent' })
      const { headers, body } = await receiver.postTo('/signed', attempt)
      expect(headers['webhook-id']).toBe(`msg_p${publication.id}_c5`)
      expect(verified(body, headers, SECRET)).toMatchObject({ type: 'incident.updated' })
    }
  })

  test('is signed with the previous key as well while that counts', async () => {
    const publication = madeUpPublication()
    await sender.send(delivery({ path: '/both', publication, previousSecret: OLD_SECRET }), publication)
    const { headers, body } = await receiver.postTo('/both')
    for (const secret of [SECRET, OLD_SECRET]) expect(verified(body, headers, secret)).toBeDefined()
    expect(() => verified(body, headers, newWebhookSecret())).toThrow('No matching signature')
  })

  test('that somebody has changed on the way is found out', async () => {
    const publication = madeUpPublication()
    await sender.send(delivery({ path: '/tampered', publication }), publication)
    const { headers, body } = await receiver.postTo('/tampered')
    expect(() => verified(body.replace('Sign-in', 'Sign-out'), headers, SECRET)).toThrow()
    expect(() => verified(body, { ...headers, 'webhook-id': 'msg_p1_c1' }, SECRET)).toThrow()
    const later = String(Number(headers['webhook-timestamp']) + 1)
    expect(() => verified(body, { ...headers, 'webhook-timestamp': later }, SECRET)).toThrow()
  })

  test('tells what was published, in the words of the API', async () => {
    const publication = madeUpPublication()
    await sender.send(delivery({ path: '/payload', publication }), publication)
    const message = (await receiver.postTo('/payload')).json()
    expect(message).toEqual({
      type: 'incident.updated',
      timestamp: publication.createdAt.toISOString(),
      data: {
        publication: publication.id,
        id: publication.recordId,
        url: `${SITE}/northwall.net/posts/${publication.recordId}`,
        kind: 'incident',
        notification_type: null,
        step: 'updated',
        is_urgent: true,
        title: 'Sign-in fails <for some> & others',
        status: 'In Progress',
        severity: 'Service Disruption',
        clouds: [{ id: 1, title: 'Northwall', domain: 'northwall.net' }],
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
        closed_on: null,
        next_update: '2026-03-01T13:00:00.000Z',
        is_shortened: false,
        unsubscribe_url: expect.stringMatching(
          /^https:\/\/trust\.northwall\.example\/unsubscribe\?token=[\w-]+$/,
        ),
      },
    })
  })

  test('of a day is one digest', async () => {
    const publications = [madeUpPublication({ id: 31 }), madeUpPublication({ id: 32, step: 'resolved' })]
    const outcome = await sender.sendDigest(
      publications.map((publication) => delivery({ path: '/digest', publication })),
      publications,
    )
    expect(outcome).toEqual({ kind: 'sent' })
    const { headers, body } = await receiver.postTo('/digest')
    expect(headers['webhook-id']).toBe('msg_d32_c5')
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

describe('U-10 Slack', () => {
  test('is told in blocks with a text, in the zone of the user, and nothing in it acts', async () => {
    const publication = madeUpPublication({ title: '<!channel> *all* & <https://evil.example|here>' })
    await sender.send(delivery({ path: '/slack', kind: 'slack', publication }), publication)
    const { headers, ...post } = await receiver.postTo('/slack')
    expect(headers['webhook-signature']).toBeUndefined()
    const message = post.json<{ text: string; blocks: { type: string }[] }>()
    expect(message.text).toBe(
      'northwall.net: Service Disruption, In Progress: &lt;!channel&gt; *all* &amp; &lt;https://evil.example|here&gt;',
    )
    expect(post.body).not.toContain('<!channel>')
    expect(post.body).not.toContain('<https://evil')
    expect(message.blocks.map(({ type }) => type)).toEqual([
      'section',
      'section',
      'section',
      'section',
      'context',
    ])
    expect(post.body).toContain('The fix is on its way.')
    expect(post.body).toContain(`<${SITE}/northwall.net/posts/${publication.recordId}|`)
    // 09:00 in UTC.
    expect(post.body).toContain('10:00')
    expect(post.body).toContain('You get this because you subscribed to Gateway on northwall.net.')
    expect(post.body).toContain(`<${SITE}/subscribe|Manage subscriptions>`)
  })
})

describe('U-10 Teams', () => {
  test('is told by an adaptive card in the envelope of a message, without Markdown', async () => {
    const publication = madeUpPublication({ title: '[click](https://evil.example) **now**' })
    await sender.send(delivery({ path: '/teams', kind: 'teams', publication }), publication)
    const message = (await receiver.postTo('/teams')).json<TeamsMessage>()
    expect(message.type).toBe('message')
    const [attachment] = message.attachments
    expect(attachment?.contentType).toBe('application/vnd.microsoft.card.adaptive')
    const { type, body, actions } = attachment?.content ?? {}
    expect(type).toBe('AdaptiveCard')
    // Text runs are never read as Markdown.
    expect(new Set(body?.map((block) => block.type))).toEqual(new Set(['RichTextBlock']))
    const words = body?.map(({ inlines }) => inlines.map(({ text }) => text).join(''))
    expect(words).toEqual([
      '[click](https://evil.example) **now**',
      'Incident update on northwall.net · Service Disruption, In Progress',
      'We found the cause.',
      'The fix is on its way.',
      'Customer impact: Users cannot sign in.',
      'Cloud: northwall.net',
      'Service: Gateway',
      'Data center: Zurich I',
      expect.stringMatching(/^Began: .*10:00/),
      expect.stringMatching(/^Next update: .*14:00/),
      'You get this because you subscribed to Gateway on northwall.net.',
    ])
    expect(actions?.map(({ title, url }) => [title, url.split('?')[0]])).toEqual([
      ['Open', `${SITE}/northwall.net/posts/${publication.recordId}`],
      ['Manage subscriptions', `${SITE}/subscribe`],
      ['Unsubscribe', `${SITE}/unsubscribe`],
    ])
  })
})

describe('U-10 a record without end', () => {
  const huge = hugePublication()

  test.each(['webhook', 'slack', 'teams'] as const)('fits into a message of %s', async (kind) => {
    await sender.send(delivery({ path: `/huge-${kind}`, kind, publication: huge }), huge)
    const post = await receiver.postTo(`/huge-${kind}`)
    expect(Buffer.byteLength(post.body)).toBeLessThan(BODY_BYTES)
    expect(Buffer.byteLength(post.body)).toBeGreaterThan(1_000)
    expect(() => post.json()).not.toThrow()
  })

  test.each(['webhook', 'slack', 'teams'] as const)('fits into a digest of %s, with many', async (kind) => {
    const publications = Array.from({ length: 300 }, (_, at) => ({ ...huge, id: 1000 + at }))
    await sender.sendDigest(
      publications.map((publication) => delivery({ path: `/digest-${kind}`, kind, publication })),
      publications,
    )
    const post = await receiver.postTo(`/digest-${kind}`)
    expect(Buffer.byteLength(post.body)).toBeLessThan(BODY_BYTES)
    expect(post.body).toContain('300')
  })

  test('says that it is shortened', async () => {
    await sender.send(delivery({ path: '/shortened', publication: huge }), huge)
    const { data } = (await receiver.postTo('/shortened')).json<{ data: { text: string } }>()
    expect(data).toMatchObject({ is_shortened: true, text: expect.stringMatching(/…$/) })
  })
})

describe('U-10 what comes back', () => {
  test.each([
    [410, { kind: 'gone', reason: 'http 410' }],
    [404, { kind: 'refused', reason: 'http 404' }],
    [302, { kind: 'refused', reason: 'http 302' }],
    [503, { kind: 'later', reason: 'http 503', retryAfterS: 30 }],
  ])('an answer with %i', async (status, outcome) => {
    const publication = madeUpPublication()
    const headers = { 'retry-after': '30', location: `${receiver.url}/elsewhere` }
    receiver.behaveAt('/answer', { kind: 'answer', status, headers })
    expect(await sender.send(delivery({ path: '/answer', publication }), publication)).toEqual(outcome)
  })

  test('what has too little left of its lease is not begun', async () => {
    const publication = madeUpPublication()
    const late = {
      ...delivery({ path: '/late', publication }),
      leasedUntil: new Date(Date.now() + 5_000),
    }
    expect(await sender.send(late, publication)).toEqual({ kind: 'too-late' })
    await sender.send(delivery({ path: '/after-late', publication }), publication)
    expect(receiver.posts.map(({ path }) => path)).not.toContain('/late')
  })
})

interface TeamsMessage {
  type: string
  attachments: {
    contentType: string
    content: {
      type: string
      body: { type: string; inlines: { type: string; text: string }[] }[]
      actions: { title: string; url: string }[]
    }
  }[]
}

function delivery({
  path,
  publication,
  kind = 'webhook',
  previousSecret = null,
}: {
  path: string
  publication: Publication
  kind?: 'webhook' | 'slack' | 'teams'
  previousSecret?: string | null
}): ClaimedDelivery {
  return {
    id: 1,
    fence: 1,
    attempts: 1,
    publicationId: publication.id,
    userId: 9,
    createdAt: new Date(),
    leasedUntil: new Date(Date.now() + 50_000),
    channel: {
      id: 5,
      kind,
      address: receiver.url + path,
      secret: kind === 'webhook' ? SECRET : null,
      previousSecret,
    },
    zone: 'Europe/Zurich',
    because: { scope: 'service', cloudId: 1, tid: 2001 },
  }
}

/** By the library that receivers use. */
function verified(body: string, headers: NodeJS.Dict<string | string[]>, secret: string) {
  return new Webhook(secret).verify(body, headers as Record<string, string>)
}

function hugePublication() {
  const name = (at: number) => `Ÿ “${at}” ${'<&>'.repeat(20)}`
  return madeUpPublication({
    title: '語'.repeat(500),
    summary: '語'.repeat(5_000),
    update: { id: 1, posted_on: '2026-03-01T11:00:00.000Z', body: `<p>${'&lt;語 '.repeat(50_000)}</p>` },
    customer_impact: '"\\'.repeat(20_000),
    available_workaround: '語'.repeat(20_000),
    services: Array.from({ length: 500 }, (_, at) => ({ tid: at, name: name(at) })),
    data_centers: Array.from({ length: 500 }, (_, at) => ({
      tid: at,
      name: name(at),
      region_tid: at,
      region: name(at),
    })),
    clouds: Array.from({ length: 40 }, (_, at) => ({
      id: at + 1,
      title: name(at),
      domain: `cloud-${at}.example`,
    })),
  })
}
