import type { RecordKind } from './record.ts'

export function incidentEnd<T>({ to, closed }: { to: T | null; closed: T | null }): T | null {
  return closed === null ? null : (to ?? closed)
}

export function endStated<T extends Date | string>(
  kind: RecordKind,
  { to, closed }: { to: T | null; closed: T | null },
): T | null {
  const isTooLate = kind === 'incident' && to !== null && closed !== null && to > closed
  return isTooLate ? null : to
}
