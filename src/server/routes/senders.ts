import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { isSigned } from '../../accounts/senders/check-signature.ts'
import { type StoredSender, senderOfToken } from '../../accounts/senders/manage-senders.ts'
import { ErrorBody } from '../../contract/endpoint.ts'
import { DELIVERY_OUTCOMES, SENDER_BODY_BYTES } from '../../domain/senders/delivery.ts'
import { noteRefusal, type Received, receivePayload } from '../../publishing/senders/receive-payload.ts'
import { receivingSender } from '../calls/admin/senders.ts'
import { wrongFields } from '../calls/asked.ts'
import { type AccountContext, refuseWithoutDatabase } from '../context.ts'
import { PRIVATE_CACHE } from '../http/cache-control.ts'
import { Fault } from '../http/faults.ts'
import { refuseOtherMethods } from './refuse-other-methods.ts'

const PATH = '/api/v1/alerts'
const PATH_WITH_KEY = `${PATH}/:key`

/** The body stays raw: signatures cover its bytes. */
export function senderRoutes(app: FastifyInstance, context: AccountContext) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    /^application\/([\w.-]+\+)?json($|\s*;)/i,
    { parseAs: 'buffer', bodyLimit: SENDER_BODY_BYTES },
    async (_: unknown, body: Buffer) => body,
  )
  for (const url of [PATH, PATH_WITH_KEY]) {
    const hasKeyInPath = url === PATH_WITH_KEY
    app.post(
      url,
      {
        config: { access: 'token:any', hasKeyInPath, isAlertIntake: true },
        bodyLimit: SENDER_BODY_BYTES,
        validatorCompiler: () => () => true,
        schema: {
          summary: hasKeyInPath
            ? 'The same for senders that can’t send headers: the key is part of the address'
            : 'Receives alerts from a sender, in the format that its mapping describes',
          description:
            'Send the key of a sender, which staff set up under **Senders**. The sender’s mapping says what the JSON means. If the sender has a signing secret, requests need a valid signature. The same alert in the same state changes nothing. 202: the sender is off, and the payload was only logged; or a change waits for approval by a second person, and `why` says so. 422: the mapping doesn’t fit the payload; `errors` names its fields.',
          tags: ['Automation: alerts'],
          security: hasKeyInPath ? [] : [{ token: [] }],
          ...(hasKeyInPath && {
            params: Type.Object({ key: Type.String({ description: 'key of the sender' }) }),
          }),
          body: { content: { 'application/json': { schema: { description: 'any JSON object or list' } } } },
          response: { 200: Answer, 202: Answer, '4xx': ErrorBody, 503: ErrorBody },
        },
        errorHandler: async (error, request) => {
          await noteUnread(context, request, error)
          throw error
        },
      },
      async (request, reply) => {
        reply.header('cache-control', PRIVATE_CACHE)
        refuseWithoutDatabase(context)
        const { outcome, results, isWaiting } = await context.accounts.inTime(take(context, request))
        return reply
          .code(outcome === 'paused' || isWaiting === true ? 202 : 200)
          .send({ data: { outcome, results } })
      },
    )
    refuseOtherMethods(app, url, ['POST'])
  }
}

const Answer = Type.Object({
  data: Type.Object({
    outcome: Type.Enum(DELIVERY_OUTCOMES),
    results: Type.Array(
      Type.Object({
        outcome: Type.Enum(DELIVERY_OUTCOMES),
        record: Type.Union([Type.Integer(), Type.Null()], { description: 'the incident' }),
        title: Type.String(),
        why: Type.Array(Type.String()),
      }),
    ),
  }),
})

async function take(context: AccountContext, request: FastifyRequest): Promise<Received> {
  const { accounts, newsroom, clock } = context
  const now = clock()
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  const found = await senderOfToken(accounts.desk, request.token?.id ?? 0)
  if (found.kind === 'not-a-sender')
    throw new Fault('not-allowed', { message: 'No sender has this key. Set up a sender under Senders.' })
  const { sender } = found
  const refuse = (why: string) =>
    noteRefusal(newsroom.db, { senderId: sender.id, why, bytes: body.length, now })
  if (found.kind === 'locked') {
    await refuse('Its signing secret can’t be decrypted. Check SECRETS_KEY, or enter the secret again.')
    throw new Fault('no-database')
  }
  const { signingSecret: secret } = found
  const { headers } = request
  if (secret !== null && !isSigned({ preset: sender.preset, secret, body, headers, now })) {
    await refuse('Its signature is missing or wrong.')
    throw new Fault('wrong-token')
  }
  const actor = { name: actorName(sender), userId: null, requestId: request.id }
  const json = body.toString('utf8')
  const received = await receivePayload(newsroom.db, { sender: receivingSender(sender), json, actor, now })
  if (received.outcome === 'refused') throw wrongFields(received.errors)
  return received
}

function actorName({ name }: StoredSender) {
  return `token:${name}`
}

/** The handler never sees a body that is too large or not JSON, but staff look for it in the log. */
async function noteUnread(
  { accounts, newsroom, clock }: AccountContext,
  request: FastifyRequest,
  { code }: Partial<FastifyError>,
): Promise<void> {
  const why = code === undefined ? undefined : UNREAD[code]
  if (why === undefined || request.token === undefined) return
  const found = await senderOfToken(accounts.desk, request.token.id)
  if (found.kind === 'not-a-sender') return
  const bytes = Number(request.headers['content-length'] ?? 0)
  await noteRefusal(newsroom.db, { senderId: found.sender.id, why, bytes, now: clock() })
}

const UNREAD: Readonly<Record<string, string>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: `It is larger than ${SENDER_BODY_BYTES / 1024} kB.`,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'Its content type is not application/json.',
}
