import { expect, test } from 'vitest'
import { type Answer, answerOfBytes } from './answer.ts'
import { AnswerCache } from './answer-cache.ts'

const NOW = 1_000

function answer(bytes: number, expiresAt?: number): Answer {
  return answerOfBytes({ headers: {}, identity: Buffer.alloc(bytes), expiresAt })
}

function keep(cache: AnswerCache, key: string, kept: Answer) {
  return cache.compute(key, async () => ({ key, answer: kept }))
}

test('an answer is cached under its request', async () => {
  const cache = new AnswerCache({ maxBytes: 100, entryBytes: 0 })
  const made = answer(10)
  expect(cache.find('a', NOW)).toBeUndefined()
  expect(await keep(cache, 'a', made)).toBe(made)
  expect(cache.find('a', NOW)).toBe(made)
  expect(cache.find('b', NOW)).toBeUndefined()
})

test('a hundred simultaneous requests compute once', async () => {
  const cache = new AnswerCache({ maxBytes: 100, entryBytes: 0 })
  let computed = 0
  const compute = async () => {
    computed++
    await new Promise((resolve) => setImmediate(resolve))
    return { key: 'a', answer: answer(10) }
  }
  const answers = await Promise.all(Array.from({ length: 100 }, () => cache.compute('a', compute)))
  expect(computed).toBe(1)
  expect(new Set(answers).size).toBe(1)
})

test('a client that joins a pending computation adds its own place in the queue', async () => {
  const cache = new AnswerCache({ maxBytes: 100, entryBytes: 0 })
  const places: string[] = []
  let make = () => {}
  const ask = (client: string) =>
    cache.computeInTurn('a', {
      client,
      begin: () => {
        places.push(client)
        const made = new Promise<{ key: string; answer: Answer }>((resolve) => {
          make = () => resolve({ key: 'a', answer: answer(10) })
        })
        return { made, alsoFor: (other) => places.push(`also ${other}`) }
      },
    })
  const both = [ask('flood'), ask('reader')]
  expect(places).toEqual(['flood', 'also reader'])
  make()
  const [first, second] = await Promise.all(both)
  expect(first).toBe(second)
  expect(cache.find('a', NOW)).toBe(first)
})

test("different requests don't wait for each other", async () => {
  const cache = new AnswerCache({ maxBytes: 100, entryBytes: 0 })
  const never = cache.compute('slow', () => new Promise(() => {}))
  await keep(cache, 'quick', answer(1))
  expect(cache.find('quick', NOW)).toBeDefined()
  expect(never).toBeInstanceOf(Promise)
})

test('a failure reaches everyone who waits and is not cached', async () => {
  const cache = new AnswerCache({ maxBytes: 100, entryBytes: 0 })
  const failing = async () => {
    throw new Error('broken')
  }
  const both = await Promise.allSettled([cache.compute('a', failing), cache.compute('a', failing)])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(cache).toMatchObject({ entries: 0, bytes: 0 })

  await keep(cache, 'a', answer(10))
  expect(cache.find('a', NOW)).toBeDefined()
})

test('when space runs out, the least recently used answers are evicted first', async () => {
  const cache = new AnswerCache({ maxBytes: 100, entryBytes: 0 })
  for (const key of ['a', 'b', 'c']) await keep(cache, key, answer(30))
  cache.find('a', NOW)
  await keep(cache, 'd', answer(60))
  expect(['a', 'b', 'c', 'd'].filter((key) => cache.find(key, NOW) !== undefined)).toEqual(['a', 'd'])
  expect(cache).toMatchObject({ entries: 2, bytes: 90 })
})

test('bytes are counted over all encodings and never pass the limit', async () => {
  const cache = new AnswerCache({ maxBytes: 1_000, entryBytes: 0 })
  for (let index = 0; index < 500; index++) {
    const bytes = Buffer.alloc(1 + (index % 97))
    const made = answerOfBytes({ headers: {}, identity: bytes, br: bytes, gzip: bytes })
    await keep(cache, `key ${index % 61}`, made)
    expect(cache.bytes).toBeLessThanOrEqual(1_000)
  }
  const kept = Array.from({ length: 61 }, (_, index) => cache.find(`key ${index}`, NOW))
  expect(cache.bytes).toBe(kept.reduce((sum, found) => sum + (found?.byteLength ?? 0), 0))
})

test('an answer larger than the whole cache is returned but not cached, and the byte count stays right', async () => {
  const cache = new AnswerCache({ maxBytes: 100, entryBytes: 0 })
  const huge = answer(101)
  expect(await keep(cache, 'huge', huge)).toBe(huge)
  expect(cache.find('huge', NOW)).toBeUndefined()
  expect(cache).toMatchObject({ entries: 0, bytes: 0 })
})

test('an answer that expires is found until it does', async () => {
  const cache = new AnswerCache({ maxBytes: 100, entryBytes: 0 })
  await keep(cache, 'a', answer(10, 2_000))
  expect(cache.find('a', 1_999)).toBeDefined()
  expect(cache.find('a', 2_000)).toBeUndefined()
  expect(cache.has('a', 2_000)).toBe(false)
})

test('a recomputed answer replaces the old one', async () => {
  const cache = new AnswerCache({ maxBytes: 100, entryBytes: 0 })
  await keep(cache, 'a', answer(60))
  const second = answer(40)
  await keep(cache, 'a', second)
  expect(cache.find('a', NOW)).toBe(second)
  expect(cache).toMatchObject({ entries: 1, bytes: 40 })
})

test('any number of requests for missing pages share one cached answer', async () => {
  const cache = new AnswerCache({ maxBytes: 100, entryBytes: 0 })
  for (let index = 0; index < 1_000; index++) {
    await cache.compute(`missing ${index}`, async () => ({ key: 'missing', answer: answer(50) }))
  }
  expect(cache).toMatchObject({ entries: 1, bytes: 50 })
  expect(cache.find('missing', NOW)).toBeDefined()
})

test('an answer computed without a key reaches everyone who waits and is not cached', async () => {
  const cache = new AnswerCache({ maxBytes: 100, entryBytes: 0 })
  const passing = answer(10)
  const compute = async () => ({ key: undefined, answer: passing })
  expect(await Promise.all([cache.compute('a', compute), cache.compute('a', compute)])).toEqual([
    passing,
    passing,
  ])
  expect(cache.find('a', NOW)).toBeUndefined()
  expect(cache).toMatchObject({ entries: 0, bytes: 0 })
})

test('answers without a body use memory too, so their number is limited as well', async () => {
  const cache = new AnswerCache({ maxBytes: 100_000 })
  for (let n = 0; n < 1_000; n++) await keep(cache, `/posts/${n}`, answer(0))
  expect(cache.entries).toBeLessThan(100)
  expect(cache.bytes).toBeLessThanOrEqual(100_000)
})

test('a precomputed answer counts as requested once a reader asks for it', async () => {
  const cache = new AnswerCache({ maxBytes: 100, entryBytes: 0 })
  for (const key of ['a', 'b', 'c']) {
    await cache.compute(key, async () => ({ key, answer: answer(1) }), { interest: 0 })
  }
  expect([cache.interestLeft().size, cache.has('a', NOW), cache.has('d', NOW)]).toEqual([0, true, false])
  for (const key of ['b', 'c', 'c']) cache.find(key, NOW)
  expect([...cache.interestLeft().keys()]).toEqual(['c', 'b'])
})

test('readers who wait for an answer that is being made ahead count as interested in it', async () => {
  const cache = new AnswerCache({ maxBytes: 100, entryBytes: 0 })
  const ahead = cache.compute('a', async () => ({ key: 'a', answer: answer(1) }), { interest: 0 })
  const joining = cache.computeInTurn('a', { client: 'reader', begin: () => expect.unreachable() })
  expect(await joining).toBe(await ahead)
  expect([...cache.interestLeft()]).toEqual([['a', 1 / 2]])
})

test.each([
  ['carried over', true],
  ['taken back', false],
])(
  'without further requests, an answer is made ahead for four more editions if it is %s',
  async (_, mayStandIn) => {
    let cache = new AnswerCache({ maxBytes: 100, entryBytes: 0 })
    const isMadeAhead: boolean[] = []
    await keep(cache, 'a', answer(1))
    for (let edition = 1; edition <= 6; edition++) {
      const interest = cache.interestLeft().get('a')
      isMadeAhead.push(interest !== undefined)
      const earlier = { answers: cache, at: new Date(NOW), mayStandIn }
      cache = new AnswerCache({ maxBytes: 100, entryBytes: 0, earlier })
      if (interest !== undefined)
        await cache.compute('a', async () => ({ key: 'a', answer: answer(1) }), { interest })
    }
    expect(isMadeAhead).toEqual([true, true, true, true, false, false])
  },
)

test('an expired answer is replaced by the successor prepared for it', async () => {
  const cache = new AnswerCache({ maxBytes: 100, entryBytes: 0 })
  const [first, second] = [answer(10, NOW + 10), answer(20, NOW + 20)]
  await keep(cache, 'a', first)
  expect(cache.keysEndingBy(NOW + 10)).toEqual([{ key: 'a', endsAt: NOW + 10 }])
  cache.keepForLater('a', { answer: second })
  expect(cache.keysEndingBy(NOW + 10)).toEqual([])
  expect([cache.find('a', NOW + 9), cache.bytes]).toEqual([first, 30])
  expect([cache.find('a', NOW + 10), cache.bytes]).toEqual([second, 20])
  expect(cache.find('a', NOW + 20)).toBeUndefined()
})

test('a successor for an answer that is not cached is dropped', () => {
  const cache = new AnswerCache({ maxBytes: 100, entryBytes: 0 })
  cache.keepForLater('a', { answer: answer(10) })
  expect([cache.find('a', NOW), cache.bytes]).toEqual([undefined, 0])
})

test('an expired answer stands in, with its age, until another replaces it', async () => {
  const cache = new AnswerCache({ maxBytes: 100, entryBytes: 0 })
  const before = answer(10, NOW)
  await keep(cache, 'a', before)
  expect([cache.find('a', NOW), cache.has('a', NOW)]).toEqual([undefined, false])
  expect(cache.standIn('a', NOW + 1_500)).toEqual({ answer: before, ageS: 2, isOfEarlierEdition: false })
  expect(cache.standIn('never made', NOW)).toBeUndefined()
  const next = answer(10, NOW + 100)
  await keep(cache, 'a', next)
  expect(cache.find('a', NOW)).toBe(next)
  expect(cache).toMatchObject({ entries: 1, bytes: 10 })
})

test('answers of the previous edition are not sent until they are verified, except as stand-ins', async () => {
  const before = new AnswerCache({ maxBytes: 100, entryBytes: 0 })
  const [same, other] = [answer(10), answer(10)]
  const madeOf = { parts: [], derived: [], endsAt: undefined }
  await before.compute('same', async () => ({ key: 'same', answer: same, madeOf }))
  await before.compute('other', async () => ({ key: 'other', answer: other, madeOf }))
  const earlier = { answers: before, at: new Date(NOW), mayStandIn: true }
  const next = new AnswerCache({ maxBytes: 100, entryBytes: 0, earlier })
  expect([next.find('same', NOW), next.has('same', NOW), next.bytes]).toEqual([undefined, false, 20])
  expect(next.standIn('other', NOW + 3_000)).toEqual({ answer: other, ageS: 3, isOfEarlierEdition: true })
  next.prove('same', { answer: same, madeOf })
  expect(next.find('same', NOW)).toBe(same)
  expect(next.counts).toEqual({ made: 0, carried: 1 })
})

test('no older answer stands in after a withdrawal, however many editions follow', async () => {
  const first = new AnswerCache({ maxBytes: 100, entryBytes: 0 })
  const madeOf = { parts: [], derived: [], endsAt: undefined }
  await first.compute('a', async () => ({ key: 'a', answer: answer(10), madeOf }))
  const at = new Date(NOW)
  const second = new AnswerCache({
    maxBytes: 100,
    entryBytes: 0,
    earlier: { answers: first, at, mayStandIn: false },
  })
  expect([second.standIn('a', NOW), second.unproven('a')]).toEqual([undefined, expect.anything()])
  const third = new AnswerCache({
    maxBytes: 100,
    entryBytes: 0,
    earlier: { answers: second, at, mayStandIn: true },
  })
  expect(third.standIn('a', NOW)).toBeUndefined()
})

test('answers that expire soon are listed by how often they are requested', async () => {
  const cache = new AnswerCache({ maxBytes: 100, entryBytes: 0 })
  for (const key of ['seldom', 'often', 'never over']) {
    await keep(cache, key, answer(1, key === 'never over' ? undefined : NOW + 10))
  }
  for (const key of ['often', 'often', 'never over', 'never over', 'never over']) cache.find(key, NOW)
  expect(cache.keysEndingBy(NOW + 10).map(({ key }) => key)).toEqual(['often', 'seldom'])
})
