import type { Because } from '../domain/notifying/because.ts'
import type { ChannelKind } from '../domain/notifying/channel.ts'

export interface ClaimedDelivery {
  id: number
  fence: number
  attempts: number
  unanswered: number
  publicationId: number
  userId: number
  createdAt: Date
  leasedUntil: Date
  channel: ClaimedChannel
  zone: string
  /** Has no password, so the mail contains a link that signs in once. */
  isFollower: boolean
  /** The matching subscription. Null if it was deleted since. */
  because: Because | null
}

export interface ClaimedChannel {
  id: number
  kind: ChannelKind
  address: string
  secret: string | null
  previousSecret: string | null
  /** Sealed with a key that this process doesn't have, so nothing can be sent. The address is empty then. */
  isLocked?: boolean
}
