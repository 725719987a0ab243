import { type Edition, findCloud } from '../edition.ts'
import type { EditionRecord } from '../edition-record.ts'
import { factsOf, nextPromise, presentFacts } from '../informing.ts'
import { withdrawalNote } from '../record-shelf.ts'
import { type Answerer, unknownCloud, value } from './answer-outcome.ts'
import { presentRecord } from './present-record.ts'
import { NO_SURROUNDINGS, surroundingsOf } from './related-records.ts'

/**
 * P-04: a post without clouds is returned as it is. For a post that is only on other clouds, just its location is
 * returned.
 */
export const postAnswer: Answerer<'/api/posts/:id'> = (context, { id, cloud: machineName }) => {
  const { edition } = context
  const cloud = machineName === undefined ? undefined : findCloud(edition, machineName)
  if (machineName !== undefined && cloud === undefined) return unknownCloud(machineName)
  const record = edition.records.byId.get(id)
  const isPost = record !== undefined && record.kind !== 'notification'
  if (!isPost) return value({ data: null, ...withdrawalOf(edition, id, { isNotification: false }) })
  const isElsewhere = cloud !== undefined && record.clouds.length > 0 && !record.clouds.includes(cloud.id)
  if (isElsewhere) return value({ data: null, elsewhere: presentRecord(context, record, { cloud }).clouds })
  const around = cloud === undefined ? NO_SURROUNDINGS : surroundingsOf(context, record, cloud)
  const data = {
    ...presentRecord(context, record, { cloud }),
    ...entryOf(edition, id),
    ...around,
    ...timesChanged(record),
  }
  if (record.kind !== 'incident' || edition.isPast) return value({ data })
  const facts = factsOf(edition, record)
  return value(
    { data: { ...data, informed: presentFacts(facts, context) } },
    { until: nextPromise([facts], context.now) },
  )
}

export const notificationAnswer: Answerer<'/api/notification/:id/:cloud'> = (context, input) => {
  const { edition } = context
  const cloud = findCloud(edition, input.cloud)
  if (cloud === undefined) return unknownCloud(input.cloud)
  const record = edition.records.byId.get(input.id)
  const isNotification = record !== undefined && record.kind === 'notification'
  if (!isNotification)
    return value({ data: null, ...withdrawalOf(edition, input.id, { isNotification: true }) })
  return value({
    data: {
      ...presentRecord(context, record, { cloud }),
      ...entryOf(edition, input.id),
      ...surroundingsOf(context, record, cloud),
      ...timesChanged(record),
    },
  })
}

function timesChanged({ rewrites }: EditionRecord) {
  return rewrites === 0 ? {} : { times_changed: rewrites }
}

/** On every cloud: which ones it was about is no longer public. */
function withdrawalOf(edition: Edition, id: number, of: { isNotification: boolean }) {
  const note = withdrawalNote(edition.records, id, of)
  if (note === undefined) return {}
  const { withdrawn_on, withdrawn_reason, isRedacted = false } = note
  const left = { on: withdrawn_on.toISOString(), reason: withdrawn_reason }
  if (isRedacted) return { redacted: left }
  return { withdrawn: { ...left, ...entryOf(edition, id) } }
}

function entryOf({ log, logEntries }: Pick<Edition, 'log' | 'logEntries'>, id: number) {
  const index = logEntries.get(id)
  const facts = log?.facts_entry
  if (log === null || index === undefined || facts === null || facts === undefined) return {}
  return { log_entry: { log: log.id, index, facts } }
}
