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
import {
  gravityOf,
  OVER_HERE,
  ownSeverities,
  ownSeverity,
  type PlaceState,
  withStates,
} from '../../domain/place-states.ts'
import type { Things } from '../automation/names-of-things.ts'
import type { StepRefusal } from '../life/step-outcome.ts'
import type { News } from './plan-alerts.ts'

export type PlacesOutcome =
  | { kind: 'nothing-new' }
  | { kind: 'to-add'; places: AlertPlaces }
  | { kind: 'refused'; errors: Partial<Record<(typeof FIELDS)[number], string>> }

const FIELDS = ['clouds', 'services', 'data_centers'] as const

/**
 * Places that new alerts name and the incident lacks, or which it says have recovered or are better than the alerts say.
 * Places that people removed stay out. An incident of whole clouds has all of their places: a named one would limit it.
 */
export function placesToAdd(content: RecordContent, wanted: AlertPlaces, things: Things): PlacesOutcome {
  const places = missingIn(content, wanted)
  if (!places.is_whole && hasNone(places)) return { kind: 'nothing-new' }
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

export async function addApprovedPlaces(
  trx: Transaction<DB>,
  { recordId, places, actor, now }: { recordId: number; places: AlertPlaces; actor: Actor; now: Date },
): Promise<StepRefusal | undefined> {
  const content = await readContent(trx, recordId)
  if (content === undefined) return { kind: 'no-such-record' }
  const wanted = placesToAdd(content, places, await readThings(trx))
  if (wanted.kind === 'to-add')
    await addPlaces(trx, { actor, now }, { recordId, content, places: wanted.places })
  if (wanted.kind !== 'refused') return undefined
  const { clouds, services = clouds, data_centers } = wanted.errors
  return {
    kind: 'wrong-places',
    errors: { ...(services && { services }), ...(data_centers && { data_centers }) },
  }
}

/**
 * No services and data centers if one of the alerts is about a whole cloud. On several clouds that says too much about
 * the others, but naming places there would report this one as operational.
 */
export function placesOfNews({ alerts }: Pick<News, 'alerts'>): AlertPlaces {
  const places = placesNamedBy(alerts)
  return alerts.some(isOfWholeCloud)
    ? { ...places, services: [], data_centers: [], states: [], is_whole: true }
    : places
}

function isOfWholeCloud({ clouds, services, dataCenters, isPlaceUnknown }: News['alerts'][number]): boolean {
  return clouds.length > 0 && services.length + dataCenters.length === 0 && isPlaceUnknown !== true
}

function placesNamedBy(alerts: News['alerts']): AlertPlaces {
  const all = (of: (alert: News['alerts'][number]) => number[]) => [...new Set(alerts.flatMap(of))]
  return {
    clouds: all(({ clouds }) => clouds),
    services: all(({ services }) => services),
    data_centers: all(({ dataCenters }) => dataCenters),
    states: statesIn(alerts),
  }
}

function statesIn(alerts: News['alerts']): PlaceState[] {
  const mildestFirst = alerts.toSorted((a, b) => gravityOf(a.severityTid) - gravityOf(b.severityTid))
  return mildestFirst.reduce<PlaceState[]>((states, { services, dataCenters, severityTid: severity_tid }) => {
    const said = [
      ...services.map((tid) => ({ place: 'service' as const, tid, severity_tid })),
      ...dataCenters.map((tid) => ({ place: 'data-center' as const, tid, severity_tid })),
    ]
    return withStates(states, said)
  }, [])
}

/**
 * Places that the incident still names but says are better. Readers know these alerts, so what people have
 * removed since stays out.
 */
export function placesAgain(content: RecordContent, alerts: News['alerts']): AlertPlaces | undefined {
  const wanted = placesNamedBy(alerts)
  const known = (field: 'services' | 'data_centers') =>
    wanted[field].filter((tid) => content[field].includes(tid))
  const places = missingIn(content, {
    ...wanted,
    clouds: [],
    services: known('services'),
    data_centers: known('data_centers'),
  })
  return hasNone(places) ? undefined : places
}

function hasNone(places: AlertPlaces): boolean {
  return FIELDS.every((field) => places[field].length === 0)
}

export function joinPlaces(a: AlertPlaces | undefined, b: AlertPlaces | undefined): AlertPlaces | undefined {
  if (a === undefined || b === undefined) return a ?? b
  const all = (field: (typeof FIELDS)[number]) => [...new Set([...a[field], ...b[field]])]
  if (a.is_whole || b.is_whole)
    return { clouds: all('clouds'), services: [], data_centers: [], states: [], is_whole: true }
  return {
    clouds: all('clouds'),
    services: all('services'),
    data_centers: all('data_centers'),
    states: withStates(a.states ?? [], b.states ?? []),
  }
}

function missingIn(content: RecordContent, wanted: AlertPlaces): AlertPlaces {
  const missing = (field: (typeof FIELDS)[number]) =>
    wanted[field].filter(
      (tid) => !content[field].includes(tid) || (field !== 'clouds' && isBetter(content, wanted, field, tid)),
    )
  const clouds = missing('clouds')
  if (isAboutWholeClouds(content)) return { clouds, services: [], data_centers: [] }
  return {
    clouds,
    services: missing('services'),
    data_centers: missing('data_centers'),
    ...(wanted.states && { states: wanted.states }),
    ...(wanted.is_whole && { is_whole: true }),
  }
}

/** Without a cloud, it doesn't say yet what it is about. */
function isAboutWholeClouds({ clouds, services, data_centers }: RecordContent): boolean {
  return clouds.length > 0 && services.length + data_centers.length === 0
}

const PLACE_OF = { services: 'service', data_centers: 'data-center' } as const

function isBetter(
  { place_states = [] }: RecordContent,
  { states = [] }: AlertPlaces,
  field: keyof typeof PLACE_OF,
  tid: number,
): boolean {
  const own = ownSeverity(place_states, PLACE_OF[field], tid)
  if (own === undefined) return false
  const said = ownSeverity(states, PLACE_OF[field], tid)
  return own === OVER_HERE || (said !== undefined && gravityOf(own) < gravityOf(said))
}

function withPlaces(content: RecordContent, more: AlertPlaces): RecordContent {
  const union = (field: (typeof FIELDS)[number]) =>
    [...new Set([...content[field], ...more[field]])].toSorted((a, b) => a - b)
  const { place_states, kind, severity_tid } = content
  if (more.is_whole || isAboutWholeClouds(content))
    return {
      ...content,
      clouds: union('clouds'),
      services: [],
      data_centers: [],
      ...(place_states && { place_states: [] }),
    }
  const offered = ownSeverities(kind, severity_tid)
  const isMore = ({ place, tid }: PlaceState) =>
    more[place === 'service' ? 'services' : 'data_centers'].includes(tid)
  const milder = place_states?.filter(isMore).flatMap(({ place, tid }) => {
    const said = ownSeverity(more.states ?? [], place, tid)
    return said !== undefined && said !== OVER_HERE && offered.includes(said)
      ? [{ place, tid, severity_tid: said }]
      : []
  })
  return {
    ...content,
    clouds: union('clouds'),
    services: union('services'),
    data_centers: union('data_centers'),
    ...(place_states &&
      milder && { place_states: [...place_states.filter((state) => !isMore(state)), ...milder] }),
  }
}
