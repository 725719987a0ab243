import { EventEmitter } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, test, vi } from 'vitest'
import { answerOfBytes } from '../../edition/answer.ts'
import { AnswerCache } from '../../edition/answer-cache.ts'
import type { Held } from '../../edition/hold-edition.ts'
import { cachedOrMade } from '../answers/cached-or-made.ts'
import type { AccountContext, AppContext } from '../context.ts'
import { takeTurns } from './take-turns.ts'

test("a reader who asks for the same page as a flood does not wait in the flood's place", async () => {
  const { context } = takeTurns({
    clock: () => new Date(),
    holder: { current: () => undefined },
    metrics: { observeShed() {} },
    log: { warn() {} },
  } as unknown as AppContext)
  const edition = { site: {}, records: {}, log: null }
  const held = { edition, answers: new AnswerCache({ maxBytes: 1_000 }) } as unknown as Held
  const made: string[] = []
  const ask = (key: string, client: string, make: Promise<unknown>) =>
    cachedOrMade(context, held, { key, client }, async () => {
      await make
      made.push(key)
      return { key, answer: answerOfBytes({ headers: {}, identity: Buffer.alloc(1) }) }
    })

  let letGo: () => void = () => {}
  const isOver = new Promise<void>((resolve) => {
    letGo = resolve
  })
  // Three of the flood are in progress and don't end. The others wait, and the page is among the last.
  const flood = Array.from({ length: 50 }, (_, n) => ask(`flood ${n}`, 'flood', isOver))
  const page = ask('page', 'flood', Promise.resolve())
  expect(await ask('page', 'reader', Promise.resolve())).toBe(await page)
  expect(made).toEqual(['page'])
  letGo()
  await Promise.all(flood)
})

test('an account is one client, however many sessions it has', async () => {
  const turns = takeTurns({
    config: { isHttps: false },
    metrics: { observeShed() {} },
    log: { warn() {} },
    // A session token is the account number and a number of its own.
    accounts: {
      viewerOf: async (token: string) => ({ kind: 'user', uid: Number(token.split('.')[0]), roles: [] }),
    },
  } as unknown as AccountContext)

  const ask = (session: string) => {
    const request = {
      routeOptions: { config: { access: 'signed-in' } },
      headers: { cookie: `candor_session=${session}` },
      url: '/api/subscriptions',
      ip: '192.0.2.7',
    } as unknown as FastifyRequest
    return turns.begin(request, { raw: new EventEmitter() } as unknown as FastifyReply)
  }

  const sessions = Array.from({ length: 20 }, (_, n) => `1.${'x'.repeat(40)}${n}`)
  const other = `2.${'x'.repeat(41)}`
  for (const session of [...sessions, other]) await turns.context.accounts.viewerOf(session, new Date())
  for (const session of sessions) void ask(session)
  expect(await ask(other)).toBeUndefined()
})

test('a call keeps its turn until its work is done, even if its client hangs up', async () => {
  const context = { config: { isHttps: false }, metrics: { observeShed() {} }, log: { warn() {} } }
  const turns = takeTurns(context as never, { patience: 1_000 })
  const ends: (() => void)[] = []
  const route = { handler: () => new Promise<void>((resolve) => ends.push(resolve)) }
  turns.holdWhileWorking(route as never)
  const call = () => {
    const reply = { raw: new EventEmitter() } as unknown as FastifyReply
    const request = {
      routeOptions: { config: { access: 'signed-in' } },
      headers: { cookie: `candor_session=${'x'.repeat(43)}` },
      url: '/api/user/details',
      ip: '192.0.2.1',
    } as unknown as FastifyRequest
    void turns
      .begin(request, reply)
      .then(() => (route.handler as (...of: unknown[]) => unknown)(request, reply))
    return { hangUp: () => reply.raw.emit('close') }
  }

  const clients = Array.from({ length: 10 }, call)
  await turn()
  const atOnce = ends.length
  expect(atOnce).toBeGreaterThan(0)
  expect(atOnce).toBeLessThan(10)

  for (const { hangUp } of clients.slice(0, atOnce)) hangUp()
  await turn()
  expect(ends).toHaveLength(atOnce)

  ends[0]?.()
  await turn()
  await turn()
  expect(ends).toHaveLength(atOnce + 1)
})

test('readers who are refused before they could take a turn are logged, too, in one line', async () => {
  vi.useFakeTimers()
  try {
    const warn = vi.fn()
    const observeShed = vi.fn()
    const turns = takeTurns({ metrics: { observeShed }, log: { warn } } as unknown as AppContext)
    for (let refused = 0; refused < 3; refused++) turns.noteRefusedReader()
    vi.advanceTimersByTime(1_000)
    expect(observeShed.mock.calls).toEqual([['readers'], ['readers'], ['readers']])
    expect(warn.mock.calls).toEqual([[{ shed: 3 }, expect.stringContaining('Overloaded')]])
  } finally {
    vi.useRealTimers()
  }
})
