import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react'
import { useNavigate, useNavigation } from 'react-router'
import { Moment } from '../../ui/times/moment.tsx'
import { useNow } from '../../ui/times/use-now.ts'
import styles from './connection-notice.module.css'
import { LOST_WORDS, maintenanceWords } from './connection-words.ts'
import { failedLoad } from './failed-load.ts'
import { isSiteThere, type SiteContact } from './following.ts'
import { pollDelayMs } from './poll-schedule.ts'

/**
 * O-02. Always in the DOM, so that screen readers announce it, and so that the boot script can show it before
 * React runs.
 */
export function ConnectionNotice({ lostSince, isInMaintenance }: SiteContact) {
  const { failed, reloadPage } = useFailedLoad()
  const isShown = lostSince !== undefined || isInMaintenance || failed !== undefined
  return (
    <div role="status" className={styles.place}>
      <div className={styles.notice} data-connection="" hidden={!isShown}>
        <div className={`page ${styles.words}`}>
          <p>
            <Words lostSince={lostSince} isInMaintenance={isInMaintenance} failed={failed} />
          </p>
          {failed !== undefined && (
            <button type="button" className="button" onClick={reloadPage}>
              Retry
            </button>
          )}
        </div>
      </div>
    </div>
  )
}

function Words({
  lostSince,
  isInMaintenance,
  failed,
}: SiteContact & { failed: { reason: string } | undefined }) {
  if (lostSince !== undefined) {
    return (
      <>
        {LOST_WORDS.before}
        <Since moment={lostSince.toISOString()} />
        {LOST_WORDS.after}
      </>
    )
  }
  if (isInMaintenance) return maintenanceWords(failed?.reason)
  return failed !== undefined
    ? 'We can\u2019t load that page right now. Showing the last one; trying again.'
    : null
}

function useFailedLoad() {
  const failed = useSyncExternalStore(failedLoad.subscribe, failedLoad.get, () => undefined)
  const navigate = useNavigate()
  const { state } = useNavigation()
  const isIdle = useRef(true)
  useEffect(() => {
    isIdle.current = state === 'idle'
  }, [state])
  // Not while the reader is on the way to another page, which the retry would cancel.
  const retry = useCallback(() => {
    const asked = failedLoad.get()
    if (asked !== undefined && isIdle.current) void navigate(asked.address)
  }, [navigate])
  const address = failed?.address
  useEffect(() => {
    if (address === undefined) return
    let failures = 0
    let waiting: ReturnType<typeof setTimeout>
    const wait = () => {
      waiting = setTimeout(
        () => {
          retry()
          failures++
          wait()
        },
        pollDelayMs({ failures, chance: Math.random() }),
      )
    }
    wait()
    window.addEventListener('online', retry)
    return () => {
      clearTimeout(waiting)
      window.removeEventListener('online', retry)
    }
  }, [address, retry])
  /**
   * Browsers may remember for the life of a document that code failed to load, so the button loads the whole page. Only if
   * the site answers: otherwise the page on screen would be lost.
   */
  const reloadPage = async () => {
    const asked = failedLoad.get()
    if (asked !== undefined && (await isSiteThere())) window.location.assign(asked.address)
    else retry()
  }
  return { failed, reloadPage }
}

function Since({ moment }: { moment: string }) {
  const now = useNow()
  return <Moment at={moment} after={now?.toISOString() ?? moment} precision="minute" />
}
