import { LOCKED_CODE, resultWords } from './channel-result.ts'

export const POSTED_KINDS = ['webhook', 'slack', 'teams'] as const
export type PostedKind = (typeof POSTED_KINDS)[number]

export const CHANNEL_KINDS = ['email', ...POSTED_KINDS] as const
export type ChannelKind = (typeof CHANNEL_KINDS)[number]

export const CADENCES = ['every_update', 'open_and_resolved', 'daily_digest'] as const
export type Cadence = (typeof CADENCES)[number]

export function failureWords(kind: ChannelKind, code: string): string {
  switch (code) {
    case 'withdrawn':
      return 'The post was withdrawn before this was sent.'
    case 'unsubscribed':
      return 'The recipient unsubscribed before this was sent.'
    case 'switched off':
      return kind === 'email'
        ? 'The channel is switched off, or its address refuses mail.'
        : 'The channel is switched off.'
    case LOCKED_CODE:
      return `The site can’t decrypt what it needs to send this: ${LOCKED_CODE}.`
    default:
      return resultWords(kind, code)
  }
}
