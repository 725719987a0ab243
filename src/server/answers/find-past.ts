import { inEdition, type PastAsked, pastQuery } from '../../domain/log/past-address.ts'
import { minuteWords } from '../../domain/log/version-words.ts'
import { MINUTE_MS } from '../../domain/time.ts'
import { AnswerCache } from '../../edition/answer-cache.ts'
import type { Edition } from '../../edition/edition.ts'
import type { Held } from '../../edition/hold-edition.ts'
import type { BeginBuild, PastHeld, PastOutcome } from '../../edition/log/past-editions.ts'
import { type AppContext, heldEdition } from '../context.ts'
import { Fault } from '../http/faults.ts'
import { NO_PAST_WITHOUT_DATABASE } from './read-answer.ts'

export interface FoundPast {
  held: Held
  now: Date
  at: Date | undefined
  redacted: number
  areNamesOfNow: boolean
  isComplete: boolean
  present: Edition
}

/** `to` is the address in the edition of the requested time. */
export type PastFound = ({ kind: 'found' } & FoundPast) | { kind: 'moved'; to: string }

export function pastAskedBy(edition: string | null, at: string | null): PastAsked | undefined {
  const query = pastQuery(edition, at)
  switch (query.kind) {
    case 'present':
      return undefined
    case 'past':
      return query
    case 'wrong':
      throw new Fault('bad-request', {
        message: WRONG[query.field],
        errors: { [query.field]: WRONG[query.field] },
      })
  }
}

const WRONG = {
  edition: 'An edition is a whole number, such as 42.',
  at: 'Please write the time in UTC, such as 2026-11-10T12:00Z.',
} as const

export async function findPast(
  context: Pick<AppContext, 'past' | 'holder' | 'clock' | 'log' | 'makeInTurn'>,
  asked: PastAsked,
  { address, client }: { address: string; client: string },
): Promise<PastFound> {
  const { past, clock, log, makeInTurn } = context
  if (past === undefined) throw new Fault('not-found', { message: NOT_HERE })
  const present = heldEdition(context).edition
  const { edition, at } = asked
  if (at !== undefined && at > clock()) throw new Fault('not-found', { message: NOT_YET })
  const lost = (error: unknown) => {
    if (error instanceof Fault) throw error
    log.warn({ err: error, edition }, 'An earlier edition could not be read')
    throw new Fault('no-database', { message: NO_PAST_WITHOUT_DATABASE })
  }
  const numberOf = async (time: Date) => {
    // To the end of the minute, so that a time chosen in the picker includes what was published in it.
    const { number, since } = await past.numberAt(endOfMinute(time)).catch(lost)
    if (number === undefined) throw new Fault('not-found', { message: beforeTheLog(since) })
    return Math.min(number, present.number)
  }
  if (edition === undefined && at !== undefined)
    return { kind: 'moved', to: inEdition(address, { edition: await numberOf(at), at }) }
  const begin: BeginBuild = (build) => makeInTurn?.(build, client).made ?? build()
  const outcome = await past.edition(present, edition ?? 0, { client, begin }).catch(lost)
  // Something was redacted during the build, so the result may contain it.
  if (!knowsSame(heldEdition(context).edition, present)) return findPast(context, asked, { address, client })
  const found = foundIn(outcome, present.number)
  if (at !== undefined && !isOf(found, at)) {
    const right = await numberOf(at)
    // The same edition if this process has not loaded the next one yet.
    if (right !== edition) return { kind: 'moved', to: inEdition(address, { edition: right, at }) }
  }
  const now = at === undefined ? found.held.edition.publishedAt : later(at, found.held.edition.publishedAt)
  const { redacted, areNamesOfNow, isComplete } = found
  return {
    kind: 'found',
    // Answers of other minutes are not cached: there is no end of minutes.
    held: at === undefined ? found.held : { ...found.held, answers: new AnswerCache({ maxBytes: 0 }) },
    now,
    at,
    redacted,
    areNamesOfNow,
    isComplete,
    present,
  }
}

/** A process that missed the notification of an edition learns of it within this time. */
const SETTLED_AFTER_MS = MINUTE_MS

/**
 * Whether caches may store an answer of the past. Ask when it is sent: something in it may have been
 * redacted while it was made, and caches are purged only once. A process without its database doesn't learn
 * of redactions. A current or recent minute may still get another edition.
 */
export function mayBeCached(
  { holder, clock }: Pick<AppContext, 'holder' | 'clock'>,
  { isComplete, present, at }: Pick<FoundPast, 'isComplete' | 'present' | 'at'>,
): boolean {
  const now = holder.current()
  const isSettled = at === undefined || clock().getTime() > endOfMinute(at).getTime() + SETTLED_AFTER_MS
  return (
    isSettled && isComplete && now !== undefined && now.staleSince === null && knowsSame(now.edition, present)
  )
}

function knowsSame(a: Edition, b: Edition): boolean {
  return a.history === b.history && a.log?.redacted === b.log?.redacted
}

const NOT_HERE = 'This backup site has no earlier versions. The main site has them once it’s back.'
const NOT_YET = 'That time is in the future.'

function foundIn(outcome: PastOutcome, newest: number): PastHeld {
  switch (outcome.kind) {
    case 'past':
      return outcome
    case 'not-kept':
      throw new Fault('not-found', { message: beforeTheLog(outcome.since) })
    case 'not-yet':
      throw new Fault('not-found', { message: `There is no such edition yet. The newest one is ${newest}.` })
    case 'busy':
      throw new Fault('past-busy')
  }
}

function beforeTheLog(since: Date | null): string {
  return since === null
    ? 'This site doesn’t have earlier versions yet.'
    : `Earlier versions go back to ${minuteWords(since.toISOString())}. There is nothing before that.`
}

function isOf({ held: { edition }, nextAt }: PastHeld, at: Date): boolean {
  const end = endOfMinute(at)
  return edition.publishedAt <= end && (nextAt === null || nextAt > end)
}

function endOfMinute(at: Date): Date {
  return new Date(at.getTime() + MINUTE_MS - 1)
}

function later(a: Date, b: Date): Date {
  return a > b ? a : b
}
