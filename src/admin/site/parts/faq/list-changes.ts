export function withAt<T>(list: readonly T[], index: number, thing: T): T[] {
  return list.map((each, at) => (at === index ? thing : each))
}

export function withoutAt<T>(list: readonly T[], index: number): T[] {
  return list.filter((_, at) => at !== index)
}

/** The list in the order of these keys. */
export function inOrderOf<T extends object>(
  list: readonly T[],
  keys: readonly number[],
  keyOf: (thing: T) => number,
): T[] {
  return keys.flatMap((key) => list.find((thing) => keyOf(thing) === key) ?? [])
}
