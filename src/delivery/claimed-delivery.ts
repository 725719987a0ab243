import type { Because } from '../domain/notifying/because.ts'
import type { ChannelKind } from '../domain/notifying/channel.ts'

/** A delivery that this worker holds until its lease ends. */
export interface ClaimedDelivery {
  id: number
  fence: number
  attempts: number
  /** How often it was sent completely without an answer. */
  unanswered: number
  publicationId: number
  userId: number
  createdAt: Date
  leasedUntil: Date
  channel: ClaimedChannel
  zone: string
  /** Has no password: the mail brings a link that signs in once. */
  isFollower: boolean
  /** The subscription that matched. Null if it was deleted since. */
  because: Because | null
}

export interface ClaimedChannel {
  id: number
  kind: ChannelKind
  /** The email address of the account, or the URL to post to. */
  address: string
  secret: string | null
  previousSecret: string | null
  /** Sealed with a key that this process doesn't have, so nothing can be sent. The address is empty. */
  isLocked?: boolean
}
