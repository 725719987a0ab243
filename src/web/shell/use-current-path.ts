import { useLocation } from 'react-router'
import { usePageState } from './use-page-state.ts'

/**
 * Where the reader is, for links and marks. A missing page, or the page of a record that does not exist, is nowhere: it
 * must look the same under every path.
 */
export function useCurrentPath(): string {
  const { pathname } = useLocation()
  const state = usePageState()
  const isNowhere = state?.kind === 'missing' || (state?.kind === 'found' && state.nowhere !== undefined)
  return isNowhere ? '/' : pathname
}
