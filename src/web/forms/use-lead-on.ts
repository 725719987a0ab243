import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useSession } from '../../ui/account/session.ts'

/** Who is signed in already has nothing to do here. A form that is being sent leads on by itself. */
export function useLeadOn(to: string, { isBusy }: { isBusy: boolean }) {
  const navigate = useNavigate()
  const isSignedIn = useSession().kind === 'signed-in'
  useEffect(() => {
    if (isSignedIn && !isBusy) void navigate(to, { replace: true })
  }, [isSignedIn, isBusy, to, navigate])
}
