import type { Claim, Lane, NotSent } from '../../db/deliveries.ts'
import { digestDueAt } from '../../domain/notifying/digest-time.ts'
import { MINUTE_MS } from '../../domain/time.ts'
import { type SendOutcome, unansweredCode } from '../sender.ts'
import { afterFailure, isTooOldToWait } from './after-failure.ts'
import type { Settled } from './delivery-event.ts'
import type { Parcel } from './parcel.ts'

export type Settlement =
  | { kind: 'sent'; lane: Lane; sent: (Claim & { providerId: string | null })[] }
  | {
      kind: 'not-sent'
      lane: Lane
      became: Exclude<Settled, 'sent'>
      reason: string
      notSent: NotSent[]
      failure?: { channelId: number; reason: string }
      suppress?: { email: string; reason: string }
      gone?: number
    }

/** Another worker may be able to send it. Until the setting changes, polling is cheap. */
const HELD_FOR_MS = 5 * MINUTE_MS

/** Undefined if the lease expired: the next worker settles it. */
export function settlementOf(
  parcel: Parcel,
  outcome: SendOutcome,
  { now, chance }: { now: Date; chance: number },
): Settlement | undefined {
  const { lane, deliveries } = parcel
  const { channel } = deliveries[0]
  switch (outcome.kind) {
    case 'sent': {
      const providerId = outcome.providerId === undefined ? null : clean(outcome.providerId)
      return { kind: 'sent', lane, sent: deliveries.map(({ id, fence }) => ({ id, fence, providerId })) }
    }
    case 'too-late':
      return undefined
    case 'away':
    case 'held': {
      const reason = clean(outcome.reason)
      const waitMs = outcome.kind === 'held' ? HELD_FOR_MS : 0
      return isTooOldToWait(waitingSince(parcel), now)
        ? notSent(parcel, { became: 'dead', reason, dueAt: now })
        : giveBack(parcel, { dueAt: new Date(now.getTime() + waitMs), reason })
    }
    case 'gone':
      return {
        ...notSent(parcel, { became: 'suppressed', reason: clean(outcome.reason), dueAt: now }),
        gone: channel.id,
      }
    case 'later':
    case 'perhaps':
    case 'refused':
      return failed(parcel, outcome, { now, chance })
  }
}

export function giveBack(parcel: Parcel, { dueAt, reason }: { dueAt: Date; reason?: string }): Settlement {
  return notSent(parcel, { became: 'given-back', reason: reason ?? '', dueAt })
}

function failed(
  parcel: Parcel,
  outcome: Extract<SendOutcome, { kind: 'later' | 'perhaps' | 'refused' }>,
  { now, chance }: { now: Date; chance: number },
): Settlement {
  const [{ channel }] = parcel.deliveries
  const isUnanswered = outcome.kind === 'perhaps'
  const reason = clean(isUnanswered ? unansweredCode(outcome.reason) : outcome.reason)
  const failure = { channelId: channel.id, reason }
  if (outcome.kind === 'refused' && channel.kind === 'email') {
    const suppress = { email: channel.address, reason }
    return { ...notSent(parcel, { became: 'suppressed', reason, dueAt: now }), failure, suppress }
  }
  const next = afterFailure({
    kind: channel.kind,
    failure: outcome.kind,
    // A digest is retried as long as its newest part.
    attempts: Math.min(...parcel.deliveries.map(({ attempts }) => attempts)),
    unanswered: Math.max(...parcel.deliveries.map(({ unanswered }) => unanswered)) + (isUnanswered ? 1 : 0),
    createdAt: waitingSince(parcel),
    now,
    retryAfterS: outcome.kind === 'later' ? outcome.retryAfterS : undefined,
    chance,
  })
  return next.kind === 'give-up'
    ? { ...notSent(parcel, { became: 'dead', reason, dueAt: now, isUnanswered }), failure }
    : { ...notSent(parcel, { became: 'again', reason, dueAt: next.at, isUnanswered }), failure }
}

/** When the newest part could first be sent. A digest's time for retries starts when it is due. */
function waitingSince({ lane, deliveries }: Parcel) {
  const begins = deliveries.map(({ createdAt, zone }) =>
    lane === 'digest' ? digestDueAt(createdAt, zone) : createdAt,
  )
  return new Date(Math.max(...begins.map((begin) => begin.getTime())))
}

function notSent(
  { lane, deliveries }: Parcel,
  {
    became,
    reason,
    dueAt,
    isUnanswered = false,
  }: { became: Exclude<Settled, 'sent'>; reason: string; dueAt: Date; isUnanswered?: boolean },
) {
  const row = {
    state: became === 'again' || became === 'given-back' ? ('due' as const) : became,
    // Failed messages must not delay healthy channels. A digest stays one message.
    lane: became === 'again' && lane === 'http' ? ('troubled' as const) : lane,
    dueAt,
    isCounted: became !== 'given-back',
    isUnanswered,
    reason: reason === '' ? null : reason,
  }
  const rows: NotSent[] = deliveries.map(({ id, fence }) => ({ id, fence, ...row }))
  return { kind: 'not-sent' as const, lane, became, reason, notSent: rows }
}

const LONGEST_CODE = 100

/** Answers from the other side may contain characters that PostgreSQL rejects. */
function clean(code: string) {
  return code.replace(/\p{C}/gu, ' ').slice(0, LONGEST_CODE)
}
