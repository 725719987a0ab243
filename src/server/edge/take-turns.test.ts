import { EventEmitter } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { takeTurns } from './take-turns.ts'

test('a call keeps its turn until its work is done, also when its client hangs up', async () => {
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
