import fastify from 'fastify'
import { expect, test } from 'vitest'
import { AnswerCache } from '../../edition/answer-cache.ts'
import type { Held } from '../../edition/hold-edition.ts'
import { logFileAt, type PublicLog } from '../../edition/log/public-log.ts'
import type { ObservedHeld } from '../../edition/observe.ts'
import { EMPTY_SHELF } from '../../edition/record-shelf.ts'
import { NO_PAST_WITHOUT_DATABASE, versionsFor } from '../answers/read-answer.ts'
import type { AppContext } from '../context.ts'
import { toFault } from '../http/faults.ts'
import { logRoutes } from './log.ts'

/* Requests for the log and for versions take the same turns as pages, so they don't wait for a lost
   database. */
const FACE = `/log/faces/${'0'.repeat(64)}`
const TILE = 'tile/0/000.p/3'
const LOG = {
  id: '0123456789abcdef',
  size: 3,
  root: '00'.repeat(32),
  public_key: '11'.repeat(32),
  host: 'a.example',
}
const EDITION = {
  number: 7,
  log: LOG,
  site: { images: new Set() },
  records: EMPTY_SHELF,
  messageTimes: new Map(),
  logEntries: new Map(),
}

/** On a site that has lost contact with its database. */
async function answerAt(path: string, of: { accounts?: object }) {
  const held = { edition: EDITION, staleSince: new Date(), answers: new AnswerCache({ maxBytes: 0 }) }
  const publicLog: PublicLog = {
    checkpoint: async () => ({ note: 'signed', id: LOG.id, size: LOG.size }),
    file: async (name) => (logFileAt(name) === undefined ? undefined : Buffer.from('{}')),
  }
  const app = fastify()
  app.setErrorHandler((error, _, reply) => reply.code(toFault(error).status).send(toFault(error).body()))
  logRoutes(app, {
    config: { isTrustDR: of.accounts === undefined, caches: { cdnMaxAgeS: 1 } },
    holder: { current: () => held as unknown as Held },
    publicLog,
    clock: () => new Date(),
    ...of,
  } as unknown as AppContext)
  const { statusCode } = await app.inject({ url: path })
  await app.close()
  return statusCode
}

test('while the database is lost, files of the log are refused, but not its key and its checkpoint', async () => {
  const paths = [FACE, `/log/${LOG.id}/${TILE}`, `/log/${TILE}`, '/log/key', '/log/checkpoint']
  const answers = await Promise.all(paths.map((path) => answerAt(path, { accounts: {} })))
  expect(answers).toEqual([503, 503, 503, 200, 200])
})

test('a recovery site reads its copy of the log although its edition is unconfirmed', async () => {
  expect(await answerAt(FACE, {})).toBe(200)
  expect(await answerAt(`/log/${TILE}`, {})).toBe(200)
  expect(await answerAt('/log/tile/0/0', {})).toBe(404)
})

test('versions are not asked for while the database is lost', async () => {
  const never = () => new Promise<never>(() => {})
  const context = { past: { versions: never }, log: { warn: () => {} } } as unknown as AppContext
  const held = { staleSince: new Date(), isMadeOfMore: () => {} } as unknown as ObservedHeld
  const asked = versionsFor(context, held, { path: '/api/posts/:id/versions', input: { id: 7 } })
  await expect(asked).rejects.toThrow(NO_PAST_WITHOUT_DATABASE)
})
