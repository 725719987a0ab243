import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { ErrorBody } from '../../contract/endpoint.ts'
import { StoredImage } from '../../contract/images.ts'
import { can } from '../../domain/access.ts'
import type { Actor } from '../../domain/actor.ts'
import { ATTACHMENTS_PATH, storedFileAt } from '../../domain/images/attachment-name.ts'
import { IMAGE_BYTES_AT_MOST, IMAGE_CONTENT_TYPES, IMAGES_PATH } from '../../domain/images/image-name.ts'
import { keepBrandImage, keepImage } from '../../publishing/images/keep-image.ts'
import { cachedOrMade } from '../answers/cached-or-made.ts'
import { headersOfStored, imageAsked, imageBytes, makeImage } from '../answers/make-image.ts'
import { wrongFields } from '../calls/asked.ts'
import type { TakeCostlyTurn } from '../calls/costly.ts'
import {
  type AccountContext,
  type AppContext,
  hasAccounts,
  heldEdition,
  refuseWithoutDatabase,
} from '../context.ts'
import { clientOf } from '../edge/take-turns.ts'
import { PRIVATE_CACHE } from '../http/cache-control.ts'
import { Fault } from '../http/faults.ts'
import { ANYONE } from '../http/guard.ts'
import { sendAnswer } from '../http/send-answer.ts'
import { actorOf, viewerOf } from '../http/viewer-of.ts'
import { refuseOtherMethods } from './refuse-other-methods.ts'
import { CHECKED_WHEN_STORED, fileOf, filesIn, uploadRoutes } from './uploads.ts'

/** A few large files would displace every page. The shelf of files has a limit of its own. */
const CACHED_AT_MOST_BYTES = 1024 * 1024

export function imageRoutes(app: FastifyInstance, context: AppContext) {
  for (const folder of [IMAGES_PATH, ATTACHMENTS_PATH]) {
    const route = `${folder}/:name`
    app.get(route, { config: ANYONE, schema: { hide: true } }, async (request, reply) => {
      const { name } = request.params as { name: string }
      const path = `${folder}/${name}`
      const held = heldEdition(context)
      if (imageAsked(held.edition, path) !== undefined) {
        const asked = { key: path, client: clientOf(request) }
        return sendAnswer(
          request,
          reply,
          await cachedOrMade(context, held, asked, async ({ edition }) => {
            // Checked again with the edition that records what is read: the image must disappear with the
            // last text that shows it.
            if (imageAsked(edition, path) === undefined) throw new Fault('not-found')
            const made = await makeImage(context, name)
            return made.answer.byteLength > CACHED_AT_MOST_BYTES ? { ...made, key: undefined } : made
          }),
        )
      }
      if (!(await isForStaff(context, request, path))) throw new Fault('not-found')
      return reply
        .headers({ ...headersOfStored(name), 'cache-control': PRIVATE_CACHE })
        .send(await imageBytes(context, name))
    })
    refuseOtherMethods(app, route)
  }
}

/** The name can't be guessed. Staff know it from a draft that they may read. */
async function isForStaff(context: AppContext, request: FastifyRequest, path: string): Promise<boolean> {
  return storedFileAt(path) !== undefined && isStaff(context, request)
}

async function isStaff(context: AppContext, request: FastifyRequest): Promise<boolean> {
  if (!hasAccounts(context)) return false
  const viewer = await viewerOf(context, request)
  return viewer.kind === 'user' && can(viewer.roles, 'see-admin-area')
}

const BRAND_PATH = '/api/admin/site/brand/images/:as'

export function imageUploadRoutes(app: FastifyInstance, context: AccountContext, costly: TakeCostlyTurn) {
  const mostBytes = IMAGE_BYTES_AT_MOST
  const description = `PNG, JPEG, WebP, GIF or AVIF, at most ${mostBytes / 1024 / 1024} MB, as the body of the request. It is re-encoded without its metadata, at most 1600 pixels wide.`
  uploadRoutes(
    app,
    { context, costly },
    {
      staffPath: '/api/admin/images',
      programPath: '/api/v1/images',
      summary: 'Add an image for texts to show',
      description,
      usedByPrograms:
        'Put `<img src="…" alt="what it shows">` with its `src` into the HTML of a record or an update.',
      contentTypes: IMAGE_CONTENT_TYPES,
      mostBytes,
      answer: Type.Object({ data: StoredImage }),
      store: (request, actor) => store(context, request, actor),
    },
  )

  app.post(
    BRAND_PATH,
    {
      config: { access: 'edit-site' },
      bodyLimit: mostBytes,
      validatorCompiler: CHECKED_WHEN_STORED,
      schema: {
        summary: 'Add a logo or a favicon for the brand to show',
        tags: ['Staff: site'],
        description: `${description} A logo keeps its shape; a favicon must be square and is made in every size.`,
        params: Type.Object({ as: Type.Enum(['logo', 'icon']) }),
        body: filesIn(IMAGE_CONTENT_TYPES),
        response: {
          200: Type.Object({ data: Type.Object({ srcs: Type.Array(Type.String()) }) }),
          '4xx': ErrorBody,
          503: ErrorBody,
        },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', PRIVATE_CACHE)
      refuseWithoutDatabase(context)
      if (request.viewer.kind !== 'user') throw new Fault('not-signed-in')
      const { as } = request.params as { as: string }
      if (as !== 'logo' && as !== 'icon') throw new Fault('not-found')
      const actor = actorOf(request.viewer, { capability: 'edit-site', request })
      return context.accounts.inTime(
        costly('image', request, () => storeForBrand(context, request, { as, actor })),
      )
    },
  )
  refuseOtherMethods(app, BRAND_PATH, ['POST'])
}

async function store({ newsroom, config, clock }: AccountContext, request: FastifyRequest, actor: Actor) {
  const stored = await keepImage(newsroom.db, { file: fileOf(request), actor, now: clock() })
  switch (stored.kind) {
    case 'kept': {
      const { kind: _, ...facts } = stored
      const data: StoredImage = { ...facts, url: new URL(stored.src, config.publicUrl).href }
      return { data }
    }
    case 'refused':
      throw wrongFields({ image: stored.sentence })
    case 'unavailable':
      throw new Fault('no-images')
  }
}

async function storeForBrand(
  { newsroom, clock }: AccountContext,
  request: FastifyRequest,
  { as, actor }: { as: 'logo' | 'icon'; actor: Actor },
) {
  const stored = await keepBrandImage(newsroom.db, { file: fileOf(request), as, actor, now: clock() })
  switch (stored.kind) {
    case 'kept':
      return { data: { srcs: stored.srcs } }
    case 'refused':
      throw wrongFields({ image: stored.sentence })
    case 'unavailable':
      throw new Fault('no-images')
  }
}
