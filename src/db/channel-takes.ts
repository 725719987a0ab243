import type { Cadence, ChannelKind } from '../domain/notifying/channel.ts'
import type { PublicationAudience, PublicationStep } from '../domain/notifying/publication.ts'

export interface NotifiableChannel {
  kind: ChannelKind
  isEnabled: boolean
  /** By a test message; mail is verified with the account. */
  isVerified: boolean
  cadence: Cadence
  minSeverityRank: number
}

export interface NotifiableAccount {
  isLocked: boolean
  hasEmail: boolean
  isEmailVerified: boolean
  /** The address permanently refused mail. */
  isSuppressed: boolean
  isStaff: boolean
}

export const STEPS_OF_OPEN_AND_RESOLVED: readonly PublicationStep[] = [
  'opened',
  'scheduled',
  'resolved',
  'completed',
  'postponed',
  'cancelled',
  // Published weeks after the others.
  'post_mortem',
]

type PublicationGravity = Pick<
  PublicationAudience,
  'kind' | 'step' | 'gravestRank' | 'gravestRankBefore' | 'isReopened'
>

/**
 * `followsRecord`: the account follows this very record, so the threshold of the channel doesn't apply. The
 * step that lifts the incident over the threshold is still sent, even if following alone wouldn't send it.
 */
export function channelTakes(
  publication: PublicationGravity,
  channel: NotifiableChannel,
  account: NotifiableAccount,
  { followsRecord }: { followsRecord: boolean },
): boolean {
  const { minSeverityRank, cadence } = channel
  const thresholds = followsRecord ? [LOWEST_RANK, minSeverityRank] : [minSeverityRank]
  return (
    !account.isLocked &&
    channel.isEnabled &&
    isReachable(channel, account) &&
    thresholds.some(
      (threshold) => isStepTaken(publication, cadence, threshold) && isGraveEnough(publication, threshold),
    )
  )
}

const LOWEST_RANK = 0

/** an unverified account isn't notified through any channel. Staff are verified by their identity provider. */
function isReachable({ kind, isVerified }: NotifiableChannel, account: NotifiableAccount): boolean {
  if (kind === 'email') return account.hasEmail && account.isEmailVerified && !account.isSuppressed
  return isVerified && (account.isEmailVerified || account.isStaff)
}

function isStepTaken(publication: PublicationGravity, cadence: Cadence, threshold: number): boolean {
  return (
    cadence !== 'open_and_resolved' ||
    STEPS_OF_OPEN_AND_RESOLVED.includes(publication.step) ||
    // Recipients of the end, or of the planned window, must learn that it no longer holds.
    publication.isReopened === true ||
    beginsToMatter(publication, threshold)
  )
}

function beginsToMatter({ kind, gravestRankBefore }: PublicationGravity, threshold: number): boolean {
  return kind === 'incident' && (gravestRankBefore === null || gravestRankBefore < threshold)
}

function isGraveEnough({ kind, gravestRank }: PublicationGravity, threshold: number): boolean {
  return kind !== 'incident' || gravestRank >= threshold
}
