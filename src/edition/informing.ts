import type { RecordInformed } from '../contract/informing.ts'
import { incidentEnd } from '../domain/incident-end.ts'
import {
  type IncidentFacts,
  type IncidentNotice,
  incidentFacts,
  messagesAsOf,
  promiseResult,
} from '../domain/informing/incident-facts.ts'
import { type Quarter, quarterOf, quarterOfIncident } from '../domain/informing/quarter-figures.ts'
import type { Edition, MessageTimesByRecord, SiteCloud } from './edition.ts'
import type { EditionRecord } from './edition-record.ts'
import { wholeOf } from './observe.ts'
import { recordsOfCloud } from './record-shelf.ts'

export function factsOf({ messageTimes }: Edition, record: EditionRecord): IncidentFacts {
  const times = messageTimes.get(record.id)
  const cached = cachedFacts.get(record)
  if (cached !== undefined && cached.times === times) return cached.facts
  const facts = incidentFacts({
    began: record.from_time?.getTime() ?? null,
    ended: incidentEnd({ to: record.to_time, closed: record.closed_on })?.getTime() ?? null,
    closedOn: record.closed_on?.getTime() ?? null,
    postedOn: record.posted_on?.getTime() ?? null,
    notices: noticesOf(record),
    messages: times && {
      messages: times.messages,
      firstAt: times.first_sent_at?.getTime() ?? null,
      mostAt: times.most_sent_at?.getTime() ?? null,
      isFinal: times.is_final,
      haveAllFailed: times.all_failed,
    },
    postMortemOn: record.postMortem?.published_on.getTime() ?? null,
  })
  cachedFacts.set(record, { times, facts })
  return facts
}

type SentTimes = ReturnType<MessageTimesByRecord['get']>

const cachedFacts = new WeakMap<EditionRecord, { times: SentTimes; facts: IncidentFacts }>()

function noticesOf({ notices }: EditionRecord): IncidentNotice[] {
  if (notices === null) return []
  return notices.at.map((at, index) => ({
    at,
    promisedFor: notices.promised_for[index] ?? null,
    isNews: notices.is_news[index] === true,
    isNotified: notices.is_told[index] === true,
    isClosed: notices.is_closed[index] === true,
  }))
}

export interface InformedIncident {
  record: EditionRecord
  facts: IncidentFacts
}

interface CachedQuarters {
  incidents: readonly EditionRecord[]
  messageTimes: MessageTimesByRecord
  quarters: ReadonlyMap<Quarter, readonly InformedIncident[]>
}

const cachedQuarters = new WeakMap<SiteCloud, CachedQuarters>()

export function incidentsByQuarter(
  edition: Edition,
  cloud: SiteCloud,
): ReadonlyMap<Quarter, readonly InformedIncident[]> {
  const incidents = recordsOfCloud(edition.records, 'incident', cloud.id)
  const messageTimes = wholeOf(edition.messageTimes)
  const cached = cachedQuarters.get(cloud)
  if (cached?.incidents === incidents && cached.messageTimes === messageTimes) return cached.quarters
  const quarters = new Map<Quarter, InformedIncident[]>()
  for (const record of incidents) {
    const facts = factsOf(edition, record)
    const quarter = quarterOfIncident(facts) ?? (record.posted_on && quarterOf(record.posted_on.getTime()))
    if (quarter === null) continue
    const group = quarters.get(quarter)
    if (group === undefined) quarters.set(quarter, [{ record, facts }])
    else group.push({ record, facts })
  }
  cachedQuarters.set(cloud, { incidents, messageTimes, quarters })
  return quarters
}

export function nextPromise(facts: Iterable<IncidentFacts>, now: Date): Date | undefined {
  let next = Number.POSITIVE_INFINITY
  for (const { promises } of facts) {
    for (const promise of promises ?? []) {
      if (promiseResult(promise, now.getTime()) === 'open') next = Math.min(next, promise.promisedFor + 1)
    }
  }
  return next === Number.POSITIVE_INFINITY ? undefined : new Date(next)
}

export function presentFacts(
  facts: IncidentFacts,
  { now, edition: { publishedAt } }: { now: Date; edition: Pick<Edition, 'publishedAt'> },
): RecordInformed {
  const messages = messagesAsOf(facts, publishedAt.getTime())
  const isSent = messages.state === 'sent'
  return {
    began: iso(facts.began),
    published: iso(facts.published),
    is_history: facts.isHistory,
    messages: {
      state: messages.state,
      first: iso(isSent ? messages.firstAt : null),
      most: iso(isSent ? messages.mostAt : null),
      is_final: messages.state === 'none' || messages.state === 'failed' || (isSent && messages.isFinal),
      count: isSent ? messages.messages : null,
      // Only while it may change. Otherwise every publication would change every record.
      ...(messages.state === 'sending' && { as_of: publishedAt.toISOString() }),
    },
    promises:
      facts.promises?.map((promise) => ({
        made: new Date(promise.madeAt).toISOString(),
        promised_for: new Date(promise.promisedFor).toISOString(),
        answered: iso(promise.answeredAt),
        result: promiseResult(promise, now.getTime()),
      })) ?? null,
    resolved: iso(facts.resolved),
    post_mortem: iso(facts.postMortem),
  }
}

function iso(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}
