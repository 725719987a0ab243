import type { PausedWay } from '../../contract/deliveries.ts'

export function pauseSentence({ way, reason }: Pick<PausedWay, 'way' | 'reason'>): string {
  return way === 'mail' ? `Email is paused: ${mailWords(reason)}.` : 'Webhooks and chat are paused.'
}

function mailWords(reason: string) {
  if (reason.startsWith('unanswered')) return 'the mail server accepts messages but doesn’t confirm them'
  if (reason === 'many refused') return 'the mail server refuses most addresses'
  return /^\d{3}\b/.test(reason)
    ? 'the mail server rejects our connection'
    : 'the mail server can’t be reached'
}
