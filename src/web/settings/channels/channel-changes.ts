import type { Channel } from '../../../contract/channels.ts'

export type ChannelChange = Partial<Pick<Channel, 'name' | 'is_enabled' | 'cadence' | 'min_severity_rank'>>

/** A change that the page shows already and the server has not answered yet. */
export interface PendingChange {
  key: number
  channel: number
  change: ChannelChange
}

/** The channels as they are once all of it is saved. One that is taken back is simply left out. */
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

/** Whoever switches a channel on or off has the last word on why it is off. */
function reasonAfter({ is_enabled }: ChannelChange) {
  return is_enabled === undefined ? {} : { disabled_reason: null }
}
