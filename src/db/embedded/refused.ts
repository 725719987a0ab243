/** Why the embedded database is not available, in one line for the person who started Candor. */
export type Refused = {
  kind: 'refused'
  line: string
  /** Its files are what is wrong: a backup is the way back. */
  isDamaged?: true
}

export function refused(line: string): Refused {
  return { kind: 'refused', line }
}

export function damaged(line: string): Refused {
  return { kind: 'refused', line, isDamaged: true }
}
