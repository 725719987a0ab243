import { EventEmitter } from 'node:events'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import type { AccountContext } from '../context.ts'
import { takeTurns } from './take-turns.ts'

test('an account is one client, however many sessions it has', async () => {
  const turns = takeTurns({
    config: { isHttps: false },
    metrics: { observeShed() {} },
    log: { warn() {} },
    // A session is the number of its account and one of its own.
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
  // One place at work is for another client: it need not wait until one of the twenty ends.
  expect(await ask(other)).toBeUndefined()
})
