/**
 * When the harm of an incident ended; null while it is open. Records are often closed some time later, and then state
 * the end themselves.
 */
export function incidentEnd<T>({ to, closed }: { to: T | null; closed: T | null }): T | null {
  return closed === null ? null : (to ?? closed)
}
