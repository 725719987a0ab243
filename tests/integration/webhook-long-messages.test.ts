import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BODY_BYTES } from '../../src/delivery/http/fitting.ts'
import { madeUpPublication } from '../support/made-up-publication.ts'
import { type PostedMessages, postedMessages } from '../support/posted-messages.ts'

let all: PostedMessages

beforeAll(async () => {
  all = await postedMessages()
})
afterAll(() => all.stop())

describe('U-10 a very long record', () => {
  const huge = hugePublication()

  test.each(['webhook', 'slack', 'teams'] as const)(
    'fits into a message of %s, marked as shortened',
    async (kind) => {
      await all.sender.send(all.delivery({ path: `/huge-${kind}`, kind, publication: huge }), huge)
      const post = await all.receiver.postTo(`/huge-${kind}`)
      expect(Buffer.byteLength(post.body)).toBeLessThan(BODY_BYTES)
      expect(Buffer.byteLength(post.body)).toBeGreaterThan(1_000)
      expect(() => post.json()).not.toThrow()
      if (kind !== 'webhook') return
      const { data } = post.json<{ data: { text: string } }>()
      expect(data).toMatchObject({ is_shortened: true, text: expect.stringMatching(/…$/) })
    },
  )

  test.each(['webhook', 'slack', 'teams'] as const)(
    'fits into a digest of %s, with many others',
    async (kind) => {
      const publications = Array.from({ length: 300 }, (_, at) => ({ ...huge, id: 1000 + at }))
      await all.sender.sendDigest(
        publications.map((publication) => all.delivery({ path: `/digest-${kind}`, kind, publication })),
        publications,
      )
      const post = await all.receiver.postTo(`/digest-${kind}`)
      expect(Buffer.byteLength(post.body)).toBeLessThan(BODY_BYTES)
      expect(post.body).toContain('300')
    },
  )

  test('is marked as shortened if only another text was cut, and so is a digest', async () => {
    const shortened = async (path: string) =>
      (await all.receiver.postTo(path)).json<{ data: { is_shortened: boolean } }>().data.is_shortened
    const impact = madeUpPublication({ customer_impact: 'It is slow. '.repeat(1_000) })
    await all.sender.send(all.delivery({ path: '/impact', publication: impact }), impact)
    expect(await shortened('/impact')).toBe(true)
    const title = madeUpPublication({ title: 'Slow '.repeat(2_000) })
    await all.sender.sendDigest([all.delivery({ path: '/title', publication: title })], [title])
    expect(await shortened('/title')).toBe(true)
  })
})

function hugePublication() {
  const name = (at: number) => `Ÿ “${at}” ${'<&>'.repeat(20)}`
  return madeUpPublication({
    title: '語'.repeat(500),
    summary: '語'.repeat(5_000),
    update: { id: 1, posted_on: '2026-03-01T11:00:00.000Z', body: `<p>${'&lt;語 '.repeat(10_000)}</p>` },
    customer_impact: '"\\'.repeat(5_000),
    available_workaround: '語'.repeat(9_000),
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
