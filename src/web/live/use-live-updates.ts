import { useCallback, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { EditionState } from '../../contract/edition.ts'
import type { ReadPath } from '../../contract/public-reads.ts'
import { useRoot } from '../../ui/root-data.ts'
import type { PageState } from '../page-state.ts'
import { announcement } from './announcement.ts'
import { followEditions } from './follow-editions.ts'
import { freshRecords } from './fresh-records.ts'
import { RefreshContext } from './refresh-context.ts'
import { updatedRecords } from './updated-records.ts'

const EDITION_PATH: ReadPath = '/api/edition'
/** An answer of a hundred bytes that takes longer will not come. */
const ASK_WITHIN_MS = 8_000

/** New publications appear on open pages by themselves; a page that may be old knows since when. */
export function useLiveUpdates() {
  const refresh = useContext(RefreshContext)
  const [shown] = useState(useRoot().global.edition)
  const [lostSince, setLostSince] = useState<Date>()
  const [isInMaintenance, setInMaintenance] = useState(shown.in_maintenance)
  const { text, tell } = useAnnouncement()
  const { pathname, search } = useLocation()

  // biome-ignore lint/correctness/useExhaustiveDependencies: before another page is painted, so that no mark of the last one flashes.
  useLayoutEffect(() => freshRecords.clear, [pathname, search])

  useEffect(() => {
    if (refresh === undefined) return
    const follower = followEditions({
      shown,
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
    /** Nobody looks at a hidden page; whoever comes back to it wants to see what is true now. */
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

/** With `no-cache` the browser says what it has, and an unchanged edition is answered without a body. */
async function askEdition(): Promise<EditionState> {
  const response = await fetch(EDITION_PATH, {
    cache: 'no-cache',
    signal: AbortSignal.timeout(ASK_WITHIN_MS),
  })
  if (!response.ok) throw new Error(`The server answered with status ${response.status}.`)
  return (await response.json()) as EditionState
}

/** Several publications in a row are one piece of news. */
const SAY_AFTER_MS = 1_000
/** Long enough to be read out; then nobody comes across it at the end of the page. */
const FORGET_AFTER_MS = 10_000

/** What to say politely of a page that changed by itself, and where to tell of the change. */
function useAnnouncement() {
  const [text, setText] = useState('')
  const { pathname } = useLocation()
  const first = useRef<PageState>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  // biome-ignore lint/correctness/useExhaustiveDependencies: on another page it is no news any more.
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
