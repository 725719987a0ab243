import type { SequenceValue } from './catalog.ts'

/** The higher value of each sequence: an ID is never used twice. */
export function laterValues(
  values: readonly SequenceValue[],
  others: readonly SequenceValue[],
): SequenceValue[] {
  const otherValues = new Map(others.map(({ name, value }) => [name, value]))
  return values.map(({ name, value }) => ({ name, value: later(value, otherValues.get(name) ?? null) }))
}

/** Links in mails contain them, are signed with a key from the backup, and never expire. */
const IN_MAILS = ['users', 'channels', 'publications', 'deliveries'].map((table) => `${table}_id_seq`)
/** More than a site assigns between two backups. */
const GAP = 1_000_000n

/**
 * For a database that doesn't know which IDs were assigned since the backup. If they were reused, a link in
 * an old mail could lead to another person's account.
 */
export function valuesWithGap(values: readonly SequenceValue[]): SequenceValue[] {
  return values.map(({ name, value }) => ({
    name,
    value: IN_MAILS.includes(name) ? String(BigInt(value ?? 0) + GAP) : value,
  }))
}

function later(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other
  return BigInt(one) > BigInt(other) ? one : other
}
