import { startTransition, useEffect, useState } from 'react'

/** Set when scripts have taken over the first page; what is rendered after that is alive from the start. */
let hasTakenOver = false

/** False in the server's HTML and while scripts take it over, true from then on: in slices, as the taking over itself. */
export function useIsAlive(): boolean {
  const [isAlive, setAlive] = useState(hasTakenOver)
  useTakingOver()
  useEffect(() => startTransition(() => setAlive(true)), [])
  return isAlive
}

/** For the shell, which is around every page: also after a first page that asks for nothing of this. */
export function useTakingOver() {
  useEffect(() => {
    hasTakenOver = true
  }, [])
}
