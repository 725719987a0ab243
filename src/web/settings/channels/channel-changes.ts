import type { Channel } from '../../../contract/channels.ts'

export type ChannelChange = Partial<
  Pick<Channel, 'name' | 'is_enabled' | 'cadence' | 'min_severity_rank' | 'gets_reminders'>
>

export interface PendingChange {
  key: number
  channel: number
  change: ChannelChange
}

export function withPending(
  channels: readonly Channel[],
  pending: readonly Pick<PendingChange, 'channel' | 'change'>[],
): Channel[] {
  return channels.map((channel) => {
    const changes = pending
      .filter((each) => each.channel === channel.id)
      .map(({ change }) => ({ ...change, ...reasonAfter(change) }))
    return Object.assign({}, channel, ...changes) as Channel
  })
}

/** Switching a channel manually clears the reason. */
function reasonAfter({ is_enabled }: ChannelChange) {
  return is_enabled === undefined ? {} : { disabled_reason: null }
}
