import type { Cadence, ChannelKind } from './channel.ts'
import type { PublicationAudience, PublicationStep } from './publication.ts'

export interface TellableChannel {
  kind: ChannelKind
  isEnabled: boolean
  /** By a test message; mail is verified with the account. */
  isVerified: boolean
  cadence: Cadence
  minSeverityRank: number
}

export interface TellableAccount {
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
  // The last word on an incident, weeks after the others.
  'post_mortem',
]

type PublicationGravity = Pick<PublicationAudience, 'kind' | 'step' | 'gravestRank' | 'gravestRankBefore'>

export function channelTakes(
  publication: PublicationGravity,
  channel: TellableChannel,
  account: TellableAccount,
): boolean {
  return (
    !account.isLocked &&
    channel.isEnabled &&
    isReachable(channel, account) &&
    isStepTaken(publication, channel) &&
    isGraveEnough(publication, channel)
  )
}

/** an unverified account isn't notified through any channel. Staff are verified by their identity provider. */
function isReachable({ kind, isVerified }: TellableChannel, account: TellableAccount): boolean {
  if (kind === 'email') return account.hasEmail && account.isEmailVerified && !account.isSuppressed
  return isVerified && (account.isEmailVerified || account.isStaff)
}

function isStepTaken(publication: PublicationGravity, channel: TellableChannel): boolean {
  return (
    channel.cadence !== 'open_and_resolved' ||
    STEPS_OF_OPEN_AND_RESOLVED.includes(publication.step) ||
    beginsToMatter(publication, channel)
  )
}

/** An incident that was below the channel's threshold until now starts with this publication. */
function beginsToMatter(
  { kind, gravestRankBefore }: PublicationGravity,
  { minSeverityRank }: TellableChannel,
): boolean {
  return kind === 'incident' && (gravestRankBefore === null || gravestRankBefore < minSeverityRank)
}

/**
 * The threshold applies to incidents. It uses the highest severity so far, so that recipients of the opening also get
 * the end.
 */
function isGraveEnough(
  { kind, gravestRank }: PublicationGravity,
  { minSeverityRank }: TellableChannel,
): boolean {
  return kind !== 'incident' || gravestRank >= minSeverityRank
}
