import { useEffect, useRef } from 'react'

/**
 * A step to the first or the last page removes its own link. The focus then moves to `fallback`, a
 * selector.
 */
export function usePagerFocus(page: number, fallback: string) {
  const ref = useRef<HTMLElement>(null)
  // React reports no blur for what it removes itself.
  const hasFocus = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the steps change with the page.
  useEffect(() => {
    if (!hasFocus.current || document.activeElement !== document.body) return
    ref.current?.querySelector<HTMLElement>(fallback)?.focus({ preventScroll: true })
  }, [page, fallback])
  return {
    ref,
    onFocus: () => {
      hasFocus.current = true
    },
    onBlur: () => {
      hasFocus.current = false
    },
  }
}
