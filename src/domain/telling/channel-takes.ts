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
  /** The address refused mail for good. */
  isSuppressed: boolean
  isStaff: boolean
}

/** Where something begins and ends. */
export const STEPS_OF_OPEN_AND_RESOLVED: readonly PublicationStep[] = [
  'opened',
  'scheduled',
  'resolved',
  'completed',
  'postponed',
  'cancelled',
]

type PublicationGravity = Pick<PublicationAudience, 'kind' | 'step' | 'gravestRank' | 'gravestRankBefore'>

/** Whether a channel of somebody who is told takes this publication. */
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

/** an unverified account is told nothing, over any channel. Staff are known by their identity provider. */
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

/** What was too harmless to be told of and is not any more begins with this publication, for this channel. */
function beginsToMatter(
  { kind, gravestRankBefore }: PublicationGravity,
  { minSeverityRank }: TellableChannel,
): boolean {
  return kind === 'incident' && (gravestRankBefore === null || gravestRankBefore < minSeverityRank)
}

/** The threshold is about incidents; whoever was told of the beginning is told of the end. */
function isGraveEnough(
  { kind, gravestRank }: PublicationGravity,
  { minSeverityRank }: TellableChannel,
): boolean {
  return kind !== 'incident' || gravestRank >= minSeverityRank
}
