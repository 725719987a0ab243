import type { FastifyInstance } from 'fastify'
import { BRAND_STYLE_PATH, brandStyle, brandStylePath, colorsAt } from '../../edition/brand/brand-style.ts'
import type { ObservedHeld } from '../../edition/observe.ts'
import { cachedOrMade } from '../answers/cached-or-made.ts'
import { BRAND_ICONS, makeBrandFile, standardIcon } from '../answers/make-brand-file.ts'
import { type AppContext, heldEdition } from '../context.ts'
import { clientOf } from '../edge/take-turns.ts'
import { IMMUTABLE_CACHE } from '../http/cache-control.ts'
import { Fault } from '../http/faults.ts'
import { ANYONE } from '../http/guard.ts'
import { sendAnswer } from '../http/send-answer.ts'
import { refuseOtherMethods } from './refuse-other-methods.ts'

/** Icons and colors of the brand. */
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
      const make = async ({ edition }: ObservedHeld) => {
        const made = await makeBrandFile(context, edition, path)
        if (made === undefined) throw new Fault('not-found')
        return made
      }
      return sendAnswer(request, reply, await cachedOrMade(context, held, asked, make))
    })
    refuseOtherMethods(app, path)
  }

  const styles = `${BRAND_STYLE_PATH}/:name`
  app.get(styles, { config: ANYONE, schema: { hide: true } }, async (request, reply) => {
    const { name } = request.params as { name: string }
    const path = `${BRAND_STYLE_PATH}/${name}`
    const held = heldEdition(context)
    if (path === brandStylePath(held.edition.site.provider.brand)) {
      const make = async ({ edition }: ObservedHeld) => {
        const made = await makeBrandFile(context, edition, path)
        if (made === undefined) throw new Fault('not-found')
        return made
      }
      return sendAnswer(
        request,
        reply,
        await cachedOrMade(context, held, { key: path, client: clientOf(request) }, make),
      )
    }
    // Its colors are in the address: of a draft, of pages kept from before, or of an edition that comes in a moment.
    const colors = colorsAt(path)
    if (colors === undefined) throw new Fault('not-found')
    return reply
      .headers({ 'cache-control': IMMUTABLE_CACHE, 'content-type': 'text/css; charset=utf-8' })
      .send(brandStyle(colors))
  })
  refuseOtherMethods(app, styles)
}
