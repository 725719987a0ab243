import { expect, test } from 'vitest'
import type { ComposedMail } from './compose-mail.ts'
import { MailCache } from './mail-cache.ts'

function counting(room: number) {
  const mails = new MailCache(room)
  const composed: string[] = []
  const ask = (key: string) =>
    mails.get(key, async () => {
      composed.push(key)
      return { parts: [], slots: [], byteLength: 10, note: key } satisfies ComposedMail
    })
  return { ask, composed }
}

test('composes a mail once, even for concurrent requests', async () => {
  const { ask, composed } = counting(100)
  await Promise.all([ask('a'), ask('a')])
  expect((await ask('a')).note).toBe('a')
  expect(composed).toEqual(['a'])
})

test('evicts the least recently used mail', async () => {
  const { ask, composed } = counting(20)
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await ask(key)
  expect(composed).toEqual(['a', 'b', 'c', 'b'])
})

test('frees the space of evicted mails', async () => {
  const { ask, composed } = counting(20)
  await Promise.all(Array.from({ length: 50 }, (_, at) => ask(`mail ${at}`)))
  await ask('a')
  await ask('b')
  composed.length = 0
  await ask('a')
  await ask('b')
  expect(composed).toEqual([])
})

test('retries a mail that could not be composed', async () => {
  const mails = new MailCache()
  await expect(mails.get('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  const mail = { parts: [], slots: [], byteLength: 1, note: '' }
  expect(await mails.get('a', async () => mail)).toBe(mail)
})
