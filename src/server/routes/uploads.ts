import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { TObject, TSchema } from 'typebox'
import { ErrorBody } from '../../contract/endpoint.ts'
import type { Scope } from '../../domain/access.ts'
import type { Actor } from '../../domain/actor.ts'
import type { TakeCostlyTurn } from '../calls/costly.ts'
import { type AccountContext, refuseWithoutDatabase } from '../context.ts'
import { actorOf } from '../http/actor-of.ts'
import { PRIVATE_CACHE } from '../http/cache-control.ts'
import { Fault } from '../http/faults.ts'
import { answerToProgram } from './answer-to-program.ts'
import { refuseOtherMethods } from './refuse-other-methods.ts'

const WRITING: readonly Scope[] = [
  'incidents:write',
  'maintenance:write',
  'advisories:write',
  'notifications:write',
]

/** As JSON its digest, so that a repeated request is recognized without writing out megabytes. */
class UploadedFile {
  readonly bytes: Buffer
  constructor(bytes: Buffer) {
    this.bytes = bytes
  }
  toJSON() {
    return createHash('sha256').update(this.bytes).digest('hex')
  }
}

export function fileOf({ body }: FastifyRequest): Buffer {
  return body instanceof UploadedFile ? body.bytes : Buffer.alloc(0)
}

/** Every body of these routes is a file. Its content decides what it is; browsers guess the type from the name. */
function takeFiles(app: FastifyInstance, { mostBytes }: { mostBytes: number }) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: mostBytes },
    async (_: unknown, body: Buffer) => new UploadedFile(body),
  )
}

interface Upload {
  staffPath: string
  programPath: string
  summary: string
  description: string
  /** What programs do with the answer. */
  usedByPrograms: string
  contentTypes: readonly string[]
  query?: TObject
  mostBytes: number
  answer: TSchema
  store: (request: FastifyRequest, actor: Actor) => Promise<object>
}

/** Where staff and programs add files for their texts. The body is the file itself. */
export function uploadRoutes(
  app: FastifyInstance,
  { context, costly }: { context: AccountContext; costly: TakeCostlyTurn },
  upload: Upload,
) {
  const { staffPath, programPath, summary, description, answer, store } = upload
  takeFiles(app, upload)
  const common = { bodyLimit: upload.mostBytes, validatorCompiler: CHECKED_WHEN_STORED }
  const schema = {
    summary,
    ...(upload.query !== undefined && { querystring: upload.query }),
    body: filesIn(upload.contentTypes),
  }

  app.post(
    staffPath,
    {
      ...common,
      config: { access: 'add-images' },
      schema: {
        ...schema,
        tags: ['Staff: records'],
        description,
        response: { 200: answer, '4xx': ErrorBody, 503: ErrorBody },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', PRIVATE_CACHE)
      refuseWithoutDatabase(context)
      if (request.viewer.kind !== 'user') throw new Fault('not-signed-in')
      const actor = actorOf(request.viewer, { capability: 'add-images', request })
      return context.accounts.inTime(costly('image', request, () => store(request, actor)))
    },
  )
  refuseOtherMethods(app, staffPath, ['POST'])

  app.post(
    programPath,
    {
      ...common,
      config: { access: 'token:any' },
      schema: {
        ...schema,
        tags: ['Automation: records'],
        security: [{ token: [] }],
        description: `A scope that writes records. ${description} ${upload.usedByPrograms}`,
        response: { 201: answer, '4xx': ErrorBody, 503: ErrorBody },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', PRIVATE_CACHE)
      refuseWithoutDatabase(context)
      const actor = actorOfWritingToken(request)
      return answerToProgram({ context, request, reply, status: 201, isChange: true }, () =>
        costly('image', request, () => store(request, actor)),
      )
    },
  )
  refuseOtherMethods(app, programPath, ['POST'])
}

/** The validator reads JSON. What stores a file checks its bytes. */
export const CHECKED_WHEN_STORED = () => () => true

export function filesIn(contentTypes: readonly string[]) {
  return {
    content: Object.fromEntries(
      contentTypes.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
    ),
  }
}

/** Files belong to no kind of record, so a token that writes any may add them. */
function actorOfWritingToken({ token, id }: FastifyRequest): Actor {
  if (token === undefined || !token.scopes.some((scope) => WRITING.includes(scope)))
    throw new Fault('not-allowed', {
      message: `This token may not write records. It needs one of these scopes: ${WRITING.join(', ')}.`,
    })
  return { name: `token:${token.name}`, userId: null, requestId: id }
}
