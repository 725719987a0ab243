import type { Because } from '../domain/telling/because.ts'
import type { ChannelKind } from '../domain/telling/channel.ts'

/** A delivery that this worker holds until its lease ends. */
export interface ClaimedDelivery {
  id: number
  fence: number
  attempts: number
  /** How often it was handed over whole without an answer, until now. */
  unanswered: number
  publicationId: number
  userId: number
  createdAt: Date
  leasedUntil: Date
  channel: ClaimedChannel
  /** The time zone of the user. */
  zone: string
  /** Which subscription matched, to tell why; null when it is gone by now. */
  because: Because | null
}

export interface ClaimedChannel {
  id: number
  kind: ChannelKind
  /** The mail address of the account, or the URL to post to. */
  address: string
  secret: string | null
  previousSecret: string | null
  /** Sealed with a key that this process does not have: nothing can be sent there. The address is empty then. */
  isLocked?: boolean
}
