import { DAY_MS } from '../time.ts'

/** One publication of an incident. Times are in milliseconds. */
export interface IncidentNotice {
  at: number
  /** An update, a message, or that it is resolved. Corrections and post-mortems are no news. */
  isNews: boolean
  isNotified: boolean
  /** When readers were promised the next update. */
  promisedFor: number | null
  isClosed: boolean
}

/** When the messages about its beginning were sent. */
export interface MessageTimes {
  /** Null: too few to be named. */
  messages: number | null
  firstAt: number | null
  /** When 95% were sent. */
  mostAt: number | null
  /** Nothing will change anymore. */
  isFinal: boolean
  haveAllFailed: boolean
}

export interface KnownOfIncident {
  began: number | null
  /** When the harm ended, which may be before it was closed. */
  ended: number | null
  closedOn: number | null
  postedOn: number | null
  /** Empty if it was imported, or published before publications were stored. */
  notices: readonly IncidentNotice[]
  /** Undefined: not counted yet, or deleted before they were. */
  messages: MessageTimes | undefined
  postMortemOn: number | null
}

export interface PromiseFact {
  madeAt: number
  promisedFor: number
  /** When the first news after the promise came, or when the incident was resolved. */
  answeredAt: number | null
}

export type PromiseResult = 'kept' | 'broken' | 'open'

export type MessageFacts =
  | { state: 'sent'; firstAt: number; mostAt: number | null; isFinal: boolean; messages: number | null }
  /** Not counted yet. */
  | { state: 'sending' }
  /** No one was subscribed, or it was published without notifying anyone. */
  | { state: 'none' }
  | { state: 'failed' }
  | { state: 'unknown' }

/** How readers were informed about an incident, from facts alone. Null: unknown. */
export interface IncidentFacts {
  began: number | null
  published: number | null
  /** Added long after it ended: its times say nothing about how fast we were. */
  isHistory: boolean
  messages: MessageFacts
  promises: readonly PromiseFact[] | null
  resolved: number | null
  postMortem: number | null
}

/** An incident that is first published this long after its end is history. Anything sooner counts as late. */
export const HISTORY_AFTER_DAYS = 7
/** A smaller number of messages could reveal who was subscribed. */
export const FEWEST_MESSAGES_NAMED = 10
/** Messages are counted within minutes, and deleted after weeks. What isn't counted by then never will be. */
const COUNTED_WITHIN_MS = 7 * DAY_MS

/** The order of the notices doesn't matter. */
export function incidentFacts(known: KnownOfIncident): IncidentFacts {
  const notices = known.notices.toSorted((a, b) => a.at - b.at)
  const [first] = notices
  // A record that was imported, or published before publications were stored, is older than the first one
  // we know.
  const published = first !== undefined && first.at === known.postedOn ? first.at : null
  return {
    began: known.began,
    published,
    isHistory:
      published !== null && known.ended !== null && published - known.ended > HISTORY_AFTER_DAYS * DAY_MS,
    messages: published === null ? { state: 'unknown' } : messageFacts(known),
    promises: published === null ? null : promisesIn(notices),
    resolved: known.closedOn,
    postMortem: known.postMortemOn,
  }
}

function messageFacts({ messages: times, notices }: KnownOfIncident): MessageFacts {
  if (times === undefined) return { state: notices.some(({ isNotified }) => isNotified) ? 'sending' : 'none' }
  const { firstAt, mostAt, isFinal, messages, haveAllFailed } = times
  if (firstAt !== null) return { state: 'sent', firstAt, mostAt, isFinal, messages }
  if (haveAllFailed) return { state: 'failed' }
  return { state: isFinal ? 'none' : 'sending' }
}

/** `asOf`: the time of the edition, which knows nothing newer. */
export function messagesAsOf({ messages, published }: IncidentFacts, asOf: number): MessageFacts {
  const isTooLate = messages.state === 'sending' && asOf - (published ?? 0) > COUNTED_WITHIN_MS
  return isTooLate ? { state: 'unknown' } : messages
}

/**
 * Each time that readers were promised news by, while the incident was open, oldest first. News ends a promise, unless
 * it repeats it. Moving a promise without news doesn't: the time that readers waited for counts, and so does the new one.
 */
function promisesIn(notices: readonly IncidentNotice[]): PromiseFact[] {
  const promises = new Map<number, PromiseFact>()
  for (const { at, promisedFor, isClosed, isNews } of notices) {
    if (promisedFor === null || isClosed || promisedFor <= at) continue
    const known = promises.get(promisedFor)
    // Repeated with news, it is promised once more. Repeated without, nothing changed.
    if (known !== undefined && !isNews) continue
    promises.set(promisedFor, {
      madeAt: known?.madeAt ?? at,
      promisedFor,
      answeredAt: notices.find((later) => (later.isNews || later.isClosed) && later.at > at)?.at ?? null,
    })
  }
  return [...promises.values()].sort((a, b) => a.promisedFor - b.promisedFor)
}

/** News at exactly the promised time keeps it. */
export function promiseResult({ promisedFor, answeredAt }: PromiseFact, now: number): PromiseResult {
  if (answeredAt !== null) return answeredAt <= promisedFor ? 'kept' : 'broken'
  return now > promisedFor ? 'broken' : 'open'
}

/** Milliseconds from its start until readers could know. Null if it isn't known or doesn't count. */
export function startToPublished(facts: IncidentFacts): number | null {
  const { began, published, isHistory } = facts
  if (began === null || published === null || isHistory || isBeforeStart(facts)) return null
  return published - began
}

/** Published before it began, as far as we know today. Moving a start must not make us look fast. */
export function isBeforeStart({ began, published }: Pick<IncidentFacts, 'began' | 'published'>): boolean {
  return began !== null && published !== null && published < began
}

export function publishedToMessage({ published, messages, isHistory }: IncidentFacts): number | null {
  if (published === null || isHistory || messages.state !== 'sent') return null
  return Math.max(0, messages.firstAt - published)
}
