import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { idOfHash } from '../parts/id-of-hash.ts'

/**
 * F-03: whenever the hash of an open page names something, `reveal` opens it and focus goes there, however the reader
 * came by the hash. At first the page has it open already, the browser scrolls, and the shell moves the focus.
 */
export function useHashArrival(reveal: (id: string) => boolean) {
  const location = useLocation()
  const last = useRef(location)
  const [arrival, setArrival] = useState<{ id: string }>()
  const onHash = useEffectEvent((hash: string) => {
    const id = idOfHash(hash)
    if (id !== undefined && reveal(id)) setArrival({ id })
  })

  useLayoutEffect(() => {
    if (last.current === location) return
    last.current = location
    onHash(location.hash)
  }, [location])

  // One commit later: by now it is open.
  useLayoutEffect(() => {
    if (arrival === undefined) return
    const target = document.getElementById(arrival.id)
    target?.scrollIntoView()
    target?.focus({ preventScroll: true })
  }, [arrival])
}
