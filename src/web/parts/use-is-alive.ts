import { startTransition, useEffect, useState } from 'react'

/** Set after hydration; components rendered later are alive from the start. */
let hasTakenOver = false

/**
 * False in the server's HTML and during hydration, then true. Set in a transition, so it is sliced like hydration
 * itself.
 */
export function useIsAlive(): boolean {
  const [isAlive, setAlive] = useState(hasTakenOver)
  useTakingOver()
  useEffect(() => startTransition(() => setAlive(true)), [])
  return isAlive
}

/** For the shell, in case the first page doesn't use `useIsAlive`. */
export function useTakingOver() {
  useEffect(() => {
    hasTakenOver = true
  }, [])
}
