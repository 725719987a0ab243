import { useMemo } from 'react'

export interface PartKeys {
  of(part: object): number
  follow(before: object, after: object): void
}

/** Keys for parts without an id. */
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
