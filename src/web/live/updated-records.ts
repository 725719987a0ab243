import type { PageState } from '../page-state.ts'

/** The numbers of the records in a page's data that changed after the edition that was on screen before. */
export function updatedRecords(
  before: PageState | undefined,
  after: PageState | undefined,
  { shownUntil }: { shownUntil: string },
): number[] {
  // A page that could not be loaded before is new to the reader, and so is all of it.
  if (before?.kind !== 'found' || after?.kind !== 'found') return []
  const updated = recordsIn(after.data).filter(
    ({ updated_on }) => Date.parse(updated_on) > Date.parse(shownUntil),
  )
  return [...new Set(updated.map(({ id }) => id))]
}

interface RecordSeen {
  id: number
  updated_on: string
}

/** Wherever a page has them in its data: in a list, under the verdict, as a post of its own. */
function recordsIn(value: unknown): RecordSeen[] {
  if (typeof value !== 'object' || value === null) return []
  const within = Object.values(value).flatMap(recordsIn)
  return isRecord(value) ? [value, ...within] : within
}

function isRecord(value: object): value is RecordSeen {
  const { id, updated_on } = value as Partial<RecordSeen>
  return typeof id === 'number' && typeof updated_on === 'string'
}
