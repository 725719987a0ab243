import { toList, WrongValue } from './values.ts'

const KEY_BYTES = 32

/**
 * Encrypt secrets in the database: the first key encrypts, the others only decrypt. Empty: secrets are stored in plain
 * text.
 */
export function toSecretsKeys(read: (name: string) => string | undefined): Buffer[] {
  const key = read('SECRETS_KEY')
  const old = toList(read('SECRETS_KEY_OLD')).map((value) => toKey('SECRETS_KEY_OLD', value))
  if (key !== undefined) return [toKey('SECRETS_KEY', key), ...old]
  if (old.length === 0) return []
  throw new WrongValue('SECRETS_KEY_OLD needs SECRETS_KEY: the key that takes its place.')
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
