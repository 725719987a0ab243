import {
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useLocation } from 'react-router'
import { useRoot } from '../../ui/root-data.ts'
import type { PageState } from '../page-state.ts'
import { announcement } from './announcement.ts'
import { ConnectionNotice } from './connection-notice.tsx'
import { editionShown } from './edition-shown.ts'
import { currentConnection, followFrom, onConnection, type SiteContact } from './following.ts'
import { freshRecords } from './fresh-records.ts'
import { RefreshContext } from './refresh-context.ts'
import { updatedRecords } from './updated-records.ts'

export function LiveUpdates() {
  const { news, lostSince, isInMaintenance } = useLiveUpdates()
  return (
    <>
      <p role="status" className="hidden">
        {news}
      </p>
      <ConnectionNotice lostSince={lostSince} isInMaintenance={isInMaintenance} />
    </>
  )
}

function useLiveUpdates() {
  const refresh = useContext(RefreshContext)
  const [shown] = useState(useRoot().global.edition)
  const { text, announce } = useAnnouncement()
  const { pathname, search } = useLocation()
  const [onServer] = useState({ lostSince: undefined, isInMaintenance: shown.in_maintenance })
  const { lostSince, isInMaintenance } = useSyncExternalStore<SiteContact>(
    onConnection,
    currentConnection,
    () => onServer,
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: before another page is painted, so that old marks don't flash.
  useLayoutEffect(() => freshRecords.clear, [pathname, search])

  useEffect(() => {
    if (refresh === undefined) return
    followFrom(editionShown({ edition: shown }), async (newest) => {
      const refreshed = await refresh(newest)
      if (refreshed.kind === 'shown') {
        const { before, after } = refreshed
        announce(before, after)
        freshRecords.mark(updatedRecords(before, after, refreshed))
      }
      return refreshed
    })
  }, [refresh, shown, announce])

  return { news: text, lostSince, isInMaintenance }
}

/** Several publications in a row make one announcement. */
const SAY_AFTER_MS = 1_000
/** Long enough to be announced; after that, screen readers shouldn't come across it. */
const FORGET_AFTER_MS = 10_000

function useAnnouncement() {
  const [text, setText] = useState('')
  const { pathname } = useLocation()
  const first = useRef<PageState>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  // biome-ignore lint/correctness/useExhaustiveDependencies: outdated on another page.
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      first.current = undefined
      setText('')
    },
    [pathname],
  )

  const announce = useCallback((before: PageState | undefined, after: PageState | undefined) => {
    first.current ??= before
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      setText(announcement(first.current, after) ?? '')
      first.current = undefined
      timer.current = setTimeout(() => setText(''), FORGET_AFTER_MS)
    }, SAY_AFTER_MS)
  }, [])

  return { text, announce }
}
