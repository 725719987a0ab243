import { resolve } from 'node:path'
import { readVerifierKey, WITNESS_KEY } from '../../domain/log/checkpoint.ts'
import { sha256 } from '../../domain/log/log-crypto.ts'
import type { LogWitness } from '../../edition/log/ask-witness.ts'
import { toFetchedUrl, toList, WrongValue } from './values.ts'

const KEY_BYTES = 32

export function toSecretsKeys(read: (name: string) => string | undefined): Buffer[] {
  const key = read('SECRETS_KEY')
  const old = toList(read('SECRETS_KEY_OLD')).map((value) => toKey('SECRETS_KEY_OLD', value))
  if (key !== undefined) return [toKey('SECRETS_KEY', key), ...old]
  if (old.length === 0) return []
  throw new WrongValue('SECRETS_KEY_OLD needs SECRETS_KEY: the key that replaces it.')
}

/** The error never contains the value. */
function toKey(name: string, value: string): Buffer {
  const isHex = /^[0-9a-f]{64}$/i.test(value)
  const isBase64 = /^[\w+/-]{43}=?$/.test(value)
  const key = Buffer.from(value, isHex ? 'hex' : 'base64')
  if ((isHex || isBase64) && key.length === KEY_BYTES) return key
  throw new WrongValue(
    `${name} must be ${KEY_BYTES} bytes in base64 or hex: "openssl rand -base64 ${KEY_BYTES}" makes such a key.`,
  )
}

export interface SigningKeyConfig {
  /** Path of an armored OpenPGP private key. */
  file: string
  passphrase: string | undefined
}

export function toSigningKey(read: (name: string) => string | undefined): SigningKeyConfig | undefined {
  const file = read('CSAF_SIGNING_KEY')
  const passphrase = read('CSAF_SIGNING_PASSPHRASE')
  if (file !== undefined) return { file: resolve(file), passphrase }
  if (passphrase !== undefined) {
    throw new WrongValue(
      'CSAF_SIGNING_PASSPHRASE needs CSAF_SIGNING_KEY: the file with the key that it opens.',
    )
  }
  return undefined
}

/** `key address, key address`: who cosigns the checkpoints of the public log. */
export function toLogWitnesses(value: string | undefined): LogWitness[] {
  const witnesses = toList(value).map((written, index) => {
    const [text = '', address, ...more] = written.split(/\s+/)
    const key = readVerifierKey(sha256, text, WITNESS_KEY)
    if (key === undefined || address === undefined || more.length > 0)
      throw new WrongValue(
        `LOG_WITNESSES must be pairs of the verifier key of a witness and its address, separated by commas: witness.example+1a2b3c4d+B… https://witness.example. Pair ${index + 1} is wrong.`,
      )
    toFetchedUrl('LOG_WITNESSES', address, { instead: 'a witness needs neither' })
    return { key, address: address.replace(/\/+$/, '') }
  })
  const names = new Set(witnesses.map(({ key }) => key.name))
  if (names.size < witnesses.length) throw new WrongValue('LOG_WITNESSES names a witness twice.')
  return witnesses
}
