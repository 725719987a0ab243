import { seededRandom } from '../domain/threat-replay/seeded-random.ts'

export interface Random {
  /** A number in [0, 1). */
  next(): number
  /** An integer from `low` to `high`, both included. */
  int(low: number, high: number): number
  chance(probability: number): boolean
  pick<T>(items: readonly T[]): T
  shuffle<T>(items: readonly T[]): T[]
}

/** The same name gives the same numbers, so that one topic's content doesn't change when another's grows. */
export function randomNamed(name: string): Random {
  const next = seededRandom(name)
  const int = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))

  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick: (items) => at(items, int(0, items.length - 1)),
    shuffle: (items) => {
      const shuffled = [...items]
      for (let i = shuffled.length - 1; i > 0; i--) {
        const j = int(0, i)
        ;[shuffled[i], shuffled[j]] = [at(shuffled, j), at(shuffled, i)]
      }
      return shuffled
    },
  }
}

/** Deals every item once before any repeats, so that neighbors in a list differ. */
export function deck<T>(random: Random, items: readonly T[]): () => T {
  let dealt = random.shuffle(items)
  return () => {
    if (dealt.length === 0) dealt = random.shuffle(items)
    const item = dealt.pop()
    if (item === undefined) throw new Error('A deck needs at least one item')
    return item
  }
}

function at<T>(items: readonly T[], index: number): T {
  if (index < 0 || index >= items.length) throw new RangeError(`No item ${index} of ${items.length}`)
  return items[index] as T
}
