export interface Difference<V> {
  field: keyof V & string
  changedBy: 'me' | 'them' | 'both'
}

/** Z-07: the differences between both versions, relative to the common base. */
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
