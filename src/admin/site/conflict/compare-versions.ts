/** One field of which two people made different things. */
export interface Difference<V> {
  field: keyof V & string
  /** Whose change it is; of both, somebody has to choose. */
  changedBy: 'me' | 'them' | 'both'
}

/** Z-07: what my version and theirs do not agree on, by what it was when I began. */
export function compareVersions<V extends object>(
  base: V,
  { mine, theirs }: { mine: V; theirs: V },
): Difference<V>[] {
  return (Object.keys(mine) as (keyof V & string)[])
    .filter((field) => !isSame(mine[field], theirs[field]))
    .map((field) => {
      const isMine = !isSame(base[field], mine[field])
      const isTheirs = !isSame(base[field], theirs[field])
      return { field, changedBy: isMine && isTheirs ? 'both' : isMine ? 'me' : 'them' }
    })
}

export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
