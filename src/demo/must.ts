/** For links between parts of the demo: one that leads nowhere is a mistake of ours. */
export function must<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`The demo has no ${what}`)
  return value
}

const ATTEMPTS = 40

/** Makes again until the result is new. Texts may run out after years of history; then one comes again. */
export function fresh<T>(make: () => T, isNew: (made: T) => boolean): T {
  let made = make()
  for (let attempt = 1; attempt < ATTEMPTS && !isNew(made); attempt++) made = make()
  return made
}
