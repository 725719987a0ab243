import { sha256 as hashOf } from '@noble/hashes/sha2.js'
import type { Sha256 } from './merkle.ts'

export const sha256: Sha256 = (...parts) => {
  const hash = hashOf.create()
  for (const part of parts) hash.update(part)
  return hash.digest()
}

const ED25519 = 'Ed25519'

/** Browsers before 2025 lack Ed25519, and no browser has WebCrypto on pages without HTTPS. Rejects there. */
export async function isSigned({
  text,
  signature,
  publicKey,
}: {
  text: string
  signature: Uint8Array
  publicKey: Uint8Array
}): Promise<boolean> {
  const key = await crypto.subtle.importKey('raw', new Uint8Array(publicKey), ED25519, false, ['verify'])
  return crypto.subtle.verify(ED25519, key, new Uint8Array(signature), new TextEncoder().encode(text))
}

export async function canVerify(): Promise<boolean> {
  try {
    await crypto.subtle.generateKey(ED25519, false, ['sign', 'verify'])
    return true
  } catch {
    return false
  }
}
