import type { FastifyInstance } from 'fastify'
import type { CustomFetch } from 'openid-client'
import { type IdentityProvider, identityProvider } from '../../accounts/sign-on/identity-provider.ts'
import { SIGN_ON_CALLBACK_PATH } from '../../domain/account/sign-on-paths.ts'
import type { Config } from '../config.ts'
import type { DemoIdentity } from './demo-identity.ts'

export type SignOnConfig = Pick<Config, 'isTrustDR' | 'oidc' | 'hasDemo'>

/** the demo provider never runs next to a real one, or without the demo. */
export function signOnOf({ isTrustDR, oidc, hasDemo }: SignOnConfig): 'configured' | 'demo' | 'none' {
  if (isTrustDR) return 'none'
  if (oidc !== undefined) return 'configured'
  return hasDemo ? 'demo' : 'none'
}

export function isOpenToAnyone(config: SignOnConfig & Pick<Config, 'isDemoOpen'>): boolean {
  return config.isDemoOpen && signOnOf(config) === 'demo'
}

export function identityProviderOf(
  app: FastifyInstance,
  { config, demo }: { config: Config; demo: DemoIdentity | undefined },
): IdentityProvider | undefined {
  const callbackUrl = `${config.publicUrl}${SIGN_ON_CALLBACK_PATH}`
  if (demo !== undefined) {
    const { issuer, clientId, clientSecret, scopes } = demo
    return identityProvider({
      issuer,
      clientId,
      clientSecret,
      scopes,
      callbackUrl,
      roleClaim: 'roles',
      roleMap: undefined,
      fetch: fetchInside(app),
    })
  }
  if (config.oidc === undefined || config.isTrustDR) return undefined
  return identityProvider({ ...config.oidc, callbackUrl })
}

/** In this process: the demo provider works wherever the public URL leads. */
function fetchInside(app: FastifyInstance): CustomFetch {
  return async (address, { method, headers, body }) => {
    const { pathname, search } = new URL(address)
    const answer = await app.inject({
      method: method as 'GET' | 'POST',
      url: pathname + search,
      headers,
      ...(body != null && { payload: String(body) }),
    })
    return new Response(answer.body, {
      status: answer.statusCode,
      headers: { 'content-type': String(answer.headers['content-type'] ?? '') },
    })
  }
}
