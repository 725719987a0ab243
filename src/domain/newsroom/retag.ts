import type { RecordContent } from './record-content.ts'

/** What can be added to or removed from several records at once. */
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
  const kept = before.filter((each) => !removed.has(keyOf(each)))
  const known = new Set(kept.map(keyOf))
  return [...kept, ...add.filter((each) => !known.has(keyOf(each)) && !removed.has(keyOf(each)))]
}

function keyOf(each: number | string) {
  return typeof each === 'string' ? each.trim().toLowerCase() : each
}

export function isEmptyRetag({ add, remove }: Retag): boolean {
  return RETAG_FIELDS.every((field) => (add[field] ?? []).length === 0 && (remove[field] ?? []).length === 0)
}

/** Without any service or data center, a record is about its whole clouds, which is more than before. */
export function losesLastPlace(before: RecordContent, after: RecordContent): boolean {
  const places = ({ services, data_centers }: RecordContent) => services.length + data_centers.length
  return before.kind !== 'notification' && places(before) > 0 && places(after) === 0
}
