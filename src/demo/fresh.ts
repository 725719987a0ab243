const ATTEMPTS = 40

/** Retries until the result is new. Texts may run out after years of history; then one repeats. */
export function fresh<T>(make: () => T, isNew: (made: T) => boolean): T {
  let made = make()
  for (let attempt = 1; attempt < ATTEMPTS && !isNew(made); attempt++) made = make()
  return made
}
