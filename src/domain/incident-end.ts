import type { RecordKind } from './record.ts'

/**
 * When the harm of an incident ended; null while it is open. Records are often closed some time later, and then state
 * the end themselves.
 */
export function incidentEnd<T>({ to, closed }: { to: T | null; closed: T | null }): T | null {
  return closed === null ? null : (to ?? closed)
}

/** The end that a record states once it is closed. That of an incident may be earlier than the closing time, never later. */
export function endStated<T extends Date | string>(
  kind: RecordKind,
  { to, closed }: { to: T | null; closed: T | null },
): T | null {
  const isTooLate = kind === 'incident' && to !== null && closed !== null && to > closed
  return isTooLate ? null : to
}
