import { resolve } from 'node:path'
import { WrongValue } from './values.ts'

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
