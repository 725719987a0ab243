import type { RecipientsPreview } from '../../../contract/deliveries.ts'
import type { ChannelKind } from '../../../domain/notifying/channel.ts'
import { withCommas } from '../../../ui/parts/words.ts'

const BY: Record<ChannelKind, string> = {
  email: 'by email',
  webhook: 'by webhook',
  slack: 'in Slack',
  teams: 'in Teams',
}

/** `1,204 people will be notified: 1,190 by email, 14 in Slack.` One person may be notified in several ways. */
export function recipientsWords({ people, by_channel }: RecipientsPreview['data']): string {
  if (people === 0) return 'There are no subscribers, so no one will be notified.'
  const ways = by_channel
    .filter((way) => way.people > 0)
    .map((way) => `${withCommas(way.people)} ${BY[way.kind]}`)
  const who = people === 1 ? '1 person' : `${withCommas(people)} people`
  return `${who} will be notified${ways.length === 0 ? '' : `: ${ways.join(', ')}`}.`
}
