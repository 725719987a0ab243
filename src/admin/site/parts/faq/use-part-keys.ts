import { useMemo } from 'react'

export interface PartKeys {
  of(part: object): number
  /** What a part became when something was typed is still the same part. */
  follow(before: object, after: object): void
}

/** A number for every part while it is on the screen: those that are new have none of their own. */
export function usePartKeys(): PartKeys {
  return useMemo(() => {
    const numbers = new WeakMap<object, number>()
    let last = 0
    return {
      of(part) {
        const known = numbers.get(part) ?? ++last
        numbers.set(part, known)
        return known
      },
      follow(before, after) {
        const known = numbers.get(before)
        if (known !== undefined) numbers.set(after, known)
      },
    }
  }, [])
}
