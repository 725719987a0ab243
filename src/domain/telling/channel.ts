export const CHANNEL_KINDS = ['email', 'webhook', 'slack', 'teams'] as const
export type ChannelKind = (typeof CHANNEL_KINDS)[number]

/** How much a channel is told. */
export const CADENCES = ['every_update', 'open_and_resolved', 'daily_digest'] as const
export type Cadence = (typeof CADENCES)[number]
