import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { madeUpPublication } from '../support/made-up-publication.ts'
import { type PostedMessages, postedMessages, SITE } from '../support/posted-messages.ts'

let all: PostedMessages

beforeAll(async () => {
  all = await postedMessages()
})
afterAll(() => all.stop())

describe('U-10 Slack', () => {
  test("gets blocks and text in the user's time zone, with all markup escaped", async () => {
    const publication = madeUpPublication({ title: '<!channel> *all* & <https://evil.example|here>' })
    await all.sender.send(all.delivery({ path: '/slack', kind: 'slack', publication }), publication)
    const { headers, ...post } = await all.receiver.postTo('/slack')
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
    expect(post.body).toContain('10:00')
    expect(post.body).toContain('You’re receiving this because you follow Gateway on northwall.net.')
    expect(post.body).toContain(`<${SITE}/subscribe|Manage subscriptions>`)
  })

  test('says that it no longer affects what its owner follows', async () => {
    const publication = madeUpPublication()
    const sent = all.delivery({ path: '/left', kind: 'slack', publication })
    const because = { scope: 'service', cloudId: 2, tid: 2002, others: 0, noLongerAffected: true } as const
    await all.sender.send({ ...sent, because }, publication)
    const { body } = await all.receiver.postTo('/left')
    expect(body).toContain('This incident no longer affects what you follow.')
    expect(body).not.toContain('because you follow')
  })

  test.each([
    ['text', { customer_impact: '<&>'.repeat(800) }],
    ['title', { title: '&'.repeat(300), status: '&'.repeat(500) }],
    ['name', { services: [{ tid: 2001, name: '&'.repeat(900) }] }],
  ])('gets no %s over its limits, however much is escaped', async (what, content) => {
    const publication = madeUpPublication(content)
    await all.sender.send(all.delivery({ path: `/long-${what}`, kind: 'slack', publication }), publication)
    const { blocks } = (await all.receiver.postTo(`/long-${what}`)).json<{ blocks: SlackBlock[] }>()
    const fields = blocks.flatMap((block) => block.fields ?? [])
    const texts = blocks.flatMap(({ text, elements = [] }) => (text ? [text, ...elements] : elements))
    expect(longest(fields)).toBeLessThanOrEqual(2_000)
    expect(longest(texts)).toBeLessThanOrEqual(3_000)
    expect(Math.max(longest(fields), longest(texts))).toBeGreaterThan(900)
    expect(JSON.stringify(blocks)).not.toMatch(/&(?!(amp|lt|gt);)/)
  })
})

test('U-10 Slack gets every fact, ten in a section', async () => {
  const changes = Array.from({ length: 6 }, (_, at) => ({
    kind: 'added' as const,
    services: [{ tid: at, name: `Service ${at}` }],
  }))
  const publication = madeUpPublication({ changes })
  await all.sender.send(all.delivery({ path: '/facts', kind: 'slack', publication }), publication)
  const { blocks } = (await all.receiver.postTo('/facts')).json<{ blocks: SlackBlock[] }>()
  const sections = blocks.flatMap(({ fields }) => (fields === undefined ? [] : [fields]))
  expect(sections.map((fields) => fields.length)).toEqual([10, 2])
  expect(sections[1]?.at(-1)?.text).toContain('*Next update*')
})

test.each([
  [41, 'One earlier message is on the site.'],
  [42, '2 earlier messages are on the site.'],
])('U-10 a digest of %i messages says how many are left out', async (count, words) => {
  const publications = Array.from({ length: count }, (_, at) => madeUpPublication({ id: 200 + at }))
  const path = `/digest-of-${count}`
  await all.sender.sendDigest(
    publications.map((publication) => all.delivery({ path, kind: 'slack', publication })),
    publications,
  )
  expect((await all.receiver.postTo(path)).body).toContain(words)
})

describe('U-10 Teams', () => {
  test('gets an adaptive card in a message envelope, without Markdown', async () => {
    const publication = madeUpPublication({ title: '[click](https://evil.example) **now**' })
    await all.sender.send(all.delivery({ path: '/teams', kind: 'teams', publication }), publication)
    const message = (await all.receiver.postTo('/teams')).json<TeamsMessage>()
    expect(message.type).toBe('message')
    const [attachment] = message.attachments
    expect(attachment?.contentType).toBe('application/vnd.microsoft.card.adaptive')
    const { type, body, actions } = attachment?.content ?? {}
    expect(type).toBe('AdaptiveCard')
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
      expect.stringMatching(/^Updated: .*12:00/),
      expect.stringMatching(/^Next update: .*14:00/),
      'You’re receiving this because you follow Gateway on northwall.net.',
    ])
    expect(actions?.map(({ title, url }) => [title, url.split('?')[0]])).toEqual([
      ['Open', `${SITE}/northwall.net/posts/${publication.recordId}`],
      ['Manage subscriptions', `${SITE}/subscribe`],
    ])
  })
})

interface SlackBlock {
  text?: { text: string }
  fields?: { text: string }[]
  elements?: { text: string }[]
}

function longest(texts: readonly { text: string }[]) {
  return Math.max(...texts.map(({ text }) => text.length))
}

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

test.each(['slack', 'teams', 'webhook'] as const)(
  "a message read by a whole room links to its owner's settings, and can't unsubscribe anyone: %s",
  async (kind) => {
    const publication = madeUpPublication({ id: 70 })
    const [one, several] = [`/one-${kind}`, `/several-${kind}`]
    await all.sender.send(all.delivery({ path: one, kind, publication }), publication)
    await all.sender.sendDigest([all.delivery({ path: several, kind, publication })], [publication])
    const { body } = await all.receiver.postTo(one)
    expect(body).toContain(`${SITE}/subscribe`)
    expect(body).not.toMatch(/unsubscribe|token/i)
    expect((await all.receiver.postTo(several)).body).not.toMatch(/unsubscribe|token/i)
  },
)
