const ATTEMPTS = 40

/** Texts may run out after years of history. Then one repeats. */
export function fresh<T>(make: () => T, isNew: (made: T) => boolean): T {
  let made = make()
  for (let attempt = 1; attempt < ATTEMPTS && !isNew(made); attempt++) made = make()
  return made
}
