/** Why the embedded database is not available, in one line for the person who started Candor. */
export type Refused = { kind: 'refused'; line: string }

export function refused(line: string): Refused {
  return { kind: 'refused', line }
}
