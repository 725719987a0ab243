import { createHmac, timingSafeEqual } from 'node:crypto'

export interface MessageClaim {
  channelId: number
  publicationId: number
}

/**
 * The first byte. Mail providers get the unsubscribe token in a header, so it must not sign in. A new
 * layout gets a new number, so that existing links keep working.
 */
const PURPOSES = { unsubscribe: 1, manage: 2 } as const
export type MessagePurpose = keyof typeof PURPOSES

/** Six bytes hold any row ID. */
const ID_BYTES = 6
const CLAIM_BYTES = 1 + 2 * ID_BYTES
/** 128 bits can't be guessed and keep the link short. */
const MAC_BYTES = 16
const TOKEN_BYTES = CLAIM_BYTES + MAC_BYTES
const TOKEN_CHARACTERS = Math.ceil((TOKEN_BYTES * 4) / 3)

/** Never expires. Whether it still signs in is stored with the delivery. */
export function signMessageToken(
  key: Buffer,
  purpose: MessagePurpose,
  { channelId, publicationId }: MessageClaim,
): string {
  const token = Buffer.allocUnsafe(TOKEN_BYTES)
  token.writeUInt8(PURPOSES[purpose], 0)
  token.writeUIntBE(channelId, 1, ID_BYTES)
  token.writeUIntBE(publicationId, 1 + ID_BYTES, ID_BYTES)
  macOf(key, token.subarray(0, CLAIM_BYTES)).copy(token, CLAIM_BYTES, 0, MAC_BYTES)
  return token.toString('base64url')
}

export function readMessageToken(
  key: Buffer,
  purpose: MessagePurpose,
  token: string,
): MessageClaim | undefined {
  // Decoding skips invalid characters, so one token could be written in many ways.
  if (token.length !== TOKEN_CHARACTERS || !/^[\w-]+$/.test(token)) return undefined
  const bytes = Buffer.from(token, 'base64url')
  const claim = bytes.subarray(0, CLAIM_BYTES)
  const isOurs = timingSafeEqual(bytes.subarray(CLAIM_BYTES), macOf(key, claim).subarray(0, MAC_BYTES))
  if (!isOurs || claim.readUInt8(0) !== PURPOSES[purpose] || bytes.toString('base64url') !== token)
    return undefined
  return {
    channelId: claim.readUIntBE(1, ID_BYTES),
    publicationId: claim.readUIntBE(1 + ID_BYTES, ID_BYTES),
  }
}

function macOf(key: Buffer, claim: Buffer) {
  return createHmac('sha256', key).update(claim).digest()
}
