import { createHmac, timingSafeEqual } from 'node:crypto'
import { type SenderPreset, SIGNATURES } from '../../domain/senders/presets.ts'

/** Clocks differ, and messages are repeated. An older signature may have been intercepted. */
const TIMESTAMP_WITHIN_S = 300

export function isSigned(of: {
  preset: SenderPreset
  secret: string
  body: Buffer
  headers: Readonly<Record<string, string | string[] | undefined>>
  now: Date
}): boolean {
  const form = SIGNATURES[of.preset]
  if (form === undefined) return false
  const header = (name: string) => {
    const value = of.headers[name.toLowerCase()]
    return typeof value === 'string' ? value.trim() : undefined
  }
  const timestamp = form.timestampHeader === undefined ? undefined : header(form.timestampHeader)
  if (timestamp !== undefined && !isRecent(timestamp, of.now)) return false
  const hmac = createHmac('sha256', of.secret)
  if (timestamp !== undefined) hmac.update(`${timestamp}:`)
  const expected = hmac.update(of.body).digest()
  // There are several while a secret is being replaced.
  return (header(form.header) ?? '')
    .split(',')
    .map((signature) => signature.trim())
    .filter((signature) => signature.startsWith(form.prefix))
    .some((signature) => isSame(signature.slice(form.prefix.length), expected))
}

function isRecent(timestamp: string, now: Date): boolean {
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN
  return Math.abs(now.getTime() / 1000 - seconds) <= TIMESTAMP_WITHIN_S
}

function isSame(hex: string, expected: Buffer): boolean {
  const given = /^[0-9a-f]{64}$/i.test(hex) ? Buffer.from(hex, 'hex') : Buffer.alloc(expected.length)
  return timingSafeEqual(given, expected)
}
