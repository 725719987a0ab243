import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { mapAddress, mapQuery, searchOf } from '../../domain/map/map-query.ts'
import type { PageContext } from '../page.ts'

/** Long enough not to go anywhere for every letter. */
const ADDRESS_FOLLOWS_MS = 400

/** What is looked for: at once as it is typed; the address follows, so that what was found can be passed on. */
export function useSearch({ path, query }: Pick<PageContext, 'path' | 'query'>) {
  const asked = mapQuery(query).search
  const [typed, setTyped] = useState(asked)
  const navigate = useNavigate()
  const written = useRef(asked)
  const search = searchOf(typed)

  useEffect(() => {
    // Our own address comes back late; whoever typed on must not lose what came after it.
    if (asked !== written.current) setTyped(asked)
    written.current = asked
  }, [asked])

  useEffect(() => {
    if (search === asked) return
    const timer = setTimeout(() => {
      written.current = search
      void navigate(mapAddress(path, { search }), { replace: true, preventScrollReset: true })
    }, ADDRESS_FOLLOWS_MS)
    return () => clearTimeout(timer)
  }, [search, asked, path, navigate])

  return { typed, setTyped, search }
}
