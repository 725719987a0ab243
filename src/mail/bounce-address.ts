import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { DAY_MS } from '../domain/time.ts'
import type { MailWay } from './mail-message.ts'

export interface BounceClaim {
  /** The first bytes of the SHA-256 of the recipient's address in lower case. */
  recipient: Buffer
}

const DAY_BYTES = 2
/** 80 bits: finding another address with the same prefix takes 2^80 attempts. */
export const RECIPIENT_BYTES = 10
/** 104 bits. This makes a token 25 bytes, which base32 writes without padding. */
const MAC_BYTES = 13
const CLAIM_BYTES = DAY_BYTES + RECIPIENT_BYTES
/** Base32, because some servers change local parts to lower case. */
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'
const TOKEN_CHARACTERS = ((CLAIM_BYTES + MAC_BYTES) * 8) / 5
/** RFC 5321, 4.5.3.1.1 */
const LONGEST_LOCAL_PART = 64
export const LONGEST_BOUNCE_LOCAL_PART = LONGEST_LOCAL_PART - 1 - TOKEN_CHARACTERS
/** Servers give up after days; people complain after weeks. An older token is most likely a replay. */
const VALID_DAYS = 60

export interface ReturnPath {
  address: string
  /** Shared by all processes. Read for the first mail, because the database may be down at startup. */
  key: () => Promise<Buffer>
}

export function returnPathWay(
  way: MailWay,
  { address, key, clock }: ReturnPath & { clock: () => Date },
): MailWay {
  return {
    ...way,
    sendRaw: async (mail) => {
      const signedWith = await key().catch(() => undefined)
      if (signedWith === undefined) return { kind: 'away', reason: 'no bounce key' }
      const from = bounceAddress(address, { key: signedWith, to: mail.to, now: clock() })
      return way.sendRaw({ ...mail, from })
    },
  }
}

export function bounceAddress(
  address: string,
  { key, to, now }: { key: Buffer; to: string; now: Date },
): string {
  const claim = Buffer.alloc(CLAIM_BYTES)
  claim.writeUInt16BE(dayOf(now), 0)
  addressDigest(to).copy(claim, DAY_BYTES, 0, RECIPIENT_BYTES)
  const token = toBase32(Buffer.concat([claim, macOf(key, claim)]))
  const at = address.lastIndexOf('@')
  return `${address.slice(0, at)}+${token}${address.slice(at)}`
}

/**
 * Servers write the token into different headers, and complaints quote it. Undefined without a valid token,
 * or with tokens for several recipients.
 */
export function bounceClaimIn(
  message: string,
  address: string,
  { key, now }: { key: Buffer; now: Date },
): BounceClaim | undefined {
  const claims = new Map<string, BounceClaim>()
  for (const [, token = ''] of message.matchAll(patternOf(address))) {
    const recipient = recipientOf(token.toLowerCase(), { key, now })
    if (recipient !== undefined) claims.set(recipient.toString('hex'), { recipient })
  }
  const [claim] = claims.values()
  return claims.size === 1 ? claim : undefined
}

/** Same as in the table of suppressions. */
export function addressDigest(email: string): Buffer {
  return createHash('sha256').update(email.toLowerCase()).digest()
}

function patternOf(address: string): RegExp {
  const at = address.lastIndexOf('@')
  const [local, host] = [address.slice(0, at), address.slice(at)].map(literal)
  return new RegExp(`${local}\\+([a-z2-7]{${TOKEN_CHARACTERS}})${host}`, 'gi')
}

function literal(text: string) {
  return text.replace(/[^\w@]/g, '\\$&')
}

function recipientOf(token: string, { key, now }: { key: Buffer; now: Date }): Buffer | undefined {
  const bytes = fromBase32(token)
  const claim = bytes.subarray(0, CLAIM_BYTES)
  if (!timingSafeEqual(bytes.subarray(CLAIM_BYTES), macOf(key, claim))) return undefined
  const ageDays = dayOf(now) - claim.readUInt16BE(0)
  return ageDays <= VALID_DAYS ? claim.subarray(DAY_BYTES) : undefined
}

function macOf(key: Buffer, claim: Buffer) {
  return createHmac('sha256', key).update(claim).digest().subarray(0, MAC_BYTES)
}

function dayOf(now: Date) {
  return Math.floor(now.getTime() / DAY_MS)
}

/** RFC 4648, in lower case, for a multiple of five bytes. */
function toBase32(bytes: Buffer): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 5) {
    const five = BigInt(`0x${bytes.toString('hex', at, at + 5)}`)
    for (let shift = 35n; shift >= 0n; shift -= 5n) text += ALPHABET[Number((five >> shift) & 31n)]
  }
  return text
}

function fromBase32(text: string): Buffer {
  let hex = ''
  for (let at = 0; at < text.length; at += 8) {
    let five = 0n
    for (const letter of text.slice(at, at + 8)) five = (five << 5n) | BigInt(ALPHABET.indexOf(letter))
    hex += five.toString(16).padStart(10, '0')
  }
  return Buffer.from(hex, 'hex')
}
