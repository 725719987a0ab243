import { useEffect } from 'react'
import { useSession } from '../../../ui/account/session.ts'
import type { DraftKeeper } from './draft-keeper.ts'
import type { DraftState } from './draft-state.ts'

export function useDraftKeeper(keeper: DraftKeeper, draft: DraftState) {
  const id = draft.record?.id
  useRetries(keeper)

  // Bypasses the router, which would rebuild the screen and take the focus while typing.
  useEffect(() => {
    const path = `/admin/records/${id}`
    if (id !== undefined && location.pathname !== path) history.replaceState(history.state, '', path)
  }, [id])

  const isAtRisk = !draft.isHeld && keeper.isDirty()
  useEffect(() => {
    if (!isAtRisk) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isAtRisk])
}

export function useRetries(keeper: { retry: () => void; close: () => void }) {
  const session = useSession()
  const security = session.kind === 'signed-in' ? session.security : undefined
  useEffect(() => {
    const retry = () => keeper.retry()
    window.addEventListener('online', retry)
    return () => {
      window.removeEventListener('online', retry)
      keeper.close()
    }
  }, [keeper])
  useEffect(() => {
    if (security !== undefined) keeper.retry()
  }, [keeper, security])
}
