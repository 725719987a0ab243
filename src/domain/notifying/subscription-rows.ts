interface Row {
  scope: string
  tid: number | null
}

export interface RowsToChange<R> {
  add: readonly R[]
  remove: readonly R[]
  rows: readonly R[]
}

export function isSame(a: Row, b: Row): boolean {
  return a.scope === b.scope && a.tid === b.tid
}

export function withRow<R extends Row>(rows: readonly R[], row: R): readonly R[] {
  return rows.some((other) => isSame(other, row)) ? rows : [...rows, row]
}

export function difference<R extends Row>(before: readonly R[], after: readonly R[]): RowsToChange<R> {
  const wanted = new Set(after.map(keyOf))
  const known = new Set(before.map(keyOf))
  return {
    add: after.filter((row) => !known.has(keyOf(row))),
    remove: before.filter((row) => !wanted.has(keyOf(row))),
    rows: after,
  }
}

function keyOf({ scope, tid }: Row) {
  return `${scope} ${tid}`
}
