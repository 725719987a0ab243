import * as oidc from 'openid-client'
import type { OidcFailure } from './explain-failure.ts'
import { explainFailure } from './explain-failure.ts'
import { identityOfClaims, isIncomplete, type StaffIdentity } from './identity-of-claims.ts'
import type { RoleRules } from './roles-of-claims.ts'
import type { SignOnAttempt } from './sign-on-cookie.ts'

/** Only people signing in wait for it. In an outage, a slow provider is better than none. */
const ANSWER_WITHIN_S = 15

export interface IdentityProviderOptions extends RoleRules {
  issuer: string
  clientId: string
  clientSecret: string | (() => Promise<string>)
  scopes: string
  callbackUrl: string
  fetch?: oidc.CustomFetch
}

export interface IdentityProvider {
  begin(): Promise<{ kind: 'begun'; url: string; attempt: SignOnAttempt } | OidcFailure>
  complete(
    query: string,
    attempt: SignOnAttempt,
  ): Promise<{ kind: 'identified'; identity: StaffIdentity } | OidcFailure>
}

/**
 * authorization code flow with PKCE for any OpenID Connect provider. Makes no request until the first sign-in.
 */
export function identityProvider(options: IdentityProviderOptions): IdentityProvider {
  const discovered = onceItWorks(() => discover(options))
  return {
    begin: async () => {
      try {
        return await begin(await discovered(), options)
      } catch (error) {
        return { ...explainFailure(error), kind: 'unavailable' }
      }
    },
    complete: async (query, attempt) => {
      try {
        const identity = await complete(await discovered(), options, { query, attempt })
        return { kind: 'identified', identity }
      } catch (error) {
        return explainFailure(error)
      }
    },
  }
}

function onceItWorks<T>(ask: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | undefined
  return () => {
    asked ??= ask().catch((error) => {
      asked = undefined
      throw error
    })
    return asked
  }
}

async function discover({ issuer, clientId, clientSecret: given, fetch }: IdentityProviderOptions) {
  const clientSecret = typeof given === 'string' ? given : await given()
  // Plain http is for trusted networks, and configuring it is a deliberate choice. An https provider is never followed
  // to an http URL.
  const isPlain = issuer.startsWith('http:')
  return oidc.discovery(new URL(issuer), clientId, clientSecret, clientSecretAuth(clientSecret), {
    timeout: ANSWER_WITHIN_S,
    // Also check signatures of tokens that come straight from the provider. We don't rely on TLS alone.
    execute: [oidc.enableNonRepudiationChecks, ...(isPlain ? [oidc.allowInsecureRequests] : [])],
    ...(fetch !== undefined && { [oidc.customFetch]: fetch }),
  })
}

/** Basic is the default of OpenID Connect; some providers accept the secret only in the body. */
function clientSecretAuth(secret: string): oidc.ClientAuth {
  const [basic, post] = [oidc.ClientSecretBasic(secret), oidc.ClientSecretPost(secret)]
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    return methods.includes('client_secret_basic') ? basic(server, ...rest) : post(server, ...rest)
  }
}

async function begin(provider: oidc.Configuration, { scopes, callbackUrl }: IdentityProviderOptions) {
  const attempt = {
    state: oidc.randomState(),
    nonce: oidc.randomNonce(),
    verifier: oidc.randomPKCECodeVerifier(),
  }
  const url = oidc.buildAuthorizationUrl(provider, {
    redirect_uri: callbackUrl,
    scope: scopes,
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(attempt.verifier),
    code_challenge_method: 'S256',
  })
  return { kind: 'begun' as const, url: url.href, attempt }
}

const MOST_AHEAD_S = 60

async function complete(
  provider: oidc.Configuration,
  options: IdentityProviderOptions,
  { query, attempt }: { query: string; attempt: SignOnAttempt },
): Promise<StaffIdentity> {
  const callback = new URL(options.callbackUrl)
  callback.search = query
  const tokens = await oidc.authorizationCodeGrant(provider, callback, {
    expectedState: attempt.state,
    expectedNonce: attempt.nonce,
    pkceCodeVerifier: attempt.verifier,
    idTokenExpected: true,
  })
  const idToken = tokens.claims()
  if (idToken === undefined || idToken.sub === '') throw new Error('The ID token has no subject')
  // The library uses the same clock to check the token's expiry.
  if (idToken.iat > Date.now() / 1000 + MOST_AHEAD_S) throw new Error('The ID token is dated in the future')
  const needsUserInfo =
    provider.serverMetadata().userinfo_endpoint !== undefined && isIncomplete(idToken, options)
  const userInfo = needsUserInfo
    ? await oidc.fetchUserInfo(provider, tokens.access_token, idToken.sub)
    : undefined
  return identityOfClaims(idToken, userInfo, options)
}
