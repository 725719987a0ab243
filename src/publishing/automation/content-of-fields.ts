import type { Static } from 'typebox'
import type { BodyFormat } from '../../contract/v1/fields.ts'
import { findAllNamed, findNamed, type Nameable } from '../../domain/automation/find-named.ts'
import { type AdvisoryFacts, factsOf, factsToStore } from '../../domain/csaf/advisory-facts.ts'
import { escapeAttribute } from '../../domain/escape-html.ts'
import { htmlOfMarkdown } from '../../domain/markdown.ts'
import type { RecordContent } from '../../domain/newsroom/record-content.ts'
import { storable } from '../../domain/newsroom/tidy-content.ts'
import { statesThatFit, withStates } from '../../domain/place-states.ts'
import { fieldNames, PAGE_TEXTS } from '../../domain/record-fields.ts'
import { instantOf, NO_INSTANT } from '../../domain/time.ts'
import { type SaidPlaceState, statesOfNames, tidsOfStates } from './affected-places.ts'
import {
  namesOfClouds,
  namesOfDataCenters,
  namesOfServices,
  namesOfSeverities,
  namesOfStatuses,
  namesOfTerms,
  type Things,
} from './names-of-things.ts'

type Name = string | number

const AS_GIVEN = [
  ...fieldNames(PAGE_TEXTS),
  'tags',
  'remind_before_minutes',
  'starts_by_itself',
  'ends_by_itself',
  'cve_ids',
  'cvss_score',
  'cvss_vector',
] as const

type AsGiven = Partial<Pick<RecordContent, (typeof AS_GIVEN)[number]>>

export interface GivenFields extends AsGiven, Partial<AdvisoryFacts> {
  title?: string
  summary?: string
  body?: string
  body_format?: BodyFormatName
  clouds?: readonly string[]
  services?: readonly Name[]
  data_centers?: readonly Name[]
  affected?: readonly SaidPlaceState[]
  terms?: readonly Name[]
  severity?: Name
  status?: Name
  started_at?: string | null
  starts_at?: string | null
  ends_at?: string | null
  next_update_at?: string | null
  internal_note?: string | null
}

export type ErrorsOfFields = Record<string, string>
export type ContentOutcome =
  | { kind: 'content'; content: RecordContent }
  | { kind: 'wrong'; errors: ErrorsOfFields }

export function contentOfFields(base: RecordContent, given: GivenFields, things: Things): ContentOutcome {
  const errors: ErrorsOfFields = {}
  const content = { ...base, internal: { ...base.internal } }

  const all = (field: 'clouds' | 'services' | 'data_centers' | 'terms', from: Nameable[], what: string) => {
    const wanted = given[field]
    if (wanted === undefined) return
    const found = findAllNamed(wanted, from, what)
    if (found.kind === 'wrong') errors[field] = found.sentence
    else content[field] = found.ids
  }
  const one = (field: 'severity' | 'status', from: Nameable[], set: (id: number) => void) => {
    const wanted = given[field]
    if (wanted === undefined) return
    const found = findNamed(wanted, from, field)
    if (found.kind === 'wrong') errors[field] = found.sentence
    else set(found.id)
  }
  const time = (field: TimeField, to: 'from_time' | 'to_time' | 'next_update') => {
    const written = given[field]
    if (written === undefined) return
    const read = written === null ? null : instantOf(written)
    if (read === undefined) errors[field] = NO_INSTANT
    else content[to] = read?.toISOString() ?? null
  }

  // Services are looked up on the clouds, so clouds come first.
  all('clouds', namesOfClouds(things), 'cloud')
  all('services', namesOfServices(things, content.clouds), 'service')
  all('data_centers', namesOfDataCenters(things), 'data center')
  all('terms', namesOfTerms(things, base.notification_type), 'category')
  one('severity', namesOfSeverities(things), (tid) => {
    content.severity_tid = tid
  })
  setStates(content, given.affected ?? [], { things, errors })
  one('status', namesOfStatuses(things), (id) => {
    content.status_id = id
  })
  time('started_at', 'from_time')
  time('starts_at', 'from_time')
  time('ends_at', 'to_time')
  time('next_update_at', 'next_update')
  if (Object.keys(errors).length > 0) return { kind: 'wrong', errors }
  return { kind: 'content', content: withWords(content, given) }
}

/** If the severity of the record is lower now, those of its places may no longer fit. */
function setStates(
  content: RecordContent,
  said: readonly SaidPlaceState[],
  { things, errors }: { things: Things; errors: ErrorsOfFields },
) {
  const found = statesOfNames(said, { things, clouds: content.clouds })
  if (found.kind === 'wrong') {
    errors.affected = found.sentence
    return
  }
  const { states } = found
  content.services = [...new Set([...content.services, ...tidsOfStates(states, 'service')])]
  content.data_centers = [...new Set([...content.data_centers, ...tidsOfStates(states, 'data-center')])]
  content.place_states = withStates(statesThatFit(content.place_states ?? [], content), states)
}

type TimeField = 'started_at' | 'starts_at' | 'ends_at' | 'next_update_at'

function withWords(content: RecordContent, given: GivenFields): RecordContent {
  const { title, summary, body, body_format: format, internal_note: note } = given
  return {
    ...content,
    ...(title !== undefined && { title: title.trim() }),
    ...(summary !== undefined && { summary: summary.trim() }),
    ...(body !== undefined && { body: htmlOfBody(body, format) }),
    ...asGiven(given),
    advisory: factsWith(content.advisory, given),
    internal: { ...content.internal, ...(note !== undefined && { internal_note: note }) },
  }
}

function factsWith(advisory: RecordContent['advisory'], given: Partial<AdvisoryFacts>): AdvisoryFacts | null {
  const { product_status, remediations, references } = given
  return factsToStore({
    ...factsOf(advisory),
    ...(product_status !== undefined && { product_status }),
    ...(remediations !== undefined && { remediations }),
    ...(references !== undefined && { references }),
  })
}

function asGiven(given: GivenFields): AsGiven {
  return Object.fromEntries(
    AS_GIVEN.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])),
  )
}

type BodyFormatName = Static<typeof BodyFormat>

/** Not sanitized yet. */
export function htmlOfBody(body: string, format: BodyFormatName = 'text'): string {
  switch (format) {
    case 'text':
      return storable(htmlOfText(body))
    case 'html':
      return storable(body)
    case 'markdown':
      return htmlOfMarkdown(storable(body))
  }
}

export function errorsForPrograms(
  errors: Readonly<Record<string, string | undefined>>,
  kind: RecordContent['kind'],
): ErrorsOfFields {
  const apiNames: Record<string, string> = {
    from_time: kind === 'incident' ? 'started_at' : 'starts_at',
    to_time: 'ends_at',
    next_update: 'next_update_at',
    closed_on: 'closed_at',
    status_id: 'status',
    severity_tid: 'severity',
    place_states: 'affected',
    'internal.internal_note': 'internal_note',
    'advisory.product_status': 'product_status',
    'advisory.remediations': 'remediations',
    'advisory.references': 'references',
  }
  return Object.fromEntries(
    Object.entries(errors).flatMap(([field, sentence]) =>
      sentence === undefined ? [] : [[apiNames[field] ?? field, sentence]],
    ),
  )
}

export function htmlOfText(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .split(/\n[ \t]*\n\s*/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => `<p>${escapeAttribute(paragraph).replaceAll('\n', '<br />')}</p>`)
    .join('')
}
