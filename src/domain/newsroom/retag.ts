import { LIST_LIMITS, RECORD_FIELDS } from '../record-fields.ts'
import type { RecordContent } from './record-content.ts'
import { storable } from './tidy-content.ts'

export const RETAG_FIELDS = ['clouds', 'services', 'data_centers', 'terms', 'tags', 'clusters'] as const
export type RetagField = (typeof RETAG_FIELDS)[number]

export type RetagLists = { [Field in RetagField]?: RecordContent[Field] | undefined }

export interface Retag {
  add: RetagLists
  remove: RetagLists
}

/** Tags are compared without case, as readers do; what is there already keeps its spelling and its place. */
export function retagged(content: RecordContent, { add, remove }: Retag): RecordContent {
  const lists = Object.fromEntries(
    RETAG_FIELDS.map((field) => [
      field,
      listed<number | string>(content[field], add[field] ?? [], remove[field] ?? []),
    ]),
  )
  return { ...content, ...lists }
}

function listed<T extends number | string>(
  before: readonly T[],
  add: readonly T[],
  remove: readonly T[],
): T[] {
  const removed = new Set(remove.map(keyOf))
  const remaining = before.filter((each) => !removed.has(keyOf(each)))
  const known = new Set([...remaining.map(keyOf), ...removed, ''])
  const list = [...remaining]
  for (const each of add.map(tidy)) {
    if (known.has(keyOf(each))) continue
    known.add(keyOf(each))
    list.push(each)
  }
  return list
}

function keyOf(each: number | string) {
  const tidied = tidy(each)
  return typeof tidied === 'string' ? tidied.toLowerCase() : tidied
}

function tidy<T extends number | string>(each: T): T {
  return typeof each === 'string' ? (storable<string>(each).trim() as T) : each
}

export function overfull(before: RecordContent, after: RecordContent): string | undefined {
  for (const field of RETAG_FIELDS) {
    const { label, holds } = RECORD_FIELDS[field]
    const count = after[field].length
    if (count > LIST_LIMITS[holds] && count > before[field].length)
      return `It would have ${count} ${label.toLowerCase()}, and a record can have ${LIST_LIMITS[holds]}. Remove some first.`
  }
  return undefined
}

export function isEmptyRetag({ add, remove }: Retag): boolean {
  return RETAG_FIELDS.every((field) => (add[field] ?? []).length === 0 && (remove[field] ?? []).length === 0)
}

/** Without any service or data center, a record is about its whole clouds, which is more than before. */
export function losesLastPlace(before: RecordContent, after: RecordContent): boolean {
  const places = ({ services, data_centers }: RecordContent) => services.length + data_centers.length
  return before.kind !== 'notification' && places(before) > 0 && places(after) === 0
}
