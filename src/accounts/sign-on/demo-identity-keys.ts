import { generateKeyPairSync, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { JWK } from 'oidc-provider'
import { OPEN_VAULT } from '../../db/at-rest/vault.ts'
import type { DB } from '../../db/database.ts'
import { readOrMakeSecret } from '../../db/secrets.ts'

export const DEMO_IDENTITY_ALGORITHM = 'ES256'

export interface DemoIdentityKeys {
  clientSecret: string
  cookieKey: string
  signingKey: JWK
}

export async function demoIdentityKeys(db: Kysely<DB>): Promise<DemoIdentityKeys> {
  const make = () => Buffer.from(JSON.stringify(newKeys()))
  // Stored unencrypted, as documented for SITE_SECRETS.
  const stored = await readOrMakeSecret(db, OPEN_VAULT, 'demo-identity', make)
  return JSON.parse(stored.toString())
}

function newKeys(): DemoIdentityKeys {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return {
    clientSecret: randomBytes(32).toString('base64url'),
    cookieKey: randomBytes(32).toString('base64url'),
    signingKey: { ...privateKey.export({ format: 'jwk' }), alg: DEMO_IDENTITY_ALGORITHM, use: 'sig' } as JWK,
  }
}
