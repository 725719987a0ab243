import { setImmediate as nextTurn } from 'node:timers/promises'
import type { WithdrawnRecord } from '../db/published-records.ts'
import { filesIn } from '../domain/images/attachment-name.ts'
import type { RecordKind } from '../domain/record.ts'
import { isUnfinished } from '../domain/work-phase.ts'
import type { EditionRecord } from './edition-record.ts'
import { emptyMap, nextMap } from './shared-map.ts'

/** The published records of an edition, by id and in lists, newest first. */
export interface RecordShelf {
  byId: ReadonlyMap<number, EditionRecord>
  lists: ReadonlyMap<string, readonly EditionRecord[]>
  notes: ReadonlyMap<number, AddressNote>
  /** The images in their texts, and how many records have each. */
  images: ReadonlyMap<string, number>
}

export interface AddressNote extends WithdrawnRecord {
  /** Only in earlier editions: this version was redacted, at that time and for that reason. */
  isRedacted?: true
}

export const EMPTY_SHELF: RecordShelf = {
  byId: emptyMap(),
  lists: new Map(),
  notes: new Map(),
  images: new Map(),
}

export function withdrawalNote(
  { notes }: Pick<RecordShelf, 'notes'>,
  id: number | undefined,
  { isNotification }: { isNotification: boolean },
): AddressNote | undefined {
  const note = id === undefined ? undefined : notes.get(id)
  return note !== undefined && (note.kind === 'notification') === isNotification ? note : undefined
}

export function recordsOfCloud(shelf: RecordShelf, kind: RecordKind, cloudId: number) {
  return shelf.lists.get(cloudList(kind, cloudId)) ?? NONE
}

/** Always the same, so that what was made from it can be recognized. */
const NONE: readonly EditionRecord[] = []

export function notificationsOfType(shelf: RecordShelf, type: string) {
  return shelf.lists.get(typeList(type)) ?? []
}

export function openIncidents(shelf: RecordShelf, cloudId: number) {
  return shelf.lists.get(openList(cloudId)) ?? []
}

export function unfinishedWorks(shelf: RecordShelf, cloudId: number) {
  return shelf.lists.get(unfinishedList(cloudId)) ?? []
}

interface ShelfChange {
  changed: readonly EditionRecord[]
  withdrawn: readonly number[]
  notes?: readonly AddressNote[]
}

export function nextShelf(shelf: RecordShelf, change: ShelfChange): RecordShelf {
  const steps = shelfSteps(shelf, change)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** `nextShelf`, with readers answered between its steps: an import changes thousands of records at once. */
export async function nextShelfInTurns(shelf: RecordShelf, change: ShelfChange): Promise<RecordShelf> {
  const steps = shelfSteps(shelf, change)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await nextTurn()
  }
}

/** Records per step of `shelfSteps`: a few milliseconds. */
const RECORDS_PER_STEP = 500

function* shelfSteps(
  shelf: RecordShelf,
  { changed, withdrawn, notes: newNotes = [] }: ShelfChange,
): Generator<void, RecordShelf, void> {
  const added = new Map<string, EditionRecord[]>()
  const removed = new Set<number>(withdrawn)
  const touched = new Set<string>()
  const imageChanges: { image: string; by: 1 | -1 }[] = []

  let done = 0
  // Sorted once: with a long history each record is in several lists.
  for (const record of [...changed].sort(newestFirst)) {
    removed.add(record.id)
    for (const image of imagesOf(record)) imageChanges.push({ image, by: 1 })
    for (const list of listsOf(record)) append(added, list, record)
    if (++done % RECORDS_PER_STEP === 0) yield
  }
  for (const id of removed) {
    const before = shelf.byId.get(id)
    if (before !== undefined) {
      for (const list of listsOf(before)) touched.add(list)
      for (const image of imagesOf(before)) imageChanges.push({ image, by: -1 })
    }
    if (++done % RECORDS_PER_STEP === 0) yield
  }
  for (const list of added.keys()) touched.add(list)

  const lists = new Map(shelf.lists)
  for (const list of touched) {
    yield
    const kept = (shelf.lists.get(list) ?? []).filter((record) => !removed.has(record.id))
    const next = mergedLists(added.get(list) ?? [], kept)
    if (next.length > 0) lists.set(list, next)
    else lists.delete(list)
  }
  return {
    byId: nextMap(shelf.byId, [
      ...withdrawn.map((id) => [id, undefined] as const),
      ...changed.map((record) => [record.id, record] as const),
    ]),
    lists,
    images: nextImages(shelf.images, imageChanges),
    notes: nextNotes(shelf.notes, { changed, added: newNotes }),
  }
}

function nextImages(
  before: RecordShelf['images'],
  changes: readonly { image: string; by: 1 | -1 }[],
): RecordShelf['images'] {
  if (changes.length === 0) return before
  const images = new Map(before)
  for (const { image, by } of changes) images.set(image, (images.get(image) ?? 0) + by)
  for (const { image } of changes) if (images.get(image) === 0) images.delete(image)
  return images
}

function nextNotes(
  before: RecordShelf['notes'],
  { changed, added }: { changed: readonly EditionRecord[]; added: readonly AddressNote[] },
): RecordShelf['notes'] {
  if (added.length === 0 && changed.every(({ id }) => !before.has(id))) return before
  const notes = new Map(before)
  for (const note of added) notes.set(note.id, note)
  for (const { id } of changed) notes.delete(id)
  return notes
}

/** In every text, so that a new field with HTML needs nothing here. */
function imagesOf(record: EditionRecord): ReadonlySet<string> {
  let images: Set<string> | undefined
  for (const part of [record, ...record.updates, record.postMortem?.content ?? {}] as object[]) {
    for (const name in part) {
      const value = part[name as keyof typeof part] as unknown
      if (typeof value !== 'string' || value.length < SHORTEST_WITH_IMAGE) continue
      for (const image of filesIn(value)) images = (images ?? new Set()).add(image)
    }
  }
  return images ?? NO_IMAGES
}

const NO_IMAGES: ReadonlySet<string> = new Set()
/** The length of a name's digest alone. Most fields are shorter. */
const SHORTEST_WITH_IMAGE = 32

function listsOf(record: EditionRecord): string[] {
  const lists = record.clouds.map((cloudId) => cloudList(record.kind, cloudId))
  if (record.notification_type !== null) lists.push(typeList(record.notification_type))
  if (isOpenIncident(record)) lists.push(...record.clouds.map(openList))
  if (record.kind === 'maintenance' && isUnfinished(record)) lists.push(...record.clouds.map(unfinishedList))
  return lists
}

function isOpenIncident(record: EditionRecord) {
  return record.kind === 'incident' && record.closed_on === null
}

function cloudList(kind: string, cloudId: number) {
  return `${kind} of ${cloudId}`
}

function typeList(type: string) {
  return `type ${type}`
}

function openList(cloudId: number) {
  return `open on ${cloudId}`
}

function unfinishedList(cloudId: number) {
  return `unfinished on ${cloudId}`
}

function append<T>(map: Map<string, T[]>, key: string, value: T) {
  const values = map.get(key)
  if (values === undefined) map.set(key, [value])
  else values.push(value)
}

export function newestFirst(a: EditionRecord, b: EditionRecord) {
  return whenOf(b) - whenOf(a) || b.id - a.id
}

/** Two lists in this order as one. Sorting again would compare many more times. */
export function mergedLists(
  added: readonly EditionRecord[],
  kept: readonly EditionRecord[],
): readonly EditionRecord[] {
  if (kept.length === 0) return added
  if (added.length === 0) return kept
  const all: EditionRecord[] = []
  let at = 0
  for (const record of kept) {
    for (let next = added[at]; next !== undefined && newestFirst(next, record) < 0; next = added[++at])
      all.push(next)
    all.push(record)
  }
  return all.concat(added.slice(at))
}

export function whenOf(record: Pick<EditionRecord, 'from_time' | 'posted_on' | 'created_at'>): number {
  return (record.from_time ?? record.posted_on ?? record.created_at).getTime()
}
