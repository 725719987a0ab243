import type { Option } from '../form/field-spec.ts'

/** Retired rows are only labeled as such: whatever uses one keeps it. */
export function optionsOf<R extends { id: number; is_retired?: boolean }>(
  rows: readonly R[],
  words: (row: R) => string,
  group?: (row: R) => string,
): Option[] {
  return rows.map((row) => ({
    value: row.id,
    words: row.is_retired ? `${words(row)} (retired)` : words(row),
    ...(group !== undefined && { group: group(row) }),
  }))
}
