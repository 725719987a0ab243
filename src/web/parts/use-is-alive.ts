import { startTransition, useEffect, useState } from 'react'

/** Set by the first page that scripts have taken over; what is rendered after that is alive from the start. */
let hasTakenOver = false

/** False in the server's HTML and while scripts take it over, true from then on: in slices, as the taking over itself. */
export function useIsAlive(): boolean {
  const [isAlive, setAlive] = useState(hasTakenOver)
  useEffect(() => {
    hasTakenOver = true
    startTransition(() => setAlive(true))
  }, [])
  return isAlive
}
