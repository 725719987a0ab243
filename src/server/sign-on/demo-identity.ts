import type { FastifyRequest } from 'fastify'
import type { Configuration, Provider } from 'oidc-provider'
import {
  DEMO_IDENTITY_ALGORITHM,
  type DemoIdentityKeys,
  demoIdentityKeys,
} from '../../accounts/sign-on/demo-identity-keys.ts'
import { demoIdentityMemory } from '../../accounts/sign-on/demo-identity-memory.ts'
import { mayDemoSignIn } from '../../accounts/sign-on/may-demo-sign-in.ts'
import { ROLES, type Role } from '../../domain/access.ts'
import { signInAddress } from '../../domain/account/sign-in-address.ts'
import { DEMO_IDENTITY_PATH, SIGN_ON_CALLBACK_PATH } from '../../domain/account/sign-on-paths.ts'
import { isLoopbackHost } from '../../domain/loopback-host.ts'
import type { AccountContext } from '../context.ts'
import { Fault } from '../http/faults.ts'

const LOOPBACK = ['127.0.0.1', '::1', '::ffff:127.0.0.1']
const OWN_NAME = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i
/** Headers that proxies add. Behind a proxy on this machine, every client has a loopback address. */
const OF_PROXIES =
  /^(forwarded|via|x-forwarded-.*|x-real-ip|x-envoy-.*|x-original-.*|x-client-ip|x-cluster-client-ip|true-client-ip|cf-.*|fly-.*)$/

/**
 * Whether the request comes from this machine, under a loopback name. A proxy that adds no headers is
 * recognized by HTTP/1.0 or `Connection: close`, which browsers do not send. A TCP forwarder such as `ssh
 * -R` can't be detected.
 */
function isOnThisMachine({ ip, host, headers, raw }: FastifyRequest, publicUrl: string): boolean {
  const isProxied =
    Object.keys(headers).some((name) => OF_PROXIES.test(name)) ||
    raw.httpVersion === '1.0' ||
    /close/i.test(headers.connection ?? '')
  return (
    !isProxied && LOOPBACK.includes(ip) && OWN_NAME.test(host) && isLoopbackHost(new URL(publicUrl).hostname)
  )
}

export interface DemoIdentity {
  issuer: string
  clientId: string
  clientSecret(): Promise<string>
  scopes: string
  checkMayAsk(request: FastifyRequest): Promise<void>
  provider(): Promise<Provider>
}

const MINUTE_S = 60
const CLIENT_ID = 'candor'
const ONLY_HERE =
  'The demo lets staff sign in only on the computer that it runs on, and only while its content is the demo\u2019s. DEMO=1 lets in anyone; OIDC_ISSUER sets a real identity provider.'

export function demoIdentity(context: AccountContext): DemoIdentity {
  const { publicUrl } = context.config
  let made: Promise<{ keys: DemoIdentityKeys; provider: Provider }> | undefined
  const making = () => {
    made ??= makeProvider(context).catch((error) => {
      // If the database was down, the next sign-in tries again.
      made = undefined
      throw error
    })
    return made
  }
  return {
    issuer: `${publicUrl}${DEMO_IDENTITY_PATH}`,
    clientId: CLIENT_ID,
    clientSecret: async () => (await making()).keys.clientSecret,
    scopes: 'openid email profile',
    checkMayAsk: async (request) => {
      const isNear = context.config.isDemoOpen || isOnThisMachine(request, publicUrl)
      const isOfDemo =
        isNear && (await context.accounts.inTime(mayDemoSignIn(context.accounts.desk.db, context.config)))
      if (!isOfDemo) throw new Fault('not-allowed', { message: ONLY_HERE })
    },
    provider: async () => (await making()).provider,
  }
}

async function makeProvider({ config: { publicUrl }, accounts, clock }: AccountContext) {
  const { db } = accounts.desk
  const keys = await accounts.inTime(demoIdentityKeys(db))
  const { Provider } = await loadOidcProvider()
  const provider = new Provider(`${publicUrl}${DEMO_IDENTITY_PATH}`, {
    ...SETTINGS,
    adapter: demoIdentityMemory({ db, clock }),
    jwks: { keys: [keys.signingKey] },
    cookies: cookieSettings(keys.cookieKey),
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: keys.clientSecret,
        redirect_uris: [`${publicUrl}${SIGN_ON_CALLBACK_PATH}`],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_basic',
        id_token_signed_response_alg: DEMO_IDENTITY_ALGORITHM,
      },
    ],
  })
  // Its URLs come from headers that we set before handing a request over.
  provider.proxy = true
  return { keys, provider }
}

const SETTINGS: Configuration = {
  claims: { openid: ['sub', 'roles'], email: ['email', 'email_verified'], profile: ['name'] },
  // Claims are also in the ID token, as with most providers.
  conformIdTokenClaims: false,
  scopes: ['openid', 'email', 'profile'],
  responseTypes: ['code'],
  enabledJWA: { idTokenSigningAlgValues: [DEMO_IDENTITY_ALGORITHM] },
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
  // The only client is our own, so no consent is needed.
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

function cookieSettings(key: string): NonNullable<Configuration['cookies']> {
  const options = { httpOnly: true, sameSite: 'lax', signed: true } as const
  return {
    keys: [key],
    names: {
      session: 'candor_demo_session',
      interaction: 'candor_demo_interaction',
      resume: 'candor_demo_resume',
    },
    // A path that is never requested: every login starts with the list of people, so that demo users can switch roles.
    long: { ...options, path: `${DEMO_IDENTITY_PATH}/nowhere` },
    short: options,
  }
}

type OidcProvider = typeof import('oidc-provider')

/**
 * Loaded on first use, because it takes a third of a second. On Node 20 it prints that only newer versions
 * are supported. Operators of a demo needn't act on that, so we drop the warning.
 */
export async function loadOidcProvider(): Promise<OidcProvider> {
  const warn = console.warn
  console.warn = (...said: unknown[]) => {
    if (!String(said[0]).includes('oidc-provider WARNING: Unsupported runtime')) warn(...said)
  }
  try {
    return await import('oidc-provider')
  } finally {
    console.warn = warn
  }
}

interface DemoPerson {
  id: string
  name: string
  email: string
  role: Role | null
}

const NAMES: Record<Role, string> = {
  administrator: 'Amara Okafor',
  blog_editor: 'Ben Lindqvist',
  jab_compliance: 'Chiara Moretti',
  url_editor: 'Daniel Novak',
  customer_success_manager: 'Elif Yilmaz',
  cloud_apps: 'Farid Haddad',
  legal_team: 'Grace Mwangi',
  trust_admin: 'Hiroshi Tanaka',
}

export const DEMO_PEOPLE: readonly DemoPerson[] = [
  ...ROLES.map((role) => person({ id: role, name: NAMES[role], role })),
  person({ id: 'no-role', name: 'Ines Carvalho', role: null }),
]

export function findDemoPerson(id: string): DemoPerson | undefined {
  return DEMO_PEOPLE.find((each) => each.id === id)
}

function person(of: Omit<DemoPerson, 'email'>): DemoPerson {
  return { ...of, email: `${of.name.toLowerCase().replace(' ', '.')}@northwall.example` }
}
