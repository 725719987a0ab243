import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ErrorBody } from '../../contract/endpoint.ts'
import { LegacyCloudStatus, LegacyCloudStatusBody } from '../../contract/legacy-cloud-status.ts'
import type { ReadInput } from '../../contract/public-reads.ts'
import { LEGACY_STATUS_PATH } from '../../domain/machine-paths.ts'
import { type Answer, makeAnswer } from '../../edition/answer.ts'
import type { Computed } from '../../edition/answer-cache.ts'
import { legacyCloudStatus } from '../../edition/answers/legacy-cloud-status.ts'
import type { Edition } from '../../edition/edition.ts'
import type { Held } from '../../edition/hold-edition.ts'
import type { ObservedHeld } from '../../edition/observe.ts'
import { cachedOrMade } from '../answers/cached-or-made.ts'
import { minuteOf, readAnswer, valueAnswered } from '../answers/read-answer.ts'
import { type AppContext, heldEdition } from '../context.ts'
import { clientOf } from '../edge/take-turns.ts'
import { parseForm } from '../forms/parse-form.ts'
import { PRIVATE_CACHE } from '../http/cache-control.ts'
import { Fault } from '../http/faults.ts'
import { ANYONE } from '../http/guard.ts'
import { OPEN_TO_ALL, preflightHeaders } from '../http/security-headers.ts'
import { sendAnswer } from '../http/send-answer.ts'
import { refuseOtherMethods } from './refuse-other-methods.ts'
import { strictBodies } from './strict-bodies.ts'

const BODY_LIMIT_BYTES = 4 * 1024
const PREFIX = 'trust.'

/** L-03: clients of older sites post their query here. It uses no session or cookie. */
export async function legacyCloudStatusRoutes(app: FastifyInstance, context: AppContext) {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES },
    async (_request: FastifyRequest, body: string) => parseForm(body),
  )
  app.post(
    LEGACY_STATUS_PATH,
    {
      config: { ...ANYONE, readsOnly: true },
      bodyLimit: BODY_LIMIT_BYTES,
      schema: {
        summary: 'The status of a cloud, for clients of older sites',
        tags: ['Status'],
        body: LegacyCloudStatusBody,
        response: { 200: LegacyCloudStatus, '4xx': ErrorBody, 503: ErrorBody },
      },
      validatorCompiler: strictBodies(app),
      // Scripts of other sites may also read validation errors.
      onRequest: async (_request, reply) => {
        reply.headers(OPEN_TO_ALL)
      },
      preValidation: async (request) => {
        request.body ??= {}
      },
    },
    async (request, reply) => {
      const held = heldEdition(context)
      const asked = askedFor(held.edition, request.body as LegacyCloudStatusBody)
      return sendAnswer(request, reply, await answerTo(context, held, { asked, client: clientOf(request) }))
    },
  )
  app.options(LEGACY_STATUS_PATH, { config: ANYONE, schema: { hide: true } }, async (_request, reply) =>
    reply.code(204).headers(preflightHeaders('POST')).send(),
  )
  refuseOtherMethods(app, LEGACY_STATUS_PATH, ['POST', 'OPTIONS'])
}

type Asked = Required<ReadInput<'/api/cloud-status'>>

function askedFor({ site }: Edition, body: LegacyCloudStatusBody): Asked {
  const name = body.cloud.startsWith(PREFIX) ? body.cloud.slice(PREFIX.length) : body.cloud
  const cloud = site.clouds.find(({ domain, machine_name }) => domain === name || machine_name === name)
  if (cloud === undefined) {
    throw new Fault('bad-request', {
      message: `There is no cloud "${body.cloud}".`,
      errors: { cloud: 'must be "trust." and the domain of a cloud' },
    })
  }
  return {
    cloud: cloud.machine_name,
    requestType: body.requestType ?? 'core_cloud_services',
    dateOffset: Number(body.dateOffset ?? 0),
  }
}

/** Cached under a key that is not a URL path: this answer can't be requested by GET. */
function answerTo(
  context: AppContext,
  held: Held,
  { asked, client }: { asked: Asked; client: string },
): Answer | Promise<Answer> {
  const { cloud, requestType, dateOffset } = asked
  const key = `POST ${LEGACY_STATUS_PATH} ${cloud} ${requestType} ${dateOffset}`
  return cachedOrMade(context, held, { key, client }, (from) => make(context, from, { key, asked }))
}

async function make(
  { config, clock }: AppContext,
  held: ObservedHeld,
  { key, asked }: { key: string; asked: Asked },
): Promise<Computed> {
  const minute = minuteOf(clock())
  const read = { path: '/api/cloud-status' as const, input: asked, minute }
  const { outcome, expiresAt } = readAnswer(held, config, read)
  const { severities } = held.edition.site
  const value = legacyCloudStatus(valueAnswered(outcome), { severities, title: TITLES[asked.requestType] })
  const answer = await makeAnswer({
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': PRIVATE_CACHE,
      ...OPEN_TO_ALL,
    },
    body: JSON.stringify(value),
    expiresAt,
  })
  return { key, answer }
}

const TITLES: Record<Asked['requestType'], string> = {
  core_cloud_services: 'Core Cloud Services',
  public: 'Data Centers',
  premium: 'Premium Data Centers',
}
