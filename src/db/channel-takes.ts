import type { Cadence, ChannelKind } from '../domain/notifying/channel.ts'
import { isNotified, type NotifiedThings, notifiedSince } from '../domain/notifying/is-notified.ts'
import type { PublicationAudience, PublicationStep } from '../domain/notifying/publication.ts'
import type { Subscription } from '../domain/notifying/subscription.ts'

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

/** How a publication concerns an account. */
export interface PublicationReach {
  /** It affects what the account follows. If not, earlier messages said so, and this one follows up on them. */
  isAffected: boolean
  /** The highest severity that messages gave what the account follows, including this one. */
  rank: number
  /** The same without this one; null without an earlier message. */
  rankBefore: number | null
  followsRecord: boolean
}

/** `earlier` are the messages about the same record, oldest first. Undefined if it doesn't reach the account. */
export function reachOf(
  publication: PublicationAudience,
  {
    earlier,
    subscriptions,
    things,
  }: {
    earlier: readonly PublicationAudience[]
    subscriptions: readonly Subscription[]
    things: NotifiedThings
  },
): PublicationReach | undefined {
  const isMatched = (message: PublicationAudience) =>
    subscriptions.some((subscription) => isNotified(message, subscription, things))
  const gravest = (messages: readonly PublicationAudience[]) =>
    Math.max(...messages.filter(isMatched).map(({ gravestRank }) => gravestRank))
  const rank = gravest([
    publication,
    ...(notifiedSince(publication) === 'first' ? earlier : earlier.slice(-1)),
  ])
  if (!Number.isFinite(rank)) return undefined
  const rankBefore = gravest(earlier)
  return {
    isAffected: isMatched(publication),
    rank,
    rankBefore: Number.isFinite(rankBefore) ? rankBefore : null,
    followsRecord: subscriptions.some(({ scope, tid }) => scope === 'record' && tid === publication.recordId),
  }
}

type SentStep = Pick<PublicationAudience, 'kind' | 'step' | 'isReopened' | 'isMoved'>

/**
 * The threshold of the channel doesn't apply to accounts that follow this very record. The step that lifts the
 * incident over the threshold is still sent, even if following alone wouldn't send it.
 */
export function channelTakes(
  publication: SentStep,
  channel: NotifiableChannel,
  account: NotifiableAccount,
  reach: PublicationReach,
): boolean {
  const { minSeverityRank, cadence } = channel
  const thresholds = publication.kind === 'incident' ? [minSeverityRank] : [LOWEST_RANK]
  if (reach.followsRecord) thresholds.push(LOWEST_RANK)
  return (
    !account.isLocked &&
    channel.isEnabled &&
    isReachable(channel, account) &&
    thresholds.some(
      (threshold) =>
        (isStepTaken(publication, cadence) || isFirst(reach, threshold)) && reach.rank >= threshold,
    )
  )
}

const LOWEST_RANK = 0

/** an unverified account isn't notified through any channel. Staff are verified by their identity provider. */
function isReachable({ kind, isVerified }: NotifiableChannel, account: NotifiableAccount): boolean {
  if (kind === 'email') return account.hasEmail && account.isEmailVerified && !account.isSuppressed
  return isVerified && (account.isEmailVerified || account.isStaff)
}

function isStepTaken({ step, isReopened, isMoved }: SentStep, cadence: Cadence): boolean {
  return (
    cadence !== 'open_and_resolved' ||
    STEPS_OF_OPEN_AND_RESOLVED.includes(step) ||
    // Recipients of the end, or of the planned window, must learn that it no longer holds.
    isReopened === true ||
    isMoved === true
  )
}

/** No earlier message was about what the account follows, or none was grave enough: this is the opening. */
function isFirst({ isAffected, rankBefore }: PublicationReach, threshold: number): boolean {
  return isAffected && (rankBefore === null || rankBefore < threshold)
}
