import type { ChannelKind } from '../../domain/notifying/channel.ts'
import { DAY_MS } from '../../domain/time.ts'

const FAILS_FOR_MS = 3 * DAY_MS
const FAILS_TIMES = 10

/**
 * Only after more than a weekend of failures, and too many for a single incident. Mail is never switched
 * off; an address that refuses it is suppressed.
 */
export function shouldDisable({
  kind,
  failureCount,
  failingSince,
  now,
}: {
  kind: ChannelKind
  failureCount: number
  failingSince: Date
  now: Date
}): boolean {
  const failsForMs = now.getTime() - failingSince.getTime()
  return kind !== 'email' && failureCount >= FAILS_TIMES && failsForMs >= FAILS_FOR_MS
}

export const DISABLED_AFTER_FAILURES = 'It was switched off because messages had failed for three days.'
export const DISABLED_AS_ASKED =
  'It was switched off because the address answered that it is permanently gone (410).'
