import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { ErrorBody } from '../../contract/endpoint.ts'
import { StoredAttachment } from '../../contract/images.ts'
import type { Actor } from '../../domain/actor.ts'
import {
  ATTACHMENT_BYTES_AT_MOST,
  ATTACHMENT_TYPES,
  contentTypeOfAttachment,
} from '../../domain/images/attachment-name.ts'
import { keepAttachment } from '../../publishing/images/keep-attachment.ts'
import { wrongFields } from '../calls/asked.ts'
import type { TakeCostlyTurn } from '../calls/costly.ts'
import type { AccountContext } from '../context.ts'
import { actorOf } from '../http/actor-of.ts'
import { PRIVATE_CACHE } from '../http/cache-control.ts'
import { Fault } from '../http/faults.ts'
import { answerToProgram } from './answer-to-program.ts'
import { actorOfWritingToken, refuseWithoutDatabase, UploadedFile } from './images.ts'
import { refuseOtherMethods } from './refuse-other-methods.ts'

const STAFF_PATH = '/api/admin/attachments'
const PROGRAM_PATH = '/api/v1/attachments'
const LONGEST_FILE_NAME = 255

/** Where staff and programs attach documents. The body is the file itself; its name is in the query. */
export function attachmentUploadRoutes(
  app: FastifyInstance,
  context: AccountContext,
  costly: TakeCostlyTurn,
) {
  const bodyLimit = ATTACHMENT_BYTES_AT_MOST
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit },
    async (_: unknown, body: Buffer) => new UploadedFile(body),
  )
  const answer = Type.Object({ data: StoredAttachment })
  const common = {
    description: `PDF, plain text or CSV, at most ${bodyLimit / 1024 / 1024} MB, as the body of the request. Readers save it; it is not shown on the page.`,
    querystring: Type.Object({
      name: Type.String({ maxLength: LONGEST_FILE_NAME, description: 'file name, such as report.pdf' }),
    }),
    body: {
      content: Object.fromEntries(
        ATTACHMENT_TYPES.map((type) => [
          contentTypeOfAttachment(type),
          { schema: { type: 'string', format: 'binary' } },
        ]),
      ),
    },
  }
  // Name and bytes are checked below.
  const validatorCompiler = () => () => true

  app.post(
    STAFF_PATH,
    {
      config: { access: 'add-images' },
      bodyLimit,
      validatorCompiler,
      schema: {
        summary: 'Attach a file for texts to link to',
        tags: ['Staff: records'],
        ...common,
        response: { 200: answer, '4xx': ErrorBody, 503: ErrorBody },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', PRIVATE_CACHE)
      refuseWithoutDatabase(context)
      if (request.viewer.kind !== 'user') throw new Fault('not-signed-in')
      const actor = actorOf(request.viewer, { capability: 'add-images', request })
      return context.accounts.inTime(costly('image', request, () => store(context, request, actor)))
    },
  )
  refuseOtherMethods(app, STAFF_PATH, ['POST'])

  app.post(
    PROGRAM_PATH,
    {
      config: { access: 'token:any' },
      bodyLimit,
      validatorCompiler,
      schema: {
        summary: 'Attach a file for texts to link to',
        tags: ['Automation: records'],
        security: [{ token: [] }],
        ...common,
        description: `A scope that writes records. ${common.description} Put \`<a href="…">\` with its \`href\` into the HTML of a record or an update.`,
        response: { 201: answer, '4xx': ErrorBody, 503: ErrorBody },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', PRIVATE_CACHE)
      refuseWithoutDatabase(context)
      const actor = actorOfWritingToken(request)
      return answerToProgram({ context, request, reply, status: 201, isChange: true }, () =>
        costly('image', request, () => store(context, request, actor)),
      )
    },
  )
  refuseOtherMethods(app, PROGRAM_PATH, ['POST'])
}

async function store({ newsroom, config, clock }: AccountContext, request: FastifyRequest, actor: Actor) {
  const { name } = request.query as { name?: unknown }
  const fileName = typeof name === 'string' ? name.slice(-LONGEST_FILE_NAME) : ''
  const file = request.body instanceof UploadedFile ? request.body.bytes : Buffer.alloc(0)
  const kept = await keepAttachment(newsroom.db, { fileName, file, actor, now: clock() })
  if (kept.kind === 'refused') throw wrongFields({ file: kept.sentence })
  const { kind: _, ...facts } = kept
  const data: StoredAttachment = { ...facts, url: new URL(kept.href, config.publicUrl).href }
  return { data }
}
