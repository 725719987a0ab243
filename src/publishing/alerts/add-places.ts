import type { Transaction } from 'kysely'
import { insertAudit } from '../../db/audit.ts'
import { readThings } from '../../db/choices.ts'
import type { DB } from '../../db/database.ts'
import { readContent, writeContent } from '../../db/record-content.ts'
import { findDraft, writeDraft } from '../../db/record-drafts.ts'
import type { Actor } from '../../domain/actor.ts'
import type { AlertPlaces } from '../../domain/newsroom/approval.ts'
import { contentChanges } from '../../domain/newsroom/changed-fields.ts'
import { checkContent } from '../../domain/newsroom/check-content.ts'
import type { RecordContent } from '../../domain/newsroom/record-content.ts'
import { isOverAt } from '../../domain/place-states.ts'
import type { Things } from '../automation/names-of-things.ts'
import type { StepRefusal } from '../life/step-outcome.ts'
import type { News } from './plan-alerts.ts'

export type PlacesOutcome =
  | { kind: 'nothing-new' }
  | { kind: 'to-add'; places: AlertPlaces }
  /** They conflict with the content of the incident. */
  | { kind: 'refused'; errors: Partial<Record<(typeof FIELDS)[number], string>> }

const FIELDS = ['clouds', 'services', 'data_centers'] as const

/**
 * Places that new alerts name and the incident lacks, or which it says have recovered. Places that people removed stay
 * out.
 */
export function placesToAdd(content: RecordContent, wanted: AlertPlaces, things: Things): PlacesOutcome {
  const places = missingIn(content, wanted)
  if (FIELDS.every((field) => places[field].length === 0)) return { kind: 'nothing-new' }
  const wrong = checkContent(withPlaces(content, places), things)
  const errors = Object.fromEntries(
    FIELDS.flatMap((field) => (wrong[field] === undefined ? [] : [[field, wrong[field]]])),
  )
  return Object.keys(errors).length > 0 ? { kind: 'refused', errors } : { kind: 'to-add', places }
}

/**
 * Adds places without publishing them: the step in the same transaction does, and notifies readers. A draft gets them
 * too and stays unchanged otherwise.
 */
export async function addPlaces(
  trx: Transaction<DB>,
  { actor, now }: { actor: Actor; now: Date },
  { recordId, content, places }: { recordId: number; content: RecordContent; places: AlertPlaces },
): Promise<void> {
  const added = withPlaces(content, places)
  await writeContent(trx, { recordId, content: added, now })
  const draft = await findDraft(trx, recordId)
  if (draft !== undefined) {
    const { saved_by: savedBy, saved_at: at } = draft
    await writeDraft(trx, { recordId, content: withPlaces(draft.content, places), savedBy, at })
  }
  await insertAudit(trx, {
    at: now,
    actor,
    action: 'add-places',
    entity: 'record',
    entityId: recordId,
    ...contentChanges(content, added),
  })
}

/** The same once a second person has approved the step. Undefined if nothing speaks against it. */
export async function addApprovedPlaces(
  trx: Transaction<DB>,
  { recordId, places, actor, now }: { recordId: number; places: AlertPlaces; actor: Actor; now: Date },
): Promise<StepRefusal | undefined> {
  const content = await readContent(trx, recordId)
  if (content === undefined) return { kind: 'no-such-record' }
  const wanted = placesToAdd(content, places, await readThings(trx))
  if (wanted.kind === 'to-add') await addPlaces(trx, { actor, now }, { recordId, content, places })
  if (wanted.kind !== 'refused') return undefined
  const { clouds, services = clouds, data_centers } = wanted.errors
  return {
    kind: 'wrong-places',
    errors: { ...(services && { services }), ...(data_centers && { data_centers }) },
  }
}

export function placesOfNews({ alerts }: News): AlertPlaces {
  const all = (of: (alert: News['alerts'][number]) => number[]) => [...new Set(alerts.flatMap(of))]
  return {
    clouds: all(({ clouds }) => clouds),
    services: all(({ services }) => services),
    data_centers: all(({ dataCenters }) => dataCenters),
  }
}

function missingIn(content: RecordContent, wanted: AlertPlaces): AlertPlaces {
  const { place_states = [] } = content
  const isOver = (field: keyof AlertPlaces, tid: number) =>
    field !== 'clouds' && isOverAt(place_states, field === 'services' ? 'service' : 'data-center', tid)
  const missing = (field: keyof AlertPlaces) =>
    wanted[field].filter((tid) => !content[field].includes(tid) || isOver(field, tid))
  return {
    clouds: missing('clouds'),
    services: missing('services'),
    data_centers: missing('data_centers'),
  }
}

function withPlaces(content: RecordContent, more: AlertPlaces): RecordContent {
  const union = (field: keyof AlertPlaces) =>
    [...new Set([...content[field], ...more[field]])].toSorted((a, b) => a - b)
  return {
    ...content,
    clouds: union('clouds'),
    services: union('services'),
    data_centers: union('data_centers'),
    ...(content.place_states && {
      place_states: content.place_states.filter(
        ({ place, tid }) => !more[place === 'service' ? 'services' : 'data_centers'].includes(tid),
      ),
    }),
  }
}
