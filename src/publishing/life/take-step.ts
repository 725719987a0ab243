import type { Kysely, Transaction } from 'kysely'
import { carryWaitingDraft } from '../../db/approvals.ts'
import { cloudsTouched } from '../../db/cloud-limits.ts'
import type { DB } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { findDeedOfPublication, findPublicationByKey } from '../../db/publications.ts'
import { readContent, writeStates } from '../../db/record-content.ts'
import { deedsSince } from '../../db/record-deeds.ts'
import { changeDraft, findDraft } from '../../db/record-drafts.ts'
import {
  changeRecord,
  type LifeFields,
  type LockedRecordState,
  lockRecordState,
  placesOfRecord,
} from '../../db/record-life.ts'
import { insertUpdate, writePlaces } from '../../db/record-updates.ts'
import type { Actor } from '../../domain/actor.ts'
import type { ApprovalPass } from '../../domain/newsroom/approval.ts'
import { deriveRecord } from '../../domain/newsroom/derive-record.ts'
import type { MayEdit } from '../../domain/newsroom/may-edit.ts'
import { placeholdersIn } from '../../domain/newsroom/placeholders.ts'
import { withMissingOf } from '../../domain/newsroom/record-content.ts'
import { storable } from '../../domain/newsroom/tidy-content.ts'
import type { PublicationStep } from '../../domain/notifying/publication.ts'
import { type PlaceState, stateDifferences, statesAfterStep, withStates } from '../../domain/place-states.ts'
import { askGate } from '../approval/gate.ts'
import { isTypedOver } from '../automation/changes-beside.ts'
import { wrongImages } from '../images/wrong-images.ts'
import { publishInTransaction } from '../publish-record.ts'
import { sortOf } from '../records/edit-refusal.ts'
import { sanitizeHtml } from '../sanitize-html.ts'
import { isBlankHtml } from './is-blank-html.ts'
import { MAINTENANCE_BROKEN_OFF, MAINTENANCE_CANCELED } from './standard-updates.ts'

import type { StepOutcome, StepRefusal } from './step-outcome.ts'

export interface Stepping {
  recordId: number
  actor: Actor
  mayEdit: MayEdit
  now: Date
  /** The text for readers, as HTML. */
  body: string
  notifies: boolean
  isUrgent?: boolean
  /** Text of a monitoring system, in which double braces are not placeholders of a template. */
  isRelayed?: boolean
  /** Of the record as its author saw it. If absent, the step is taken whatever happened since. */
  seenEdition?: number | undefined
  seenVersion?: number | undefined
  /** A retry with the same key does nothing twice and gets the first answer. */
  idempotencyKey?: string | undefined
  /** Absent: needs a second person where the rules say so. */
  pass?: ApprovalPass | undefined
}

interface Step {
  kind: 'step'
  step: PublicationStep
  status: { id: number; class: string; is_closed: boolean }
  changes: Partial<LifeFields>
  bodyEnd?: string
  postedOn?: Date
  /** The update reports what was true then: the record itself stays as it is. */
  isOfThePast?: boolean
  notifies?: boolean
  places?: Places
}

export interface Places {
  services: number[]
  data_centers: number[]
  place_states: PlaceState[]
}

type StepAction = 'post-update' | 'resolve' | 'reopen' | 'start' | 'postpone' | 'cancel'

export interface TakenStep extends Stepping {
  action: StepAction
}

export type Decide = (record: LockedRecordState, trx: Transaction<DB>) => Promise<Step | StepRefusal>

export function takeStep(db: Kysely<DB>, stepping: TakenStep, decide: Decide): Promise<StepOutcome> {
  return inTransaction(db, (trx) => stepInTransaction(trx, stepping, decide))
}

async function stepInTransaction(
  trx: Transaction<DB>,
  stepping: TakenStep,
  decide: Decide,
): Promise<StepOutcome> {
  const { recordId, idempotencyKey } = stepping
  const record = await lockRecordState(trx, recordId)
  if (record === undefined) return { kind: 'no-such-record' }
  if (!stepping.mayEdit(sortOf({ ...record, clouds: await cloudsTouched(trx, recordId) })))
    return { kind: 'not-allowed' }
  const earlier = idempotencyKey === undefined ? undefined : await findPublicationByKey(trx, idempotencyKey)
  const body = sanitizeHtml(storable(stepping.body))
  if (earlier !== undefined) {
    if (earlier.record_id !== recordId) return { kind: 'key-of-another-record', recordId: earlier.record_id }
    const deed = await findDeedOfPublication(trx, earlier.id)
    if (deed?.action !== stepping.action || !isSaidWith(body, deed.words))
      return { kind: 'key-of-another-step' }
    return { kind: 'done', edition: earlier.edition, publicationId: earlier.id }
  }
  if (stepping.seenVersion !== undefined && stepping.seenVersion !== record.version)
    return { kind: 'conflict' }
  if (stepping.seenEdition !== undefined && (record.edition ?? 0) > stepping.seenEdition)
    return {
      kind: 'moved',
      deeds: await deedsSince(trx, { recordId, edition: stepping.seenEdition }),
      recordKind: record.kind,
    }
  if (record.state !== 'published') return { kind: 'not-published' }
  if (isBlankHtml(body)) return { kind: 'nothing-said' }
  const [unfilled] = stepping.isRelayed ? [] : placeholdersIn(body)
  if (unfilled !== undefined) return { kind: 'unfilled', name: unfilled }
  const sentence = await wrongImages(trx, body)
  if (sentence !== undefined) return { kind: 'wrong-images', sentence }

  const { action, pass } = stepping
  const gate = await askGate(trx, { recordId, kind: record.kind, action, pass })
  if (gate === 'needs-approval') return { kind: 'needs-approval' }
  const decided = await decide(record, trx)
  if (decided.kind !== 'step') return decided
  const gateAs = actionOf(stepping, { record, taken: decided })
  const gateOfStep =
    gateAs === action ? gate : await askGate(trx, { recordId, kind: record.kind, action: gateAs, pass })
  if (gateOfStep === 'needs-approval') return { kind: 'needs-approval' }
  return write(trx, stepping, { record, body, taken: decided, gateAs })
}

/**
 * An update can also choose a status that ends the record, and that is not gated like an update of a live
 * one.
 */
function actionOf(
  { action }: TakenStep,
  { record, taken }: { record: LockedRecordState; taken: Step },
): string {
  if (action !== 'post-update' || taken.isOfThePast) return action
  if (taken.step === 'postponed') return 'postpone'
  if (taken.step === 'cancelled') return 'cancel'
  const isArchived = taken.status.class === 'archived' && record.status_class !== 'archived'
  return isArchived ? 'archive' : action
}

/** Whether these are the words of the first attempt, with or without our own addition. */
function isSaidWith(body: string, words: string | null): boolean {
  return ['', MAINTENANCE_CANCELED, MAINTENANCE_BROKEN_OFF].some((end) => body + end === words)
}

async function write(
  trx: Transaction<DB>,
  { recordId, actor, now, notifies, action, isUrgent = false, idempotencyKey, pass }: TakenStep,
  { record, body, taken, gateAs }: { record: LockedRecordState; body: string; taken: Step; gateAs: string },
): Promise<StepOutcome> {
  const { postedOn = now, isOfThePast = false } = taken
  const before = await placesOfRecord(trx, recordId)
  // People see that their step ends a request about the draft. A program doesn't.
  const beside = actor.userId === null ? await draftBeside(trx, recordId) : undefined
  const changed = isOfThePast ? {} : onlyChanged(record, { ...taken.changes, status_id: taken.status.id })
  const updateId = await insertUpdate(trx, {
    record_id: recordId,
    posted_on: postedOn,
    status_id: taken.status.id,
    severity_tid: changed.severity_tid ?? null,
    body: body + (taken.bodyEnd ?? ''),
    created_by: record.author,
  })
  const wanted = taken.places ?? before
  const moved = await writeMoved(trx, {
    recordId,
    before,
    // A lower severity of the record also lowers places that would exceed it.
    places: isOfThePast
      ? before
      : {
          ...wanted,
          place_states: statesAfterStep(wanted.place_states, {
            ...record,
            ...changed,
            ...wanted,
            isClosed: taken.status.is_closed,
          }),
        },
  })
  const isClosing = changed.closed_on instanceof Date
  await changeRecord(trx, recordId, {
    ...changed,
    ...(!isOfThePast && (await derived(trx, record, { ...changed, status: taken.status }))),
    updated_by: record.author,
    ...(isClosing && { resolved_by: record.author }),
    ...(changed.closed_on === null && { resolved_by: null }),
  })
  await changeDraft(trx, { recordId, fields: asWritten(changed) })
  const published = await publishInTransaction(trx, {
    recordId,
    actor,
    now,
    step: taken.step,
    updateId,
    isUrgent,
    notifies: taken.notifies ?? notifies,
    action,
    gateAs,
    pass,
    madeOn: postedOn,
    stateBefore: {
      severityTid: record.severity_tid,
      services: before.services,
      dataCenters: before.data_centers,
      placeStates: before.place_states,
    },
    changes: {
      before: { ...pick(record, changed), ...(moved && pickPlaces(before, moved)) },
      after: {
        ...changed,
        ...moved,
        update: updateId,
        ...(postedOn.getTime() !== now.getTime() && { posted_on: postedOn }),
      },
    },
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  })
  if (published.kind !== 'published') throw new Error(`Step not published: ${published.kind}`)
  const amended = beside && (await readContent(trx, recordId))
  if (beside !== undefined && amended !== undefined && !isTypedOver({ ...beside, amended }))
    await carryWaitingDraft(trx, { recordId, from: record.version })
  return { kind: 'done', edition: published.edition, publicationId: published.publicationId }
}

async function draftBeside(trx: Transaction<DB>, recordId: number) {
  const draft = await findDraft(trx, recordId)
  const current = draft && (await readContent(trx, recordId))
  return draft && current && { current, typed: withMissingOf(draft.content, current) }
}

/**
 * The lists that change, or undefined if all stay the same. A draft gets the same places and states, and keeps its own.
 */
async function writeMoved(
  trx: Transaction<DB>,
  { recordId, before, places }: { recordId: number; before: Places; places: Places },
): Promise<Partial<Places> | undefined> {
  const isMoved = (['services', 'data_centers'] as const).some(
    (name) =>
      differences(before[name], places[name]).length + differences(places[name], before[name]).length > 0,
  )
  const states = stateDifferences(before.place_states, places.place_states)
  if (!isMoved && states.length === 0) return undefined
  if (isMoved)
    await writePlaces(trx, { recordId, services: places.services, dataCenters: places.data_centers })
  await writeStates(trx, { recordId, states: places.place_states })
  const draft = await findDraft(trx, recordId)
  if (draft !== undefined) {
    const following = (name: 'services' | 'data_centers') => [
      ...new Set([
        ...differences(draft.content[name], differences(before[name], places[name])),
        ...differences(places[name], before[name]),
      ]),
    ]
    await changeDraft(trx, {
      recordId,
      fields: {
        services: following('services'),
        data_centers: following('data_centers'),
        // A draft of an earlier release has none, and gets those of the record.
        ...(draft.content.place_states && { place_states: withStates(draft.content.place_states, states) }),
      },
    })
  }
  const { services, data_centers, place_states } = places
  return { ...(isMoved && { services, data_centers }), ...(states.length > 0 && { place_states }) }
}

function differences(tids: readonly number[], others: readonly number[]): number[] {
  return tids.filter((tid) => !others.includes(tid))
}

async function derived(
  trx: Transaction<DB>,
  record: LockedRecordState,
  { status, ...changed }: Partial<LifeFields> & { status: Step['status'] },
) {
  const { kind, severity_tid, actual_from_time } = { ...record, ...changed }
  const places = await placesOfRecord(trx, record.id)
  return deriveRecord(
    { kind, severity_tid, actual_from_time: actual_from_time?.toISOString() ?? null, ...places },
    status,
  )
}

function pickPlaces(before: Places, moved: Partial<Places>) {
  const names = Object.keys(moved) as (keyof Places)[]
  return Object.fromEntries(names.map((name) => [name, before[name]]))
}

function onlyChanged(record: LockedRecordState, fields: Partial<LifeFields>): Partial<LifeFields> {
  const entries = Object.entries(fields) as [keyof LifeFields, unknown][]
  return Object.fromEntries(entries.filter(([name, value]) => !isSame(record[name], value)))
}

function asWritten(changed: Partial<LifeFields>) {
  return Object.fromEntries(
    Object.entries(changed).map(([name, value]) => [
      name,
      value instanceof Date ? value.toISOString() : value,
    ]),
  )
}

function isSame(a: unknown, b: unknown) {
  return a instanceof Date && b instanceof Date ? a.getTime() === b.getTime() : a === b
}

function pick(record: LockedRecordState, fields: Partial<LifeFields>) {
  const names = Object.keys(fields) as (keyof LifeFields)[]
  return Object.fromEntries(names.map((name) => [name, record[name]]))
}
