import type { Channel } from '../contract/channels.ts'
import type { Cadence, ChannelKind } from '../domain/notifying/channel.ts'
import type { Tone } from './parts/tone.ts'

export const KIND_NAMES: Record<ChannelKind, string> = {
  email: 'Email',
  webhook: 'Webhook',
  slack: 'Slack',
  teams: 'Microsoft Teams',
}

export const CADENCE_NAMES: Record<Cadence, string> = {
  every_update: 'Every update',
  open_and_resolved: 'Opening and resolution',
  daily_digest: 'Daily digest, 08:00',
}

export function channelName({ kind, name }: Pick<Channel, 'kind' | 'name'>): string {
  return name.trim() === '' ? KIND_NAMES[kind] : name
}

export interface ChannelState {
  tone: Tone
  word: string
  isNotified: boolean
}

type StateParts = Pick<
  Channel,
  'kind' | 'address' | 'is_enabled' | 'is_verified' | 'is_failing' | 'disabled_reason' | 'last_result'
>

export function channelState(channel: StateParts): ChannelState {
  const { kind, address, is_enabled, is_verified, is_failing, disabled_reason } = channel
  if (kind === 'email' && address === null) return { tone: 'quiet', word: 'No address', isNotified: false }
  if (!is_enabled && disabled_reason !== null) {
    return { tone: 'degradation', word: 'Switched off', isNotified: false }
  }
  if (!is_enabled) return { tone: 'quiet', word: 'Off', isNotified: false }
  if (!is_verified && kind === 'email')
    return { tone: 'degradation', word: 'Not verified', isNotified: false }
  if (isTestFailed(channel)) return { tone: 'disruption', word: 'Test failed', isNotified: false }
  if (!is_verified) return { tone: 'planned', word: 'Waiting for a test', isNotified: false }
  if (is_failing) return { tone: 'degradation', word: 'Failing', isNotified: true }
  return { tone: 'up', word: 'On', isNotified: true }
}

/** Unverified channels only get tests, so the last result is that of a test. */
export function isTestFailed({
  kind,
  is_verified,
  last_result,
}: Pick<Channel, 'kind' | 'is_verified' | 'last_result'>): boolean {
  return kind !== 'email' && !is_verified && last_result !== null
}
