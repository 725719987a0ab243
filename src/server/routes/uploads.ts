import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type TObject, type TSchema, Type } from 'typebox'
import { ErrorBody } from '../../contract/endpoint.ts'
import { StoredAttachment } from '../../contract/images.ts'
import type { Scope } from '../../domain/access.ts'
import type { Actor } from '../../domain/actor.ts'
import {
  ATTACHMENT_BYTES_AT_MOST,
  ATTACHMENT_TYPES,
  contentTypeOfAttachment,
} from '../../domain/images/attachment-name.ts'
import { keepAttachment } from '../../publishing/images/keep-attachment.ts'
import { wrongFields } from '../calls/asked.ts'
import type { TakeCostlyTurn } from '../calls/costly.ts'
import { type AccountContext, refuseWithoutDatabase } from '../context.ts'
import { PRIVATE_CACHE } from '../http/cache-control.ts'
import { Fault } from '../http/faults.ts'
import { actorOf } from '../http/viewer-of.ts'
import { answerToProgram } from './answer-to-program.ts'
import { refuseOtherMethods } from './refuse-other-methods.ts'

const WRITING: readonly Scope[] = [
  'incidents:write',
  'maintenance:write',
  'advisories:write',
  'notifications:write',
]

/**
 * `JSON.stringify` gives its digest, so that a repeated request is recognized without writing out
 * megabytes.
 */
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

/**
 * Every body of these routes is a file. Its content decides its type, because browsers guess from the name.
 */
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
  usedByPrograms: string
  contentTypes: readonly string[]
  query?: TObject
  mostBytes: number
  answer: TSchema
  store: (request: FastifyRequest, actor: Actor) => Promise<object>
}

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

/** The validator reads JSON. The code that stores a file checks its bytes. */
export const CHECKED_WHEN_STORED = () => () => true

export function filesIn(contentTypes: readonly string[]) {
  return {
    content: Object.fromEntries(
      contentTypes.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
    ),
  }
}

/** Files belong to no kind of record, so any token that may write records may add them. */
function actorOfWritingToken({ token, id }: FastifyRequest): Actor {
  if (token === undefined || !token.scopes.some((scope) => WRITING.includes(scope)))
    throw new Fault('not-allowed', {
      message: `This token may not write records. It needs one of these scopes: ${WRITING.join(', ')}.`,
    })
  return { name: `token:${token.name}`, userId: null, requestId: id }
}

const LONGEST_FILE_NAME = 255

export function attachmentUploadRoutes(
  app: FastifyInstance,
  context: AccountContext,
  costly: TakeCostlyTurn,
) {
  const mostBytes = ATTACHMENT_BYTES_AT_MOST
  uploadRoutes(
    app,
    { context, costly },
    {
      staffPath: '/api/admin/attachments',
      programPath: '/api/v1/attachments',
      summary: 'Attach a file for texts to link to',
      description: `PDF, plain text or CSV, at most ${mostBytes / 1024 / 1024} MB, as the body of the request. Readers save it; it is not shown on the page.`,
      usedByPrograms: 'Put `<a href="…">` with its `href` into the HTML of a record or an update.',
      contentTypes: ATTACHMENT_TYPES.map(contentTypeOfAttachment),
      query: Type.Object({
        name: Type.String({ maxLength: LONGEST_FILE_NAME, description: 'file name, such as report.pdf' }),
      }),
      mostBytes,
      answer: Type.Object({ data: StoredAttachment }),
      store: (request, actor) => store(context, request, actor),
    },
  )
}

async function store({ newsroom, config, clock }: AccountContext, request: FastifyRequest, actor: Actor) {
  const { name } = request.query as { name?: unknown }
  const fileName = typeof name === 'string' ? name.slice(-LONGEST_FILE_NAME) : ''
  const file = fileOf(request)
  const stored = await keepAttachment(newsroom.db, { fileName, file, actor, now: clock() })
  if (stored.kind === 'refused') throw wrongFields({ file: stored.sentence })
  const { kind: _, ...facts } = stored
  const data: StoredAttachment = { ...facts, url: new URL(stored.href, config.publicUrl).href }
  return { data }
}
