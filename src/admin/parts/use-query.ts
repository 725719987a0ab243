import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'

/**
 * What the address asks for, by name; what is not asked for is the empty string. A change goes back to the first page,
 * and into the history unless it is typed letter by letter (`isTyped`).
 */
export function useQuery<N extends string>(names: readonly N[]) {
  const [params, setParams] = useSearchParams()
  const key = names.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names are a list that is written out where it is used.
  const query = useMemo(
    () => Object.fromEntries(names.map((name) => [name, params.get(name) ?? ''])) as Record<N, string>,
    [params, key],
  )
  const change = useCallback(
    (changes: Partial<Record<N, string>>, { isTyped = false }: { isTyped?: boolean } = {}) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before)
          next.delete('page')
          for (const [name, value] of Object.entries<string | undefined>(changes)) {
            if (value === undefined || value === '') next.delete(name)
            else next.set(name, value)
          }
          return next
        },
        { replace: isTyped, preventScrollReset: true },
      ),
    [setParams],
  )
  /** Zero-based, as the address and the server count. */
  const page = wholeNumber(params.get('page'))
  return { query, change, page, isFiltered: names.some((name) => query[name] !== '') }
}

function wholeNumber(text: string | null) {
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : 0
}
