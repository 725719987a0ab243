/**
 * When an incident stopped doing harm: null while it is open. A record is often closed some time after the
 * harm is over, and then names the end itself.
 */
export function incidentEnd<T>({ to, closed }: { to: T | null; closed: T | null }): T | null {
  return closed === null ? null : (to ?? closed)
}
