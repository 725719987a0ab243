import { useCallback, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { EditionState } from '../../contract/edition.ts'
import type { ReadPath } from '../../contract/public-reads.ts'
import { useRoot } from '../../ui/root-data.ts'
import type { PageState } from '../page-state.ts'
import { announcement } from './announcement.ts'
import { editionShown } from './edition-shown.ts'
import { followEditions } from './follow-editions.ts'
import { freshRecords } from './fresh-records.ts'
import { RefreshContext } from './refresh-context.ts'
import { updatedRecords } from './updated-records.ts'

const EDITION_PATH: ReadPath = '/api/edition'
/** A response of a hundred bytes that takes longer won't arrive. */
const ASK_WITHIN_MS = 8_000

/** Shows new publications on open pages, and since when a page is unconfirmed. */
export function useLiveUpdates() {
  const refresh = useContext(RefreshContext)
  const { global } = useRoot()
  const [shown] = useState(global.edition)
  const [lostSince, setLostSince] = useState<Date>()
  const [isInMaintenance, setInMaintenance] = useState(shown.in_maintenance)
  const { text, tell } = useAnnouncement()
  const { pathname, search } = useLocation()

  // biome-ignore lint/correctness/useExhaustiveDependencies: before another page is painted, so that old marks don't flash.
  useLayoutEffect(() => freshRecords.clear, [pathname, search])

  useEffect(() => {
    if (refresh === undefined) return
    const follower = followEditions({
      shown: editionShown({ edition: shown }),
      ask: askEdition,
      refresh: async (heard) => {
        const refreshed = await refresh(heard)
        if (refreshed.kind === 'shown') {
          const { before, after } = refreshed
          tell(before, after)
          freshRecords.mark(updatedRecords(before, after, refreshed))
        }
        return refreshed
      },
      onLost: setLostSince,
      onMaintenance: setInMaintenance,
      clock: Date.now,
      chance: Math.random,
    })
    /** Hidden pages don't poll; a page that becomes visible again updates immediately. */
    const followVisibility = () => {
      if (document.hidden) follower.pause()
      else follower.startAtOnce()
    }
    if (!document.hidden) follower.start()
    document.addEventListener('visibilitychange', followVisibility)
    window.addEventListener('online', followVisibility)
    return () => {
      follower.stop()
      document.removeEventListener('visibilitychange', followVisibility)
      window.removeEventListener('online', followVisibility)
    }
  }, [refresh, shown, tell])

  return { news: text, lostSince, isInMaintenance }
}

/** With `no-cache` the browser revalidates, and an unchanged edition is answered without a body. */
async function askEdition(): Promise<EditionState> {
  const response = await fetch(EDITION_PATH, {
    cache: 'no-cache',
    signal: AbortSignal.timeout(ASK_WITHIN_MS),
  })
  if (!response.ok) throw new Error(`The server answered with status ${response.status}.`)
  return (await response.json()) as EditionState
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

  const tell = useCallback((before: PageState | undefined, after: PageState | undefined) => {
    first.current ??= before
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      setText(announcement(first.current, after) ?? '')
      first.current = undefined
      timer.current = setTimeout(() => setText(''), FORGET_AFTER_MS)
    }, SAY_AFTER_MS)
  }, [])

  return { text, tell }
}
