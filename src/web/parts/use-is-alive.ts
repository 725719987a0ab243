import { startTransition, useEffect, useLayoutEffect, useState } from 'react'
import { announceTakenOver } from '../boot/take-over.ts'

/** Set after hydration; components rendered later are alive from the start. */
let hasTakenOver = false

/**
 * False in the server's HTML and during hydration, then true. Set in a transition, so it is sliced like hydration
 * itself.
 */
export function useIsAlive(): boolean {
  const [isAlive, setAlive] = useState(hasTakenOver)
  useEffect(() => {
    hasTakenOver = true
    startTransition(() => setAlive(true))
  }, [])
  return isAlive
}

/** Part of the shell. All parts of the page become alive in one commit, and this one says so. */
export function TakingOver() {
  const isAlive = useIsAlive()
  useLayoutEffect(() => {
    if (isAlive) announceTakenOver()
  }, [isAlive])
  return null
}
