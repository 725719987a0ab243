import { useLocation } from 'react-router'
import { isFormPath } from '../../domain/account/account-pages.ts'
import { signInAddress } from '../../domain/account/sign-in-address.ts'
import { useSession } from '../../ui/account/session.ts'
import { useSelectedCloud } from './selected-cloud.tsx'
import { useCurrentPath } from './use-current-path.ts'

/** where to sign in, and come back to this very page. From home a sign-in leads to the default page. */
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
