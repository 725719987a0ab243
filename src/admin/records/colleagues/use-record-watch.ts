import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { callAccount } from '../../../ui/account/call-account.ts'
import { currentSession, useSession } from '../../../ui/account/session.ts'
import { newKey } from '../../editor/keep/draft-calls.ts'
import { RecordWatch, type ShownRecord, type Watched, type WatchingPage } from './record-watch.ts'

const watches = new Map<string, RecordWatch>()

export function useRecordWatch(id: number | undefined, shown: ShownRecord): Watched | undefined {
  const session = useSession()
  // Another session starts a new watch, so that polling continues after signing in again.
  const security = session.kind === 'signed-in' ? session.security : undefined
  const watch = useMemo(
    () => (id === undefined || security === undefined ? undefined : watchOf(id, security)),
    [id, security],
  )
  const newest = useRef<ShownRecord>(shown)
  Object.assign(newest.current, { version: undefined }, shown)
  useEffect(() => watch?.join(newest.current), [watch])
  return useSyncExternalStore(watch?.onChange ?? noChange, watch?.state ?? noState)
}

const noChange = () => () => undefined
const noState = () => undefined

function watchOf(id: number, security: string): RecordWatch {
  const key = `${id} ${security}`
  const known = watches.get(key)
  if (known !== undefined) return known
  const watch = new RecordWatch(pageFor(id), () => watches.delete(key))
  watches.set(key, watch)
  return watch
}

function pageFor(id: number): WatchingPage {
  return {
    ask: (input) => callAccount('POST /api/admin/records/:id/watch', { id, ...input }),
    leave(tab) {
      // After signing out it would be refused. The server forgets the page automatically.
      if (currentSession().kind !== 'signed-in') return
      void callAccount('POST /api/admin/records/:id/leave', { id, tab }, { outlivesPage: true })
    },
    isHidden: () => document.hidden,
    onTurn({ shown, closing }) {
      document.addEventListener('visibilitychange', shown)
      window.addEventListener('pagehide', closing)
      return () => {
        document.removeEventListener('visibilitychange', shown)
        window.removeEventListener('pagehide', closing)
      }
    },
    newTab: newKey,
  }
}
