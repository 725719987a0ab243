import { useLocation, useMatches } from 'react-router'
import { isFormPath } from '../../domain/account/account-pages.ts'
import { signInAddress } from '../../domain/account/sign-in-address.ts'
import { useSession } from '../../ui/account/session.ts'
import { ROOT_ROUTE_ID } from '../../ui/root-data.ts'
import type { PageState } from '../page-state.ts'
import { useSelectedCloud } from './selected-cloud.tsx'

/** Undefined if the page's chunk or code failed. */
export function usePageState(): PageState | undefined {
  const page = useMatches().at(-1)
  if (page === undefined || page.id === ROOT_ROUTE_ID) return undefined
  return (page.loaderData ?? undefined) as PageState | undefined
}

/** The path for links and marks. A missing page or record uses `/`: it must look the same under every path. */
export function useCurrentPath(): string {
  const { pathname } = useLocation()
  const state = usePageState()
  const isNowhere = state?.kind === 'missing' || (state?.kind === 'found' && state.nowhere !== undefined)
  return isNowhere ? '/' : pathname
}

/** sign-in returns to this page, or from home to the default page. */
export function useSignInAddress(): string {
  const { kind } = useSession()
  const { cloud } = useSelectedCloud()
  const { search, hash } = useLocation()
  const path = useCurrentPath()
  // The server's page is the same for everyone.
  const isSentByServer = kind === 'unknown'
  const isHome = path === '/' || path === `/${cloud?.domain}`
  const isPlain = isSentByServer || isHome || isFormPath(path)
  return signInAddress(isPlain ? {} : { origin: path + search + hash })
}
