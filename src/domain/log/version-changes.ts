import type { PlaceKind } from '../place-address.ts'
import type { PlaceState } from '../place-states.ts'
import { PART_NAMES, POST_MORTEM_PARTS, type PostMortemContent, wholePostMortem } from '../post-mortem.ts'
import type { RecordKind } from '../record.ts'
import type { RecordChange } from '../record-changes.ts'
import { fieldNames, PAGE_TEXTS, RECORD_FIELDS, type RecordFieldName } from '../record-fields.ts'
import { isWithdrawnFace, type LogAct, type LogFace } from './log-entry.ts'

export type VersionChange = {
  /**
   * True if it changed what readers had already seen. A new update, a step such as closing, and a change that the
   * history of the record shows are news instead.
   */
  isRewrite: boolean
} & (
  | { kind: 'words'; label: string; before: string; after: string }
  | { kind: 'facts'; label: string; before: string; after: string }
  | { kind: 'time'; label: string; before: string | null; after: string | null }
  | { kind: 'severity' | 'status'; before: number | null; after: number | null }
  | { kind: 'places'; place: VersionPlace; added: number[]; removed: number[] }
  | { kind: 'place-states' }
  | { kind: 'update-posted'; postedOn: string; statusId: number; words: string }
  | { kind: 'update-words'; postedOn: string; before: string; after: string }
  | { kind: 'update-time'; before: string; after: string }
  | { kind: 'update-status'; postedOn: string; before: number; after: number }
  | { kind: 'update-removed'; postedOn: string; words: string }
  | { kind: 'post-mortem'; act: 'published' | 'removed' | 'actions-changed' }
  | { kind: 'withdrawn'; reason: string | null }
  | { kind: 'restored' }
)

export type VersionPlace = PlaceKind | 'cloud'

/** Faces of earlier releases may lack some of these. */
interface Face {
  kind: RecordKind
  changes?: readonly FaceHistory[]
  updates?: readonly FaceUpdate[]
  services?: readonly number[]
  data_centers?: readonly number[]
  clouds?: readonly number[]
  place_states?: readonly PlaceState[]
  post_mortem?: { content: Partial<PostMortemContent> } | null
  [column: string]: unknown
}

type FaceHistory = Partial<Omit<RecordChange, 'place_states'>> & { place_states?: readonly unknown[] }

interface FaceUpdate {
  id: number
  posted_on: string
  status_id: number
  body: string
}

/**
 * `published` is the newest version before it that was not a withdrawal, since a withdrawal shows nothing to compare.
 * `isBack`: the version right before it was one.
 */
export function versionChanges(
  published: LogFace,
  next: LogFace,
  { isBack = false }: { isBack?: boolean } = {},
): VersionChange[] {
  if (isWithdrawnFace(next))
    return [{ kind: 'withdrawn', reason: (next.withdrawn_reason ?? null) as string | null, isRewrite: true }]
  const [before, after] = [published as unknown as Face, next as unknown as Face]
  const shown = shownInHistory(before.changes, after.changes)
  const updates = updateChanges(before, after)
  const hasNews = updates.some(({ kind }) => kind === 'update-posted')
  return [
    ...(isBack ? [{ kind: 'restored' as const, isRewrite: false }] : []),
    ...numberChange(before, after, 'severity', { isRewrite: !shown.severity }),
    ...numberChange(before, after, 'status', { isRewrite: false }),
    ...textChanges(before, after),
    ...timeChanges(before, after, { hasNews }),
    ...placeChanges(before, after, shown),
    ...factChanges(before, after),
    ...updates,
    ...postMortemChanges(before.post_mortem ?? null, after.post_mortem ?? null),
  ]
}

/**
 * Some kinds of record have no lines for their places or their severity, so a line about one says nothing
 * about the other.
 */
function shownInHistory(before: readonly FaceHistory[] = [], after: readonly FaceHistory[] = []) {
  const known = new Set(before.map((line) => JSON.stringify(line)))
  const isLonger = after.length > before.length
  // Lines are sorted by time, and a new one may have the time of an earlier update.
  const added = isLonger ? after.filter((line) => !known.has(JSON.stringify(line))) : []
  const has = (...lists: (keyof FaceHistory)[]) =>
    added.some((line) => lists.some((list) => ((line[list] ?? []) as unknown[]).length > 0))
  return {
    severity: added.some(({ severity_after }) => (severity_after ?? null) !== null),
    service: has('services_added', 'services_removed'),
    'data-center': has('data_centers_added', 'data_centers_removed'),
    placeStates: has('place_states'),
  }
}

export function isRewrite(act: LogAct, changes: readonly VersionChange[]): boolean {
  return act !== 'moved' && act !== 'imported' && changes.some((change) => change.isRewrite)
}

const COLUMN = { severity: 'severity_tid', status: 'status_id' } as const

function numberChange(
  before: Face,
  after: Face,
  kind: 'severity' | 'status',
  { isRewrite }: { isRewrite: boolean },
): VersionChange[] {
  const [from, to] = [before, after].map((face) => (face[COLUMN[kind]] ?? null) as number | null)
  return from === to ? [] : [{ kind, before: from ?? null, after: to ?? null, isRewrite }]
}

const WORDS: readonly RecordFieldName[] = ['title', 'summary', 'body', ...fieldNames(PAGE_TEXTS)]

function textChanges(before: Face, after: Face): VersionChange[] {
  return WORDS.flatMap((name): VersionChange[] => {
    const [from, to] = [textIn(before[name]), textIn(after[name])]
    const { label } = RECORD_FIELDS[name]
    return from === to ? [] : [{ kind: 'words', label, before: from, after: to, isRewrite: true }]
  })
}

const TIME_LABELS: Record<RecordKind, { from: string; to: string }> = {
  incident: { from: 'Start', to: 'End' },
  maintenance: { from: 'Planned start', to: 'Planned end' },
  advisory: { from: 'Start', to: 'End' },
  notification: { from: 'Effective date', to: 'End' },
}

/**
 * An actual start or end that was not known before is news, and so is the next promise that comes with an
 * update.
 */
function timeChanges(before: Face, after: Face, { hasNews }: { hasNews: boolean }): VersionChange[] {
  const labels = TIME_LABELS[after.kind]
  const wasOpen = timeIn(before.closed_on) === null
  const isOpen = timeIn(after.closed_on) === null
  const change = (name: string, label: string, isRewrite: boolean): VersionChange[] => {
    const [from, to] = [timeIn(before[name]), timeIn(after[name])]
    return from === to ? [] : [{ kind: 'time', label, before: from, after: to, isRewrite }]
  }
  const isCorrected = (name: string) => timeIn(before[name]) !== null && timeIn(after[name]) !== null
  return [
    ...change('posted_on', 'Posting time', true),
    ...change('from_time', labels.from, true),
    // An incident that ends gets its end with the news.
    ...change('to_time', labels.to, wasOpen === isOpen || isCorrected('to_time')),
    ...change('actual_from_time', 'Actual start', isCorrected('actual_from_time')),
    ...change('actual_to_time', 'Actual end', isCorrected('actual_to_time')),
    ...(wasOpen === isOpen ? change('closed_on', 'Closing time', true) : []),
    ...(wasOpen && isOpen
      ? change('next_update', 'Next update', !hasNews && timeIn(before.next_update) !== null)
      : []),
  ]
}

function placeChanges(before: Face, after: Face, shown: ReturnType<typeof shownInHistory>): VersionChange[] {
  const change = (
    place: VersionPlace,
    from: readonly number[] = [],
    to: readonly number[] = [],
  ): VersionChange[] => {
    const added = to.filter((id) => !from.includes(id))
    const removed = from.filter((id) => !to.includes(id))
    // The history doesn't show clouds.
    const isRewrite = place === 'cloud' || !shown[place]
    return added.length + removed.length === 0 ? [] : [{ kind: 'places', place, added, removed, isRewrite }]
  }
  const changes = [
    ...change('cloud', before.clouds, after.clouds),
    ...change('service', before.services, after.services),
    ...change('data-center', before.data_centers, after.data_centers),
  ]
  const isSame = isSameValue(before.place_states ?? [], after.place_states ?? [])
  // States go with the places that are removed, and when a record closes.
  const isCounted = !shown.placeStates && changes.length === 0 && timeIn(after.closed_on) === null
  return isSame ? changes : [...changes, { kind: 'place-states', isRewrite: isCounted }]
}

const FACTS: readonly RecordFieldName[] = [
  'incident_type',
  'tags',
  'clusters',
  'author',
  'redirect',
  'cve_ids',
  'cvss_score',
  'cvss_vector',
]

function factChanges(before: Face, after: Face): VersionChange[] {
  const changes = FACTS.flatMap((name): VersionChange[] => {
    const [from, to] = [textIn(before[name]), textIn(after[name])]
    const { label } = RECORD_FIELDS[name]
    return from === to ? [] : [{ kind: 'facts', label, before: from, after: to, isRewrite: true }]
  })
  if (isSameValue(before.advisory ?? null, after.advisory ?? null)) return changes
  const label = 'Products, remediations or references'
  return [...changes, { kind: 'facts', label, before: '', after: '', isRewrite: true }]
}

function updateChanges({ updates: before = [] }: Face, { updates: after = [] }: Face): VersionChange[] {
  const known = new Set(before.map(({ id }) => id))
  const current = new Map(after.map((update) => [update.id, update]))
  const posted = after
    .filter(({ id }) => !known.has(id))
    .map(
      ({ posted_on: postedOn, status_id: statusId, body }): VersionChange => ({
        kind: 'update-posted',
        postedOn,
        statusId,
        words: body,
        isRewrite: false,
      }),
    )
  const changed = before.flatMap((update): VersionChange[] => {
    const now = current.get(update.id)
    const { posted_on: postedOn, status_id: statusId, body } = update
    if (now === undefined) return [{ kind: 'update-removed', postedOn, words: body, isRewrite: true }]
    const isRewrite = true
    return [
      ...(now.body === body
        ? []
        : [{ kind: 'update-words' as const, postedOn, before: body, after: now.body, isRewrite }]),
      ...(Date.parse(now.posted_on) === Date.parse(postedOn)
        ? []
        : [{ kind: 'update-time' as const, before: postedOn, after: now.posted_on, isRewrite }]),
      ...(now.status_id === statusId
        ? []
        : [
            {
              kind: 'update-status' as const,
              postedOn,
              before: statusId,
              after: now.status_id,
              isRewrite,
            },
          ]),
    ]
  })
  return [...posted, ...changed]
}

function postMortemChanges(
  before: NonNullable<Face['post_mortem']> | null,
  after: NonNullable<Face['post_mortem']> | null,
): VersionChange[] {
  if (before === null && after === null) return []
  if (before === null) return [{ kind: 'post-mortem', act: 'published', isRewrite: false }]
  if (after === null) return [{ kind: 'post-mortem', act: 'removed', isRewrite: true }]
  const [from, to] = [wholePostMortem(before.content), wholePostMortem(after.content)]
  const words = PART_NAMES.flatMap((name): VersionChange[] => {
    const label = `Post-mortem, ${POST_MORTEM_PARTS[name].label}`
    return from[name] === to[name]
      ? []
      : [{ kind: 'words', label, before: from[name], after: to[name], isRewrite: true }]
  })
  // Progress of actions is expected.
  const areSame = isSameValue(from.actions, to.actions)
  return areSame ? words : [...words, { kind: 'post-mortem', act: 'actions-changed', isRewrite: false }]
}

function textIn(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ')
  return value === null || value === undefined ? '' : String(value)
}

/** In one spelling: different programs write the columns of a record and those beside it. */
function timeIn(value: unknown): string | null {
  return typeof value === 'string' ? new Date(value).toISOString() : null
}

/** Faces come from canonical JSON, so the same value has the same text. */
function isSameValue(before: unknown, after: unknown): boolean {
  return JSON.stringify(before) === JSON.stringify(after)
}
