import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  type RelayOutcome,
  readMailgun,
  readPostmark,
  readSendgrid,
} from '../../delivery/bounces/read-relay.ts'
import { amazonFetcher, readSns, type SnsOutcome } from '../../delivery/bounces/read-sns.ts'
import { takeReports, takeReportsOnce } from '../../delivery/bounces/take-reports.ts'
import type { AccountContext } from '../context.ts'
import { PRIVATE_CACHE } from '../http/cache-control.ts'
import { Fault } from '../http/faults.ts'
import { ANYONE } from '../http/guard.ts'

const BODY_LIMIT_BYTES = 1024 * 1024

/** Each relay authenticates in its own way. */
export function bounceRoutes(
  app: FastifyInstance,
  { config, delivery, clock, log }: AccountContext,
  amazon = amazonFetcher(),
) {
  const { postmark, mailgunKey, sendgridKey, sesTopics } = config.bounces
  app.removeAllContentTypeParsers()
  // Signatures cover the raw bytes, and SNS sends JSON as plain text.
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES },
    async (_: unknown, body: Buffer) => body,
  )

  function relay(
    name: string,
    read: (request: FastifyRequest, body: Buffer) => Promise<SnsOutcome> | RelayOutcome,
  ) {
    app.post(`/api/bounces/${name}`, { config: ANYONE, schema: { hide: true } }, async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      return answer(name, await read(request, body), reply)
    })
  }

  async function answer(name: string, outcome: SnsOutcome, reply: FastifyReply) {
    switch (outcome.kind) {
      case 'forged':
        log.warn({ relay: name }, 'A report of a bounce was not signed by its relay')
        throw new Fault('not-allowed')
      case 'unreadable':
        throw new Fault('bad-request')
      case 'away':
        log.warn({ relay: name }, 'The certificate of Amazon SNS could not be read')
        throw new Fault('no-database')
      case 'to-confirm':
        await amazon.confirm(outcome.url)
        log.info({ relay: name }, 'Subscribed to reports of bounces')
        break
      case 'read': {
        const { reports, token } = outcome
        const reported = { reports, relay: name, now: clock() }
        const count =
          token === undefined
            ? await takeReports(delivery, reported)
            : await takeReportsOnce(delivery, { ...reported, token })
        if (count === 'repeated') {
          log.warn({ relay: name }, 'A report of a bounce was repeated')
          throw new Fault('not-allowed')
        }
        if (count > 0) log.info({ relay: name, count }, 'Addresses bounced or complained')
      }
    }
    return reply
      .code(200)
      .header('cache-control', PRIVATE_CACHE)
      .type('text/plain; charset=utf-8')
      .send('OK\n')
  }

  if (postmark !== undefined)
    relay('postmark', ({ headers }, body) =>
      readPostmark({ body, authorization: headers.authorization, credentials: postmark }),
    )
  if (mailgunKey !== undefined)
    relay('mailgun', (_, body) => readMailgun({ body, key: mailgunKey, now: clock() }))
  if (sendgridKey !== undefined)
    relay('sendgrid', ({ headers }, body) =>
      readSendgrid({
        body,
        signature: headerOf(headers['x-twilio-email-event-webhook-signature']),
        timestamp: headerOf(headers['x-twilio-email-event-webhook-timestamp']),
        publicKey: sendgridKey,
        now: clock(),
      }),
    )
  if (sesTopics.length > 0)
    relay('ses', (_, body) =>
      readSns(body, { topics: sesTopics, signingKey: amazon.signingKey, now: clock() }),
    )
}

function headerOf(value: string | string[] | undefined) {
  return typeof value === 'string' ? value : undefined
}
