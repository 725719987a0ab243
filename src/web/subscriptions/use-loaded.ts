import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { defaultPath } from '../../domain/menu.ts'
import { showToast } from '../../ui/toast/toast.ts'
import { useSelectedCloud } from '../shell/selected-cloud.tsx'
import type { ChoiceStore } from './choice-store.ts'
import { useChoiceState, useTally } from './own-choices.ts'
import { useReturn } from './use-return.ts'

/**
 * Loads a tab when it opens, even if partly known, and when the reader comes back. U-08: if the first load fails,
 * redirects to the default page of the cloud; if others have loaded, the tab shows the error.
 */
export function useLoaded(store: ChoiceStore<unknown>): string | undefined {
  const { failure } = useChoiceState(store)
  const isFirst = useTally().count === undefined
  const leave = useLeaveFailed()
  useEffect(() => void store.load(), [store])
  useReturn(() => {
    const { choices, pending } = store.state()
    if (choices !== undefined && pending.length === 0) void store.load()
  })

  const message = failure?.message
  const isPageFailed = failure !== undefined && failure.status !== 401 && isFirst
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it fails.
  useEffect(() => {
    if (isPageFailed && message !== undefined) leave(message)
  }, [isPageFailed, message])
  return isPageFailed ? undefined : message
}

function useLeaveFailed() {
  const navigate = useNavigate()
  const { cloud } = useSelectedCloud()
  return (reason: string) => {
    showToast(`Your subscriptions could not be loaded. ${reason}`, { isProblem: true })
    void navigate(cloud === undefined ? '/' : defaultPath(cloud), { replace: true })
  }
}
