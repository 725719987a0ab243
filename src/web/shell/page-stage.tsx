import { useLayoutEffect, useSyncExternalStore } from 'react'
import { type Location, Outlet, useLocation, useNavigation } from 'react-router'
import { failedLoad } from '../live/failed-load.ts'
import styles from './page-stage.module.css'
import { Skeleton } from './skeleton.tsx'
import { useIsLong } from './use-is-long.ts'
import { usePageFocus } from './use-page-focus.ts'

/** Shorter than this, a change of page needs no sign that it is under way. */
const PENDING_AFTER_MS = 150

/** G-20: the page; while another one loads, first nothing moves, then its skeleton stands here. */
export function PageStage() {
  const { pathname } = useLocation()
  const navigation = useNavigation()
  const isPending = useIsLong(navigation.state === 'loading', PENDING_AFTER_MS)
  const isOtherPage = navigation.location !== undefined && navigation.location.pathname !== pathname
  const failed = useSyncExternalStore(failedLoad.subscribe, failedLoad.get, () => undefined)
  // What is asked for again by itself takes nothing from the screen until it is there.
  const isRetry = failed !== undefined && failed.address === addressOf(navigation.location)
  const showsSkeleton = isPending && isOtherPage && !isRetry
  const main = usePageFocus()
  return (
    <main
      ref={main}
      id="main"
      className={`page ${styles.stage}`}
      tabIndex={-1}
      aria-busy={isPending}
      data-pending={isPending ? '' : undefined}
    >
      {isPending && <div className={styles.progress} aria-hidden="true" />}
      <p role="status" className="hidden">
        {isPending ? 'Loading' : ''}
      </p>
      {showsSkeleton ? <SkeletonFromTop path={navigation.location?.pathname ?? pathname} /> : <Outlet />}
    </main>
  )
}

function addressOf(location: Location | undefined): string | undefined {
  return location && location.pathname + location.search
}

/** The old page may have been scrolled down; its place says nothing about the new one. */
function SkeletonFromTop({ path }: { path: string }) {
  useLayoutEffect(() => {
    window.scrollTo(0, 0)
  }, [])
  return (
    <>
      <h1 className="hidden">Loading</h1>
      <Skeleton path={path} />
    </>
  )
}
