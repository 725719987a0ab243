import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useSession } from '../../ui/account/session.ts'

/** A form being sent navigates by itself. */
export function useLeadOn(to: string, { isBusy }: { isBusy: boolean }) {
  const navigate = useNavigate()
  const isSignedIn = useSession().kind === 'signed-in'
  useEffect(() => {
    if (isSignedIn && !isBusy) void navigate(to, { replace: true })
  }, [isSignedIn, isBusy, to, navigate])
}
