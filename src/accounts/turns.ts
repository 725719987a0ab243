/** Whoever comes when the line is full is told to come again. */
export class LineIsFull extends Error {
  override message = 'Too many wait for their turn'
}

export interface Turns {
  /** Does the work when its turn comes. */
  take<T>(work: () => Promise<T>): Promise<T>
}

/** Some at once, the others in a line: what costs much is spread over time, and who only reads hardly notices. */
export function makeTurns({ atOnce, longestLine }: { atOnce: number; longestLine: number }): Turns {
  const line: (() => void)[] = []
  let free = atOnce
  return {
    async take(work) {
      if (free === 0) {
        if (line.length >= longestLine) throw new LineIsFull()
        await new Promise<void>((resolve) => line.push(resolve))
      } else free--
      try {
        return await work()
      } finally {
        const next = line.shift()
        if (next === undefined) free++
        else next()
      }
    },
  }
}
