export interface KeptRange {
  dataCenterTid: number
  prefix: string
  note: string
  addedOn: Date
  removedOn: Date | null
}

export interface RangeChange<T extends KeptRange = KeptRange> {
  dataCenterTid: number
  at: Date
  added: T[]
  removed: T[]
}

/** Newest first, then by data center. */
export function rangeChanges<T extends KeptRange>(ranges: readonly T[]): RangeChange<T>[] {
  const changes = new Map<string, RangeChange<T>>()
  const at = (dataCenterTid: number, moment: Date) => {
    const key = `${dataCenterTid} ${moment.getTime()}`
    const change = changes.get(key) ?? { dataCenterTid, at: moment, added: [], removed: [] }
    changes.set(key, change)
    return change
  }
  for (const range of ranges) {
    at(range.dataCenterTid, range.addedOn).added.push(range)
    if (range.removedOn !== null) at(range.dataCenterTid, range.removedOn).removed.push(range)
  }
  return [...changes.values()].sort(
    (a, b) => b.at.getTime() - a.at.getTime() || a.dataCenterTid - b.dataCenterTid,
  )
}

export function lastRangeChange(ranges: readonly KeptRange[]): Date | undefined {
  return ranges
    .map(({ addedOn, removedOn }) => removedOn ?? addedOn)
    .reduce<Date | undefined>((last, each) => (last === undefined || each > last ? each : last), undefined)
}

export function changeWords({ added, removed }: { added: number; removed: number }): string {
  const parts = [added > 0 && `${added} added`, removed > 0 && `${removed} removed`]
  return parts.filter((part) => part !== false).join(', ')
}

export function changeId({ dataCenterTid, at }: Pick<RangeChange, 'dataCenterTid' | 'at'>): string {
  return `changes-${dataCenterTid}-${at.getTime()}`
}
