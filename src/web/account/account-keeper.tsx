import { useContext, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { clearedFlashCookie, flashOfCookies } from '../../domain/account/flash.ts'
import { protectedPage } from '../../domain/account/protected-page.ts'
import { signInNoticeText } from '../../domain/account/sign-in-address.ts'
import { callAccount } from '../../ui/account/call-account.ts'
import { followSignOuts } from '../../ui/account/pending-sign-out.ts'
import { signOut, useSession } from '../../ui/account/session.ts'

import { followUser } from '../../ui/account/use-user.ts'
import { writeCookie } from '../../ui/parts/write-cookie.ts'
import { useRoot } from '../../ui/root-data.ts'
import { showToast } from '../../ui/toast/toast.ts'
import { RefreshContext } from '../live/refresh-context.ts'
import { useTakeAlong } from '../mine/take-along.tsx'
import { SignInLink } from './sign-in-link.tsx'
import { watchActivity } from './watch-activity.ts'

export function AccountKeeper() {
  useEffect(followUser, [])
  useEffect(followSignOuts, [])
  useFlash()
  useIdleSignOut()
  useEndTold()
  useOwnView()
  useTakeAlong()
  return null
}

/** Shows the message that the previous step left in a cookie. */
function useFlash() {
  useEffect(() => {
    const flash = flashOfCookies(document.cookie)
    if (flash === undefined) return
    writeCookie(clearedFlashCookie({ isSecure: location.protocol === 'https:' }))
    showToast(flash)
  }, [])
}

/** */
function useIdleSignOut() {
  const session = useSession()
  const security = session.kind === 'signed-in' ? session.security : undefined
  useEffect(() => {
    if (security === undefined) return
    return watchActivity({
      security,
      tell: async () => (await callAccount('POST /api/user/activity', {})).kind === 'done',
      onIdle: () => void signOut('ended'),
    })
  }, [security])
}

/**
 * the page stays, without the user's own data, and a toast says why. It stays because it may be hours
 * before the user looks.
 */
function useEndTold() {
  const session = useSession()
  const { provider } = useRoot().global
  const { pathname } = useLocation()
  const isEnded = session.kind === 'signed-out' && session.because === 'ended'
  // biome-ignore lint/correctness/useExhaustiveDependencies: shown once, on the page where it happens.
  useEffect(() => {
    // A protected page redirects to sign-in, which shows the same message.
    const isSaidElsewhere = protectedPage(pathname) !== undefined
    if (!isEnded || isSaidElsewhere) return
    return showToast(signInNoticeText('session-ended', provider.name), {
      stays: true,
      action: (dismiss) => <SignInLink onClick={dismiss} />,
    })
  }, [isEnded])
}

/** S-10, L-09: reload the page as the signed-in user sees it, or as the public does after signing out. */
function useOwnView() {
  const session = useSession()
  const refresh = useContext(RefreshContext)
  const security = session.kind === 'signed-in' ? session.security : undefined
  // The server renders the public view.
  const shownTo = useRef<string>(undefined)
  useEffect(() => {
    if (shownTo.current === security) return
    shownTo.current = security
    void refresh?.()
  }, [security, refresh])
}
