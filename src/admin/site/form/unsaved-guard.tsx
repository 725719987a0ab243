import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'

export function UnsavedGuard({
  isDirty,
  guardsSearch = false,
}: {
  isDirty: boolean
  /** Also for query changes, if the query determines the forms on the page. */
  guardsSearch?: boolean
}) {
  const blocker = useBlocker(({ currentLocation: from, nextLocation: to }) => {
    const isLeft = from.pathname !== to.pathname || (guardsSearch && from.search !== to.search)
    return isDirty && isLeft
  })
  useEffect(() => {
    if (!isDirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isDirty])
  if (blocker.state !== 'blocked') return null
  return (
    <ConfirmDialog
      question="Leave without saving?"
      yes="Leave"
      busyYes="Leaving…"
      no="Stay"
      onYes={async () => {
        blocker.proceed()
        return undefined
      }}
      onClose={() => blocker.reset?.()}
    >
      <p>What you typed here isn’t saved and would be lost.</p>
    </ConfirmDialog>
  )
}
