import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
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
import { fileOf, uploadRoutes } from './uploads.ts'

const LONGEST_FILE_NAME = 255

/** The name of the file is in the query. */
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
  const kept = await keepAttachment(newsroom.db, { fileName, file, actor, now: clock() })
  if (kept.kind === 'refused') throw wrongFields({ file: kept.sentence })
  const { kind: _, ...facts } = kept
  const data: StoredAttachment = { ...facts, url: new URL(kept.href, config.publicUrl).href }
  return { data }
}
