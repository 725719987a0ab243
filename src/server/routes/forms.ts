import type { FastifyInstance, FastifyRequest } from 'fastify'
import { FORM_PATHS } from '../../domain/account/account-pages.ts'
import { UNSUBSCRIBE_PATH } from '../../domain/notifying/unsubscribe-address.ts'
import type { AccountContext } from '../context.ts'
import { parseForm } from '../forms/parse-form.ts'
import { postForm } from '../forms/post-form.ts'
import { ANYONE } from '../http/guard.ts'

const FORM_LIMIT_BYTES = 8 * 1024

/** The sign-in forms as browsers post them without scripts, or before the scripts have loaded. */
export function formRoutes(app: FastifyInstance, context: AccountContext) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_LIMIT_BYTES },
    async (_request: FastifyRequest, body: string) => parseForm(body),
  )
  for (const path of FORM_PATHS) {
    // It has its own route, because mail programs post there in their own way.
    if (path === UNSUBSCRIBE_PATH) continue
    app.post(path, { config: ANYONE, schema: { hide: true } }, (request, reply) =>
      postForm({ app, context, path, request, reply }),
    )
  }
}
