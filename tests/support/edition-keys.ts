import { makePrivateKey, publicKeyOf, readSigningKey } from '../../src/edition/file/edition-keys.ts'

export function editionKeys() {
  const pkcs8 = makePrivateKey()
  const key = readSigningKey(pkcs8)
  if (key === undefined) throw new Error('A key that was just made must be one.')
  return { key, signingKey: pkcs8.toString('base64'), publicKey: publicKeyOf(key) }
}

export function recoveryEnv(source = '/mnt/editions'): Record<string, string> {
  return { TRUST_DR: '1', EDITION_SOURCE: source, EDITION_PUBLIC_KEY: editionKeys().publicKey }
}
