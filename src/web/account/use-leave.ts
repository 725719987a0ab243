import { useNavigate } from 'react-router'
import { defaultPath } from '../../domain/menu.ts'
import { SIGNED_OUT } from '../../domain/texts.ts'
import { signOut } from '../../ui/account/session.ts'
import { showToast } from '../../ui/toast/toast.ts'
import { useSelectedCloud } from '../shell/selected-cloud.tsx'

const NOT_SENT = 'You’re signed out here. We can’t reach the server yet; retrying.'

/** N-09: sign out, go home, confirm. A slow server must not pull readers away from where they went meanwhile. */
export function useLeave(): () => Promise<void> {
  const navigate = useNavigate()
  const { cloud } = useSelectedCloud()
  return async () => {
    const sent = signOut()
    document.getElementById('main')?.focus({ preventScroll: true })
    showToast(SIGNED_OUT)
    void sent.then((isSent) => {
      if (!isSent) showToast(NOT_SENT)
    })
    await navigate(cloud === undefined ? '/' : defaultPath(cloud))
  }
}
