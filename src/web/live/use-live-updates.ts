import { useContext, useEffect, useLayoutEffect, useState } from 'react'
import { useLocation } from 'react-router'
import type { EditionState } from '../../contract/edition.ts'
import type { ReadPath } from '../../contract/public-reads.ts'
import { useRoot } from '../../ui/root-data.ts'
import { followEditions } from './follow-editions.ts'
import { freshRecords } from './fresh-records.ts'
import { RefreshContext } from './refresh-context.ts'
import { updatedRecords } from './updated-records.ts'
import { useAnnouncement } from './use-announcement.ts'

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
