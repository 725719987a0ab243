import { useMatches } from 'react-router'
import { ROOT_ROUTE_ID } from '../../ui/root-data.ts'
import type { PageState } from '../page-state.ts'

/** What the page inside the shell came to; undefined where its chunk or its code failed. */
export function usePageState(): PageState | undefined {
  const page = useMatches().at(-1)
  if (page === undefined || page.id === ROOT_ROUTE_ID) return undefined
  return (page.loaderData ?? undefined) as PageState | undefined
}
