/** The newest things of many lists, newest first and each once. One pass that holds only `count` of them. */
export function newestOf<T>(
  lists: readonly (readonly T[])[],
  count: number,
  whenOf: (thing: T) => number,
): T[] {
  const newest: { thing: T; when: number }[] = []
  for (const list of lists) {
    for (const thing of list) {
      const when = whenOf(thing)
      const last = newest[count - 1]
      const isTooOld = last !== undefined && when <= last.when
      if (isTooOld || newest.some((kept) => kept.thing === thing)) continue
      const place = newest.findIndex((kept) => kept.when < when)
      newest.splice(place === -1 ? newest.length : place, 0, { thing, when })
      if (newest.length > count) newest.pop()
    }
  }
  return newest.map(({ thing }) => thing)
}
