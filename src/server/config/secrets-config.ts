import { toList, WrongValue } from './values.ts'

const KEY_BYTES = 32

/** What secrets in the database are sealed with: the first key seals, the others only open. Empty: they are in clear. */
export function toSecretsKeys(read: (name: string) => string | undefined): Buffer[] {
  const key = read('SECRETS_KEY')
  const old = toList(read('SECRETS_KEY_OLD')).map((value) => toKey('SECRETS_KEY_OLD', value))
  if (key !== undefined) return [toKey('SECRETS_KEY', key), ...old]
  if (old.length === 0) return []
  throw new WrongValue('SECRETS_KEY_OLD needs SECRETS_KEY: the key that takes its place.')
}

/** The line never repeats the value. */
function toKey(name: string, value: string): Buffer {
  const isHex = /^[0-9a-f]{64}$/i.test(value)
  const isBase64 = /^[\w+/-]{43}=?$/.test(value)
  const key = Buffer.from(value, isHex ? 'hex' : 'base64')
  if ((isHex || isBase64) && key.length === KEY_BYTES) return key
  throw new WrongValue(
    `${name} must be ${KEY_BYTES} bytes in base64 or hex: "openssl rand -base64 ${KEY_BYTES}" makes such a key.`,
  )
}
