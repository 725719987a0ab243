import type { SequenceValue } from './catalog.ts'

/** Of each sequence of the first list the later of both values: a number that was ever given names one thing. */
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
