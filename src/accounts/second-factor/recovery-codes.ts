import { randomBytes } from 'node:crypto'
import { hashOfSecret } from '../secret.ts'
import { base32 } from './app-secret.ts'

const RECOVERY_CODES = 10
/** 80 bits can't be guessed even from a stolen table, so a plain hash is enough. */
const CODE_BYTES = 10

export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () =>
    base32(randomBytes(CODE_BYTES))
      .toLowerCase()
      .replace(/.{4}(?=.)/g, '$&-'),
  )
}

export function recoveryCodeHash(typed: string): Buffer | undefined {
  const code = typed.toLowerCase().replace(/[\s-]/g, '')
  return /^[a-z2-7]{16}$/.test(code) ? hashOfSecret(code) : undefined
}
