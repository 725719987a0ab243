import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isSecretOf } from '../../accounts/secret.ts'
import type { ApiToken } from '../../accounts/tokens/find-token.ts'
import { ANONYMOUS, type SignedInViewer, type Viewer } from '../../accounts/viewer.ts'
import {
  type Access,
  isOpenedWell,
  isTokenAccess,
  judgeAccess,
  type MailLinkKind,
} from '../../domain/access.ts'
import { sessionOfCookies } from '../../domain/account/session-cookies.ts'
import { type AccountContext, type AppContext, hasAccounts, isDatabaseAway } from '../context.ts'
import { Fault } from './faults.ts'
import { guardPrograms } from './guard-programs.ts'
import { isOwnOrigin } from './own-origin.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    /** A session from a link in a mail isn't enough without it. */
    leastLink?: MailLinkKind | undefined
    isRefusal?: boolean
    /**
     * For URLs that contain their own authorization, such as links in messages: if true for a form, pages
     * of other sites may post it. The route must not look at who is signed in.
     */
    isOneClick?: (body: unknown) => boolean
    /**
     * The route takes a body but changes nothing and authenticates no one: other sites and programs may
     * post to it, as they may read.
     */
    readsOnly?: boolean
    /** The parameter `key` is the token. */
    hasKeyInPath?: boolean
    /** Monitoring systems send a storm of alerts at once, and some don't repeat what was refused. */
    isAlertIntake?: boolean
  }
  interface FastifyRequest {
    /** Looked up only for routes that aren't open to anyone. */
    viewer: Viewer
    token: ApiToken | undefined
  }
  interface FastifyInstance {
    routeRules: readonly RouteRule[]
  }
}

export interface RouteRule {
  method: string
  url: string
  access: Access
  isRefusal: boolean
}

export const ANYONE = { access: 'anyone' } as const satisfies { access: Access }
export const REFUSAL = { ...ANYONE, isRefusal: true } as const

/** Runs before a body is read, except for a form that may be a one-click request from a mail program. */
export function guardRoutes(app: FastifyInstance, context: AppContext | AccountContext) {
  const rules: RouteRule[] = []
  app.decorate('routeRules', rules)
  app.decorateRequest('viewer')
  app.decorateRequest('token')
  const desks = hasAccounts(context) ? { context, letProgramIn: guardPrograms(context) } : undefined
  app.addHook('onRoute', ({ method, url, config }) => {
    const access = config?.access
    if (access === undefined) throw new Error(`The route ${String(method)} ${url} has no access rule.`)
    if (access !== 'anyone' && desks === undefined) throw new Error(`The route ${url} needs accounts.`)
    if (config?.readsOnly === true && access !== 'anyone')
      throw new Error(`The route ${url} is readsOnly, so its access must be 'anyone'.`)
    const isRefusal = config?.isRefusal ?? false
    for (const each of [method].flat()) rules.push({ method: each, url, access, isRefusal })
  })
  app.addHook('onRequest', async (request, reply) => {
    const { access, isOneClick, readsOnly = false } = request.routeOptions.config
    request.viewer = ANONYMOUS
    if (access === undefined) return
    if (isTokenAccess(access)) {
      request.token = await desks?.letProgramIn(access, request, reply)
      return
    }
    const isChange = !readsOnly && !['GET', 'HEAD', 'OPTIONS'].includes(request.method)
    const isJudgedOnceRead = isOneClick !== undefined && isForm(request)
    if (isChange && !isJudgedOnceRead) refuseUnlessFromOwnPage(context, request)
    if (access === 'anyone' || desks === undefined) return

    const viewer = await signedInViewer(desks.context, request)
    refuseUnlessAllowed(access, viewer, request)
    if (isChange && viewer !== undefined) refuseWithoutToken(viewer, request)
    request.viewer = viewer ?? ANONYMOUS
  })
  app.addHook('preHandler', async (request) => {
    const { isOneClick } = request.routeOptions.config
    if (isOneClick !== undefined && !isOneClick(request.body)) refuseUnlessFromOwnPage(context, request)
  })
}

function refuseUnlessFromOwnPage({ config }: AppContext, { headers }: FastifyRequest) {
  const { origin, host } = headers
  const fetchSite = headers['sec-fetch-site']
  const isOwn = isOwnOrigin(
    { origin, host, fetchSite: typeof fetchSite === 'string' ? fetchSite : undefined },
    config.publicUrl,
  )
  if (!isOwn) throw new Fault('foreign-origin')
}

function isForm({ headers }: FastifyRequest) {
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  return type === 'application/x-www-form-urlencoded' || type === 'multipart/form-data'
}

/** Without a database, reads are answered as for anonymous readers, but actions must fail. */
async function signedInViewer(
  { accounts, clock, config, holder, log }: AccountContext,
  request: FastifyRequest,
): Promise<SignedInViewer | undefined> {
  const token = sessionOfCookies(request.headers.cookie ?? '', { isSecure: config.isHttps })
  if (token === undefined) return undefined
  if (isDatabaseAway({ holder })) throw new Fault('no-database')
  const viewer = await accounts.viewerOf(token, clock(), { isActing: true }).catch((error: unknown) => {
    log.warn({ err: error }, 'A session could not be looked up')
    throw new Fault('no-database')
  })
  return viewer.kind === 'user' ? viewer : undefined
}

function refuseUnlessAllowed(access: Access, viewer: SignedInViewer | undefined, request: FastifyRequest) {
  const { uid } = (request.params ?? {}) as { uid?: string }
  switch (judgeAccess(access, viewer, uid === undefined ? undefined : Number(uid))) {
    case 'allowed':
      if (viewer !== undefined) refuseUnlessOpenedWell(viewer, request)
      if (viewer !== undefined && viewer.limit !== null && isToLiftLimits(access))
        throw new Fault('not-allowed', { message: LIMITED })
      return
    case 'sign-in-first':
      throw new Fault('not-signed-in')
    case 'refused':
      throw new Fault('not-allowed')
  }
}

function refuseUnlessOpenedWell({ openedBy }: SignedInViewer, request: FastifyRequest) {
  const { leastLink } = request.routeOptions.config
  if (isOpenedWell(openedBy, leastLink)) return
  throw new Fault('not-allowed', { message: leastLink === undefined ? PASSWORD_FIRST : ASK_FOR_LINK })
}

const PASSWORD_FIRST =
  'You signed in with a link from an email, which isn’t enough for this. Please set a password first, with “Forgot password” on the sign-in page.'
const ASK_FOR_LINK =
  'You signed in with a link from a message, which may have been forwarded. Please ask for a new link under “Manage what you follow”, and try again with it.'

/**
 * Administrators can't be limited, but sign-on may make an administrator of a person with a limit, who
 * could then lift it or make a token without one.
 */
function isToLiftLimits(access: Access) {
  return access === 'manage-people' || access === 'manage-tokens'
}

const LIMITED =
  'Your rights are limited to certain clouds, so you can’t manage people, tokens and senders. Ask another administrator to lift the limit.'

/** */
function refuseWithoutToken(viewer: SignedInViewer, { headers }: FastifyRequest) {
  const token = headers['x-csrf-token']
  const isRight = typeof token === 'string' && isSecretOf(token, viewer.csrfTokenHash)
  if (!isRight) throw new Fault('wrong-csrf-token')
}
