import type { PageState } from '../page-state.ts'

export function updatedRecords(
  before: PageState | undefined,
  after: PageState | undefined,
  { shownUntil }: { shownUntil: string },
): number[] {
  // A page that failed before is entirely new to the reader.
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

function recordsIn(value: unknown): RecordSeen[] {
  if (typeof value !== 'object' || value === null) return []
  const within = Object.values(value).flatMap(recordsIn)
  return isRecord(value) ? [value, ...within] : within
}

function isRecord(value: object): value is RecordSeen {
  const { id, updated_on } = value as Partial<RecordSeen>
  return typeof id === 'number' && typeof updated_on === 'string'
}
