const AT_ONCE = 1_000

/** Between the lots, the process answers other requests. A lot takes a few milliseconds. */
export async function inLots<Thing, Made>(
  things: readonly Thing[],
  make: (thing: Thing) => Made,
): Promise<Made[]> {
  const made: Made[] = []
  for (let at = 0; at < things.length; at += AT_ONCE) {
    if (at > 0) await aTurn()
    for (const thing of things.slice(at, at + AT_ONCE)) made.push(make(thing))
  }
  return made
}

export function aTurn(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve)
  })
}
