interface NamedTable {
  name: string
  columns: readonly string[]
}

export type Fit =
  /** The rows of unknown tables in the backup are not restored. */
  { kind: 'fit'; unknown: string[] } | { kind: 'misfit'; what: string }

export function tablesThatFit(built: readonly NamedTable[], inBackup: readonly NamedTable[]): Fit {
  const found = new Map(inBackup.map((table) => [table.name, table]))
  for (const { name, columns } of built) {
    const table = found.get(name)
    if (table === undefined) return { kind: 'misfit', what: `it has no table ${name}` }
    const isSame = columns.join() === table.columns.join()
    if (!isSame) return { kind: 'misfit', what: `its table ${name} has other columns` }
    found.delete(name)
  }
  return { kind: 'fit', unknown: [...found.keys()] }
}
