import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AdapterFactory, AdapterPayload } from 'oidc-provider'
import type { OidcConfig } from '../../src/server/config/sign-on-config.ts'
import { loadOidcProvider } from '../../src/server/sign-on/demo-identity.ts'
import { CLIENTS_HANG_UP } from './clients-hang-up.ts'
import { freePort } from './free-port.ts'

export interface Person {
  sub: string
  [claim: string]: unknown
}

export interface TestIdentityProvider {
  oidc: OidcConfig
  /** The user at the browser from now on; null is a user that the provider rejects. */
  signsIn(person: Person | null): void
  stop(): Promise<void>
  start(): Promise<void>
}

/** Longer than a sign-in takes on a busy machine. */
const LIVES_S = 600

/** A typical OpenID Connect provider on its own port; signs every visitor in immediately. */
export async function testIdentityProvider(
  callbackUrl: string,
  {
    isOnlyUserInfo = false,
    ...oidc
  }: Partial<OidcConfig> & {
    /** Sends personal claims in the user info only, as the standard says. */
    isOnlyUserInfo?: boolean
  } = {},
): Promise<TestIdentityProvider> {
  let person: Person | null = null
  const people = new Map<string, Person>()
  let answer: Parameters<typeof createServer>[1] = () => {}
  const server = createServer(CLIENTS_HANG_UP, (request, response) => answer?.(request, response))
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  // No outgoing connection takes it while the provider is stopped.
  const port = await freePort()
  await listen(port)
  const issuer = `http://127.0.0.1:${port}`
  const clientSecret = randomBytes(24).toString('base64url')

  const { Provider } = await loadOidcProvider()
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'trust-site',
        client_secret: clientSecret,
        redirect_uris: [callbackUrl],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: { keys: [newKey()] },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    adapter: identityProviderMemory(),
    claims: {
      openid: ['sub', 'roles', 'groups', 'realm_access'],
      email: ['email', 'email_verified'],
      profile: ['name'],
    },
    conformIdTokenClaims: isOnlyUserInfo,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    ttl: {
      AccessToken: LIVES_S,
      AuthorizationCode: LIVES_S,
      Grant: LIVES_S,
      IdToken: LIVES_S,
      Interaction: LIVES_S,
      Session: LIVES_S,
    },
    clientBasedCORS: () => false,
    renderError: (ctx, out) => {
      ctx.body = out
    },
    interactions: { url: (_, { uid }) => `/login/${uid}` },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => people.get(sub) ?? { sub } }),
    loadExistingGrant: async ({ oidc: { client, session, params, provider: own } }) => {
      if (client === undefined || session?.accountId === undefined) return undefined
      const grant = new own.Grant({ clientId: client.clientId, accountId: session.accountId })
      grant.addOIDCScope(String(params?.scope))
      await grant.save()
      return grant
    },
  })
  const byProvider = provider.callback()
  answer = (request, response) => {
    const isLogin = request.url?.startsWith('/login/') === true
    if (!isLogin) return void byProvider(request, response)
    const result = person === null ? { error: 'access_denied' } : { login: { accountId: person.sub } }
    void provider.interactionFinished(request, response, result)
  }

  return {
    oidc: {
      issuer,
      clientId: 'trust-site',
      clientSecret,
      scopes: 'openid email profile',
      roleClaim: 'roles',
      roleMap: undefined,
      ...oidc,
    },
    signsIn: (next) => {
      person = next
      if (next !== null) people.set(next.sub, next)
    },
    stop: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
    start: async () => {
      await listen(port)
    },
  }
}

function newKey() {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return { ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig' } as never
}

/** The storage of a test provider. The library's own one logs a warning. */
function identityProviderMemory(): AdapterFactory {
  const entries = new Map<string, AdapterPayload>()
  return (model) => ({
    upsert: async (id, payload) => void entries.set(`${model}:${id}`, payload),
    find: async (id) => entries.get(`${model}:${id}`),
    findByUid: async (uid) =>
      [...entries].find(([key, payload]) => key.startsWith(`${model}:`) && payload.uid === uid)?.[1],
    findByUserCode: async () => undefined,
    consume: async (id) => {
      const payload = entries.get(`${model}:${id}`)
      if (payload !== undefined) payload.consumed = Math.floor(Date.now() / 1000)
    },
    destroy: async (id) => void entries.delete(`${model}:${id}`),
    revokeByGrantId: async (grantId) => {
      for (const [key, payload] of entries) if (payload.grantId === grantId) entries.delete(key)
    },
  })
}
