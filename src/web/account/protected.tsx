import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { signInInstead } from '../../domain/account/protected-page.ts'
import { useSession } from '../../ui/account/session.ts'
import { useRoot } from '../../ui/root-data.ts'

/**
 * G-19: content for signed-in users. Anyone else goes to the sign-in page and comes back; signing out here navigates
 * elsewhere. The server's HTML is the same for everyone, so it shows a placeholder.
 */
export function Protected({ children }: { children: ReactNode }) {
  const session = useSession()
  const { isTrustDR } = useRoot().global
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const wasSignedIn = useRef(false)

  useEffect(() => {
    if (session.kind === 'signed-in') wasSignedIn.current = true
    if (session.kind !== 'signed-out' || isTrustDR) return
    const leadsElsewhere = session.because === 'asked' || session.because === 'lost'
    const isLeaving = wasSignedIn.current && leadsElsewhere
    const isEnded = session.because === 'ended'
    const to = signInInstead({ path: pathname, search, hash, isEnded })
    if (!isLeaving && to !== undefined) void navigate(to, { replace: true })
  }, [session, isTrustDR, pathname, search, hash, navigate])

  return session.kind === 'signed-out' && !isTrustDR ? null : children
}
