import { createHmac, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { OidcConfig } from '../../src/server/config/sign-on-config.ts'
import { CLIENTS_HANG_UP } from './clients-hang-up.ts'

export interface Forgery {
  header?: Record<string, unknown>
  claims?: Record<string, unknown>
  /** `own` is the provider's published key. */
  signedBy?: 'own' | 'stranger' | 'client-secret' | 'nobody'
  idToken?: string | undefined
  hasNoToken?: boolean
}

export interface Forger {
  oidc: OidcConfig
  forge(forgery: Forgery): void
  answersWith(query: Record<string, string>): void
  asked(): URLSearchParams
  stop(): Promise<void>
}

/** A provider whose tokens can be wrong in one way at a time. */
export async function identityForger(): Promise<Forger> {
  let forgery: Forgery = {}
  let extra: Record<string, string> = {}
  let asked = new URLSearchParams()
  let nonce = ''
  const own = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const clientSecret = randomBytes(24).toString('base64url')

  const server = createServer(CLIENTS_HANG_UP, async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', issuer)
    const json = (value: unknown) => {
      response.setHeader('content-type', 'application/json').end(JSON.stringify(value))
    }
    switch (pathname) {
      case '/.well-known/openid-configuration':
        return json(metadata(issuer))
      case '/jwks':
        return json({
          keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: 'own', alg: 'ES256', use: 'sig' }],
        })
      case '/auth': {
        nonce = searchParams.get('nonce') ?? ''
        const answer = { code: 'a-code', state: searchParams.get('state') ?? '', iss: issuer, ...extra }
        const target = `${searchParams.get('redirect_uri')}?${new URLSearchParams(answer)}`
        return void response.writeHead(303, { location: target }).end()
      }
      case '/token':
        asked = await formOf(request)
        return json({ access_token: 'an-access-token', token_type: 'Bearer', ...idToken() })
      default:
        return void response.writeHead(404).end()
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  function idToken(): { id_token?: string } {
    if (forgery.hasNoToken === true) return {}
    return { id_token: forgery.idToken ?? jwt() }
  }

  function jwt() {
    const nowS = Math.floor(Date.now() / 1000)
    const claims = {
      iss: issuer,
      aud: 'trust-site',
      sub: 'somebody',
      iat: nowS,
      exp: nowS + 60,
      nonce,
      name: 'Somebody',
      email: 'somebody@northwall.example',
      email_verified: true,
      roles: ['trust_admin'],
      ...forgery.claims,
    }
    const header = { alg: 'ES256', kid: 'own', typ: 'JWT', ...forgery.header }
    const signed = `${encoded(header)}.${encoded(claims)}`
    return `${signed}.${signature(signed)}`
  }

  function signature(signed: string): string {
    const es256 = (key: KeyObject) =>
      sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')
    switch (forgery.signedBy ?? 'own') {
      case 'own':
        return es256(own.privateKey)
      case 'stranger':
        return es256(stranger.privateKey)
      case 'client-secret':
        return createHmac('sha256', clientSecret).update(signed).digest('base64url')
      case 'nobody':
        return ''
    }
  }

  return {
    oidc: {
      issuer,
      clientId: 'trust-site',
      clientSecret,
      scopes: 'openid email profile',
      roleClaim: 'roles',
      roleMap: undefined,
    },
    forge: (next) => {
      forgery = next
    },
    answersWith: (query) => {
      extra = query
    },
    asked: () => asked,
    stop: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

/** Claims to support algorithms that no client should accept. */
function metadata(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256', 'RS256', 'HS256', 'none'],
    token_endpoint_auth_methods_supported: ['client_secret_post'],
    authorization_response_iss_parameter_supported: true,
  }
}

async function formOf(request: IncomingMessage) {
  return new URLSearchParams(await text(request))
}

function encoded(value: unknown) {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
