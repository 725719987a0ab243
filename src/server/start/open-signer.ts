import { readFile } from 'node:fs/promises'
import { createMessage, decryptKey, type PrivateKey, readPrivateKey, sign } from 'openpgp'
import type { DocumentSigner } from '../../edition/documents/document.ts'
import type { SigningKeyConfig } from '../config/keys-config.ts'

type SignerOutcome =
  | { kind: 'opened'; signer: DocumentSigner | undefined }
  | { kind: 'refused'; line: string }

/** Tries the key once, so that a bad key fails the start and not the first reader's request. */
export async function openSigner(config: SigningKeyConfig | undefined): Promise<SignerOutcome> {
  if (config === undefined) return { kind: 'opened', signer: undefined }
  const armored = await readFile(config.file, 'utf8').catch(() => undefined)
  if (armored === undefined) return refused(`The file ${config.file} cannot be read.`)
  const locked = await readPrivateKey({ armoredKey: armored }).catch(() => undefined)
  if (locked === undefined) return refused(`${config.file} contains no armored OpenPGP private key.`)
  const key = await unlocked(locked, config.passphrase)
  if (key === undefined) return refused('CSAF_SIGNING_PASSPHRASE does not open the key.')
  const signer = signerWith(key)
  try {
    await signer.sign('A try.', new Date())
  } catch {
    return refused(`The key in ${config.file} cannot sign: it may be expired, revoked or for something else.`)
  }
  return { kind: 'opened', signer }
}

function refused(why: string): SignerOutcome {
  return { kind: 'refused', line: `CSAF_SIGNING_KEY: ${why}` }
}

async function unlocked(key: PrivateKey, passphrase: string | undefined): Promise<PrivateKey | undefined> {
  if (key.isDecrypted()) return key
  if (passphrase === undefined) return undefined
  return decryptKey({ privateKey: key, passphrase }).catch(() => undefined)
}

function signerWith(key: PrivateKey): DocumentSigner {
  const madeAt = Math.max(...key.getKeys().map((each) => each.getCreationTime().getTime()))
  const signAt = async (text: string, date: Date) =>
    sign({
      message: await createMessage({ binary: Buffer.from(text) }),
      signingKeys: key,
      detached: true,
      date,
      // Makes signatures deterministic: the same document gets the same signature in every process.
      config: { nonDeterministicSignaturesViaNotation: false },
    })
  return {
    publicKey: key.toPublic().armor(),
    fingerprint: key.getFingerprint().toUpperCase(),
    // A key can't sign before its creation. A renewed key may not have been valid at the time of the
    // document, but it is now.
    sign: (text, at) =>
      signAt(text, new Date(Math.max(at.getTime(), madeAt))).catch(() => signAt(text, new Date())),
  }
}
