import type { Option } from '../form/field-spec.ts'

/** What a field offers of some rows. Retired ones only say that they are: what has one keeps it. */
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
