import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router'

/**
 * Query values by name, empty if missing. A change returns to the first page and adds a history entry, except while
 * typing (`isTyped`).
 */
export function useQuery<N extends string>(names: readonly N[]) {
  const [params, setParams] = useSearchParams()
  // Changes until the address has followed: a second choice must not undo the first.
  const newest = useRef(params)
  useEffect(() => {
    newest.current = params
  }, [params])
  const key = names.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names are an inline array.
  const query = useMemo(
    () => Object.fromEntries(names.map((name) => [name, params.get(name) ?? ''])) as Record<N, string>,
    [params, key],
  )
  const change = useCallback(
    (changes: Partial<Record<N, string>>, { isTyped = false }: { isTyped?: boolean } = {}) => {
      const next = new URLSearchParams(newest.current)
      next.delete('page')
      for (const [name, value] of Object.entries<string | undefined>(changes)) {
        if (value === undefined || value === '') next.delete(name)
        else next.set(name, value)
      }
      newest.current = next
      setParams(next, { replace: isTyped, preventScrollReset: true })
    },
    [setParams],
  )
  const page = wholeNumber(params.get('page'))
  return { query, change, page, isFiltered: names.some((name) => query[name] !== '') }
}

function wholeNumber(text: string | null) {
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : 0
}
