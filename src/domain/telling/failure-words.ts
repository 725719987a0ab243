import type { ChannelKind } from './channel.ts'
import { resultWords } from './channel-result.ts'

/** Why a message was not sent, in words for staff: what went wrong, or who did not want it any more. */
export function failureWords(kind: ChannelKind, code: string): string {
  switch (code) {
    case 'withdrawn':
      return 'Its post was taken off the site first.'
    case 'unsubscribed':
      return 'The reader unsubscribed first.'
    case 'switched off':
      return kind === 'email'
        ? 'The channel is switched off, or its address refuses mail.'
        : 'The channel is switched off.'
    default:
      return resultWords(kind, code)
  }
}
