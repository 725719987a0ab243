import { generateKeyPairSync, randomBytes } from 'node:crypto'
import type { Configuration, JWK, Provider } from 'oidc-provider'
import { signInAddress } from '../../domain/account/sign-in-address.ts'
import { DEMO_IDENTITY_PATH, SIGN_ON_CALLBACK_PATH } from '../../domain/account/sign-on-paths.ts'
import { boundedMemory } from './bounded-memory.ts'
import { type DemoPerson, findDemoPerson } from './demo-people.ts'
import { loadOidcProvider } from './load-oidc-provider.ts'

/** The identity provider that is part of the demo. */
export interface DemoIdentity {
  issuer: string
  clientId: string
  clientSecret: string
  scopes: string
  /** Made when it is first asked for. */
  provider(): Promise<Provider>
}

const MINUTE_S = 60
const ALGORITHM = 'ES256'

/** Keys and secrets are new with every start: nothing that it ever said counts after it. */
export function demoIdentity(publicUrl: string): DemoIdentity {
  const identity = {
    issuer: `${publicUrl}${DEMO_IDENTITY_PATH}`,
    clientId: 'candor',
    clientSecret: randomBytes(32).toString('base64url'),
    scopes: 'openid email profile',
  }
  let made: Promise<Provider> | undefined
  return {
    ...identity,
    provider: () => {
      made ??= makeProvider(identity, `${publicUrl}${SIGN_ON_CALLBACK_PATH}`)
      return made
    },
  }
}

async function makeProvider(
  { issuer, clientId, clientSecret }: Omit<DemoIdentity, 'provider'>,
  callbackUrl: string,
): Promise<Provider> {
  const { Provider } = await loadOidcProvider()
  const provider = new Provider(issuer, {
    ...SETTINGS,
    adapter: boundedMemory(),
    jwks: { keys: [newKey()] },
    cookies: cookieSettings(),
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [callbackUrl],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_basic',
        id_token_signed_response_alg: ALGORITHM,
      },
    ],
  })
  // Its addresses come from headers that we set ourselves before we hand a request over.
  provider.proxy = true
  return provider
}

const SETTINGS: Configuration = {
  claims: { openid: ['sub', 'roles'], email: ['email', 'email_verified'], profile: ['name'] },
  // Also in the ID token, as most providers do.
  conformIdTokenClaims: false,
  scopes: ['openid', 'email', 'profile'],
  responseTypes: ['code'],
  enabledJWA: { idTokenSigningAlgValues: [ALGORITHM] },
  pkce: { required: () => true },
  features: {
    devInteractions: { enabled: false },
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    resourceIndicators: { enabled: false },
    rpInitiatedLogout: { enabled: false },
  },
  ttl: {
    Interaction: 10 * MINUTE_S,
    Session: 10 * MINUTE_S,
    Grant: 10 * MINUTE_S,
    AuthorizationCode: MINUTE_S,
    AccessToken: 5 * MINUTE_S,
    IdToken: 5 * MINUTE_S,
  },
  clientBasedCORS: () => false,
  interactions: { url: (_, { uid }) => interactionPath(uid) },
  findAccount: (_, id) => {
    const person = findDemoPerson(id)
    return person && { accountId: id, claims: () => claimsOf(person) }
  },
  // The one client is our own, so there is nothing to consent to.
  loadExistingGrant: async ({ oidc }) => {
    const { client, session, params, provider } = oidc
    if (client === undefined || session?.accountId === undefined) return undefined
    const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
    grant.addOIDCScope(String(params?.scope))
    await grant.save()
    return grant
  },
  renderError: (ctx) => {
    ctx.status = 303
    ctx.redirect(signInAddress({ problem: 'sign-on-failed' }))
  },
}

export function interactionPath(uid: string): string {
  return `${DEMO_IDENTITY_PATH}/interaction/${uid}`
}

function claimsOf({ id, name, email, role }: DemoPerson) {
  return { sub: id, name, email, email_verified: true, roles: role === null ? [] : [role] }
}

function newKey(): JWK {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return { ...privateKey.export({ format: 'jwk' }), alg: ALGORITHM, use: 'sig' } as JWK
}

function cookieSettings(): NonNullable<Configuration['cookies']> {
  const options = { httpOnly: true, sameSite: 'lax', signed: true } as const
  return {
    keys: [randomBytes(32).toString('base64url')],
    names: {
      session: 'candor_demo_session',
      interaction: 'candor_demo_interaction',
      resume: 'candor_demo_resume',
    },
    // Where nothing is ever asked for: every login begins with the list of people, so that whoever tries the demo can
    // be another one each time.
    long: { ...options, path: `${DEMO_IDENTITY_PATH}/nowhere` },
    short: options,
  }
}
