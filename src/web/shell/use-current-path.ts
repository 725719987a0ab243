import { useLocation } from 'react-router'
import { usePageState } from './use-page-state.ts'

/** Where the reader is, for links and marks. A missing page is nowhere: it must look the same under every path. */
export function useCurrentPath(): string {
  const { pathname } = useLocation()
  return usePageState()?.kind === 'missing' ? '/' : pathname
}
