import type { FastifyInstance, FastifyRequest } from 'fastify'
import { signInInstead } from '../../domain/account/protected-page.ts'
import { sessionOfCookies } from '../../domain/account/session-cookies.ts'
import { type Answer, makeAnswer } from '../../edition/answer.ts'
import { type AppContext, heldEdition } from '../context.ts'
import { PRIVATE_CACHE } from '../http/cache-control.ts'
import { Fault } from '../http/faults.ts'
import { ANYONE } from '../http/guard.ts'
import { adminPolicy } from '../http/security-headers.ts'
import { sendAnswer } from '../http/send-answer.ts'
import { INLINE_SCRIPTS, renderDocument } from '../render/document.ts'
import { CSP_REPORTS_PATH } from './csp-reports.ts'
import { refuseOtherMethods } from './refuse-other-methods.ts'

const PATHS = ['/admin', '/admin/*'] as const

/**
 * It contains no data; its scripts fetch data that only staff may read. Without a session, readers are sent
 * to sign in.
 */
export function adminPageRoutes(app: FastifyInstance, context: AppContext) {
  const headers = {
    'cache-control': PRIVATE_CACHE,
    'content-security-policy': adminPolicy({
      isHttps: context.config.isHttps,
      inlineScripts: INLINE_SCRIPTS,
      reportsTo: CSP_REPORTS_PATH,
    }),
  }
  for (const path of PATHS) {
    app.get(path, { config: ANYONE, schema: { hide: true } }, async (request, reply) => {
      if (context.config.isTrustDR) throw new Fault('in-recovery')
      reply.header('cache-control', PRIVATE_CACHE)
      const signIn = signInFirst(context, request)
      if (signIn !== undefined) return reply.redirect(signIn, 302)
      return sendAnswer(request, reply, await adminDocument(context), headers)
    })
    refuseOtherMethods(app, path)
  }
}

function signInFirst({ config }: AppContext, { headers, url }: FastifyRequest): string | undefined {
  if (sessionOfCookies(headers.cookie ?? '', { isSecure: config.isHttps }) !== undefined) return undefined
  const { pathname, search } = new URL(`http://site.invalid${url}`)
  return signInInstead({ path: pathname, search })
}

function adminDocument(context: AppContext): Promise<Answer> {
  const { provider } = heldEdition(context).edition.site
  const { assets, config } = context
  const body = renderDocument({
    meta: { title: `Admin | ${provider.name} Trust`, description: 'For staff.', noindex: true },
    siteName: `${provider.name} Trust`,
    provider,
    config,
    html: '<noscript><p class="fault">The admin area needs JavaScript.</p></noscript>',
    tags: { ...assets.admin, fonts: assets.fonts, extra: assets.extra },
  })
  return makeAnswer({
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': PRIVATE_CACHE },
    body,
  })
}
