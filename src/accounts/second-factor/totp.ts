import { createHmac, timingSafeEqual } from 'node:crypto'

/** The defaults of authenticator apps. Some ignore other values. */
export const TOTP = { algorithm: 'sha1', digits: 6, stepS: 30 } as const

/** Phone clocks differ, and typing takes time. */
const STEPS_EITHER_SIDE = 1

export function timeStep(now: Date): number {
  return Math.floor(now.getTime() / 1000 / TOTP.stepS)
}

/** RFC 6238: RFC 4226 with the time step as its counter. */
export function totpCode(
  secret: Uint8Array,
  step: number,
  { algorithm, digits }: { algorithm: string; digits: number } = TOTP,
): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac(algorithm, secret).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 0xf
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** The time step of a current or nearly current code. Takes the same time whether it matches or not. */
export function stepOfCode(secret: Uint8Array, code: string, now: Date): number | undefined {
  const typed = Buffer.from(code)
  const present = timeStep(now)
  let found: number | undefined
  for (let step = present - STEPS_EITHER_SIDE; step <= present + STEPS_EITHER_SIDE; step++) {
    const right = Buffer.from(totpCode(secret, step))
    if (typed.length === right.length && timingSafeEqual(typed, right)) found = step
  }
  return found
}
