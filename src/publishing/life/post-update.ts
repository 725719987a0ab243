import type { Kysely, Transaction } from 'kysely'
import { readThings } from '../../db/choices.ts'
import type { DB } from '../../db/database.ts'
import { readContent } from '../../db/record-content.ts'
import { findSeverity, findStatus, type LockedRecordState, placesOfRecord } from '../../db/record-life.ts'
import { timesOfChanges, timesOfUpdates } from '../../db/record-updates.ts'
import { checkContent } from '../../domain/newsroom/check-content.ts'
import { type NewPlaceState, statesThatFit, withStates } from '../../domain/place-states.ts'
import { beginningOfUpdates, isOver, isStillAhead, nextLifeState } from './life-state.ts'
import { automaticAgain } from './postpone-maintenance.ts'
import type { StepOutcome, StepRefusal } from './step-outcome.ts'
import { type Decide, type Places, type Stepping, takeStep } from './take-step.ts'

export interface PostingUpdate extends Stepping {
  statusId?: number | undefined
  severityTid?: number | undefined
  /**
   * When the next update is promised; null: no promise. Absent: an earlier promise stays if it is still in
   * the future.
   */
  nextUpdate?: Date | null | undefined
  toTime?: Date | undefined
  places?: MovedPlaces | undefined
  /** When it was true, within the record's time so far; absent: now. */
  postedOn?: Date | undefined
  /** Whether to notify subscribers even if it only fills a gap in the history. Absent: as `notifies`. */
  notifiesOfThePast?: boolean | undefined
}

export interface MovedPlaces {
  addServices: readonly number[]
  removeServices: readonly number[]
  addDataCenters: readonly number[]
  removeDataCenters: readonly number[]
  states?: readonly NewPlaceState[] | undefined
}

export function postUpdate(db: Kysely<DB>, posting: PostingUpdate): Promise<StepOutcome> {
  return takeStep(db, { ...posting, action: 'post-update' }, async (record, trx) => {
    const { now, postedOn = now } = posting
    if (postedOn > now) return { kind: 'wrong-time', field: 'posted_on', why: 'in-the-future' }
    if (postedOn < now) {
      const beginning = beginningOfUpdates(record)
      if (beginning !== null && postedOn < beginning)
        return { kind: 'wrong-time', field: 'posted_on', why: 'before-it-began' }
      const updates = await timesOfUpdates(trx, record.id)
      const isOfThePast =
        updates.some((update) => update.posted_on > postedOn) ||
        (record.closed_on !== null && record.closed_on > postedOn)
      if (isOfThePast) return pastStep(trx, { record, posting, postedOn, updates })
      // An edit, or an update that was removed since, may have changed them later.
      const fields = changedInHistory(record, posting)
      const changes = fields.length === 0 ? [] : await timesOfChanges(trx, record.id)
      if (changes.some(({ made_on }) => made_on > postedOn)) return { kind: 'changes-of-the-past', fields }
    }
    return presentStep(trx, { record, posting, postedOn })
  })
}

type Decided = ReturnType<Decide>

function changedInHistory(record: LockedRecordState, { severityTid, places }: PostingUpdate): string[] {
  const isOtherSeverity = severityTid !== undefined && severityTid !== record.severity_tid
  return [...(isOtherSeverity ? ['severity_tid'] : []), ...(places === undefined ? [] : ['add_services'])]
}

async function presentStep(
  trx: Transaction<DB>,
  { record, posting, postedOn }: { record: LockedRecordState; posting: PostingUpdate; postedOn: Date },
): Promise<Awaited<Decided>> {
  const { now, severityTid, toTime } = posting
  const status = await wantedStatus(trx, record, posting.statusId)
  if (status === undefined) return { kind: 'no-such-status' }
  // Reopening is a step of its own: an update written before the end must not undo it.
  if (isOver(record) && !status.is_closed) return { kind: 'already-closed' }
  const isSeverityKnown = severityTid === undefined || (await isSeverityOffered(trx, record, severityTid))
  if (!isSeverityKnown) return { kind: 'no-such-severity' }
  if (posting.nextUpdate && posting.nextUpdate <= now)
    return { kind: 'wrong-time', field: 'next_update', why: 'in-the-past' }
  if (toTime !== undefined) {
    if (record.kind !== 'maintenance') return { kind: 'not-a-maintenance' }
    if (toTime <= now) return { kind: 'wrong-time', field: 'to_time', why: 'in-the-past' }
    if (record.from_time !== null && toTime <= record.from_time)
      return { kind: 'wrong-time', field: 'to_time', why: 'end-before-start' }
  }
  const moved =
    posting.places &&
    (await movedPlaces(
      trx,
      { ...record, severity_tid: severityTid ?? record.severity_tid, status_id: status.id },
      posting.places,
    ))
  if (moved !== undefined && 'kind' in moved) return moved
  const again = toTime === undefined ? {} : await automaticAgain(trx, record)
  const withEnd = toTime === undefined ? record : { ...record, to_time: toTime }
  const next = nextLifeState(withEnd, status, { at: postedOn, now })
  if (next.step === 'completed' && isStillAhead(record, now)) return { kind: 'not-begun' }
  const { closed_on = record.closed_on, actual_to_time: endedOn = null } = next.changes
  const isClosedEarly = closed_on !== null && isBeforeBeginning(record, closed_on)
  const endsEarly = endedOn !== null && record.actual_from_time !== null && endedOn < record.actual_from_time
  if (isClosedEarly || endsEarly) return { kind: 'wrong-time', field: 'closed_on', why: 'before-it-began' }
  return {
    kind: 'step',
    step: next.step,
    status,
    postedOn,
    ...(moved !== undefined && { places: moved }),
    changes: {
      ...('ends_by_itself' in again && { ends_by_itself: true }),
      ...next.changes,
      ...(severityTid !== undefined && { severity_tid: severityTid }),
      ...(toTime !== undefined && { to_time: toTime }),
      next_update: status.is_closed ? null : promised(record, posting),
    },
  }
}

/**
 * For an update that fills a gap in the history: newer updates, or the end, have already said what is true
 * now. Its status is the given one, or that of the update before it.
 */
async function pastStep(
  trx: Transaction<DB>,
  {
    record,
    posting,
    postedOn,
    updates,
  }: {
    record: LockedRecordState
    posting: PostingUpdate
    postedOn: Date
    updates: Awaited<ReturnType<typeof timesOfUpdates>>
  },
): Promise<Awaited<Decided>> {
  const fields = [
    ...(posting.severityTid === undefined ? [] : ['severity_tid']),
    ...(posting.nextUpdate === undefined ? [] : ['next_update']),
    ...(posting.toTime === undefined ? [] : ['to_time']),
    ...(posting.places === undefined ? [] : ['add_services']),
  ]
  if (fields.length > 0) return { kind: 'changes-of-the-past', fields }
  const before = updates.findLast((update) => update.posted_on <= postedOn) ?? updates[0]
  const status = await wantedStatus(trx, record, posting.statusId ?? before?.status_id, before?.status_id)
  if (status === undefined) return { kind: 'no-such-status' }
  const { notifiesOfThePast: notifies = posting.notifies } = posting
  return { kind: 'step', step: 'updated', status, postedOn, isOfThePast: true, notifies, changes: {} }
}

const ONLY_WITH_PLACES = 'Only updates of incidents and maintenance change services and data centers.'

async function movedPlaces(
  trx: Transaction<DB>,
  record: LockedRecordState,
  { addServices, removeServices, addDataCenters, removeDataCenters, states = [] }: MovedPlaces,
): Promise<Places | StepRefusal> {
  // A notification may name services of any cloud, including clouds that this person may not write about.
  if (record.kind !== 'incident' && record.kind !== 'maintenance')
    return { kind: 'wrong-places', errors: { services: ONLY_WITH_PLACES } }
  const before = await placesOfRecord(trx, record.id)
  const content = await readContent(trx, record.id)
  if (content === undefined) return { kind: 'no-such-record' }
  const places = {
    services: moved(before.services, addServices, removeServices),
    data_centers: moved(before.data_centers, addDataCenters, removeDataCenters),
  }
  const isEmptied =
    places.services.length + places.data_centers.length === 0 &&
    before.services.length + before.data_centers.length > 0
  if (isEmptied) return { kind: 'no-place-left' }
  const { severity_tid, status_id } = record
  const kept = statesThatFit(before.place_states, { ...record, ...places })
  const wanted = { ...places, place_states: withStates(kept, states) }
  const { services, data_centers, place_states } = checkContent(
    { ...content, severity_tid, status_id, ...wanted },
    await readThings(trx),
  )
  if (services === undefined && data_centers === undefined && place_states === undefined) return wanted
  return {
    kind: 'wrong-places',
    errors: {
      ...(services && { services }),
      ...(data_centers && { data_centers }),
      ...(place_states && { place_states }),
    },
  }
}

function moved(tids: readonly number[], add: readonly number[], remove: readonly number[]): number[] {
  return [...new Set([...tids, ...add])].filter((tid) => !remove.includes(tid)).toSorted((a, b) => a - b)
}

/** A record keeps a status that is no longer offered. */
async function wantedStatus(
  trx: Transaction<DB>,
  record: LockedRecordState,
  statusId: number | undefined,
  ownBefore: number = record.status_id,
) {
  const status = await findStatus(trx, statusId ?? record.status_id)
  const isOffered = status?.retired_at === null || status?.id === record.status_id || status?.id === ownBefore
  return isOffered ? status : undefined
}

async function isSeverityOffered(trx: Transaction<DB>, record: LockedRecordState, tid: number) {
  const severity = await findSeverity(trx, tid)
  return severity?.retired_at === null || severity?.tid === record.severity_tid
}

function isBeforeBeginning({ kind, from_time }: LockedRecordState, closedOn: Date) {
  return kind === 'incident' && from_time !== null && closedOn < from_time
}

function promised(record: LockedRecordState, { nextUpdate, now }: PostingUpdate): Date | null {
  if (nextUpdate !== undefined) return nextUpdate
  return record.next_update !== null && record.next_update > now ? record.next_update : null
}
