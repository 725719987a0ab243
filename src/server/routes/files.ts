import type { FastifyInstance } from 'fastify'
import { BRAND_STYLE_PATH, brandStyle, brandStylePath, colorsAt } from '../../edition/brand/brand-style.ts'
import type { ObservedHeld } from '../../edition/observe.ts'
import { cachedOrMade } from '../answers/cached-or-made.ts'
import { BRAND_ICONS, makeBrandFile, standardIcon } from '../answers/make-brand-file.ts'
import { DISCOVERY_FILES, makeDiscovery } from '../answers/make-discovery.ts'
import { type AppContext, heldEdition } from '../context.ts'
import { clientOf } from '../edge/take-turns.ts'
import { IMMUTABLE_CACHE } from '../http/cache-control.ts'
import { Fault } from '../http/faults.ts'
import { ANYONE } from '../http/guard.ts'
import { sendAnswer } from '../http/send-answer.ts'
import { refuseOtherMethods } from './refuse-other-methods.ts'

const ASSETS = '/assets/'

/** From memory: a request can never name a path on the disk. */
export function fileRoutes(app: FastifyInstance, { assets }: AppContext) {
  // One route for the few hundred files of a build: a route for each took a sixth of the time of a start.
  app.get(`${ASSETS}*`, { config: ANYONE, schema: { hide: true } }, async (request, reply) => {
    const { '*': name } = request.params as { '*': string }
    const answer = assets.files.get(ASSETS + name)
    if (answer === undefined) throw new Fault('not-found')
    return sendAnswer(request, reply, answer)
  })
  refuseOtherMethods(app, `${ASSETS}*`)
  for (const [path, answer] of assets.files) {
    if (path.startsWith(ASSETS)) continue
    app.get(path, { config: ANYONE, schema: { hide: true } }, async (request, reply) =>
      sendAnswer(request, reply, answer),
    )
    refuseOtherMethods(app, path)
  }
}

export function brandFileRoutes(app: FastifyInstance, context: AppContext) {
  for (const path of BRAND_ICONS) {
    app.get(path, { config: ANYONE, schema: { hide: true } }, async (request, reply) => {
      const held = context.holder.current()
      if (held === undefined) {
        const icon = standardIcon(context, undefined, path)
        if (icon === undefined) throw new Fault('not-found')
        return sendAnswer(request, reply, icon)
      }
      const asked = { key: path, client: clientOf(request) }
      return sendAnswer(request, reply, await cachedOrMade(context, held, asked, brandFileAt(context, path)))
    })
    refuseOtherMethods(app, path)
  }

  const styles = `${BRAND_STYLE_PATH}/:name`
  app.get(styles, { config: ANYONE, schema: { hide: true } }, async (request, reply) => {
    const { name } = request.params as { name: string }
    const path = `${BRAND_STYLE_PATH}/${name}`
    const held = heldEdition(context)
    if (path === brandStylePath(held.edition.site.provider.brand)) {
      const asked = { key: path, client: clientOf(request) }
      return sendAnswer(request, reply, await cachedOrMade(context, held, asked, brandFileAt(context, path)))
    }
    // The address contains the colors, which may be those of a draft, a page cached earlier, or an edition
    // that is still loading here.
    const colors = colorsAt(path)
    if (colors === undefined) throw new Fault('not-found')
    return reply
      .headers({ 'cache-control': IMMUTABLE_CACHE, 'content-type': 'text/css; charset=utf-8' })
      .send(brandStyle(colors))
  })
  refuseOtherMethods(app, styles)
}

function brandFileAt(context: AppContext, path: string) {
  return async ({ edition }: ObservedHeld) => {
    const made = await makeBrandFile(context, edition, path)
    if (made === undefined) throw new Fault('not-found')
    return made
  }
}

export function discoveryRoutes(app: FastifyInstance, context: AppContext) {
  for (const [path, file] of DISCOVERY_FILES) {
    app.get(path, { config: ANYONE, schema: { hide: true } }, async (request, reply) => {
      const held = heldEdition(context)
      return sendAnswer(
        request,
        reply,
        await cachedOrMade(context, held, { key: path, client: clientOf(request) }, (from) =>
          makeDiscovery(context, from, { path, file }),
        ),
      )
    })
    refuseOtherMethods(app, path)
  }
}
