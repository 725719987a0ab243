import type { SequenceValue } from './catalog.ts'

/** The higher of both values for each sequence in the first list: an ID is never used twice. */
export function laterValues(
  values: readonly SequenceValue[],
  others: readonly SequenceValue[],
): SequenceValue[] {
  const otherValues = new Map(others.map(({ name, value }) => [name, value]))
  return values.map(({ name, value }) => ({ name, value: later(value, otherValues.get(name) ?? null) }))
}

function later(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other
  return BigInt(one) > BigInt(other) ? one : other
}
