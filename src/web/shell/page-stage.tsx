import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { type Location, Outlet, useLocation, useNavigation, useNavigationType } from 'react-router'
import { pagesOfMenu } from '../../domain/menu.ts'
import { cloudOfPath } from '../../domain/select-cloud.ts'
import { type ShownGlobal, useRoot } from '../../ui/root-data.ts'
import { failedLoad } from '../live/failed-load.ts'
import { moduleOfComponent, type SkeletonKind } from '../page-modules.ts'
import styles from './page-stage.module.css'

const PENDING_AFTER_MS = 150

/** G-20: while another page loads, nothing changes at first, then its skeleton appears. */
export function PageStage() {
  const { pathname } = useLocation()
  const navigation = useNavigation()
  const isPending = useIsLong(navigation.state === 'loading', PENDING_AFTER_MS)
  const isOtherPage = navigation.location !== undefined && navigation.location.pathname !== pathname
  const failed = useSyncExternalStore(failedLoad.subscribe, failedLoad.get, () => undefined)
  // An automatic retry leaves the screen alone until it succeeds.
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

function useIsLong(isSo: boolean, delayMs: number): boolean {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    if (!isSo) return
    const timer = setTimeout(() => setLong(true), delayMs)
    return () => {
      clearTimeout(timer)
      setLong(false)
    }
  }, [isSo, delayMs])
  return isSo && isLong
}

function Skeleton({ path }: { path: string }) {
  const kind = skeletonKind(useRoot().global, path)
  return (
    <div className={styles.skeleton} aria-hidden="true">
      {kind === 'verdict' && <Verdict />}
      {kind === 'list' && <List />}
      {kind === 'text' && <Text />}
    </div>
  )
}

function skeletonKind({ clouds, menu }: Pick<ShownGlobal, 'clouds' | 'menu'>, path: string): SkeletonKind {
  const domain = cloudOfPath(clouds, path)?.domain
  const route = domain === undefined ? path : path.slice(domain.length + 1) || '/'
  const item = pagesOfMenu(menu.main_menu).find((page) => page.route === route)
  return item === undefined ? 'text' : moduleOfComponent(item.component).skeleton
}

function Verdict() {
  return (
    <>
      <i className={styles.kicker} />
      <i className={styles.sentence} />
      <i className={styles.sentence} data-short="" />
      <i className={styles.line} data-short="" />
      <i className={styles.sheet} />
    </>
  )
}

function List() {
  return (
    <>
      <i className={styles.heading} />
      {['first', 'second', 'third', 'fourth'].map((entry) => (
        <div key={entry} className={styles.entry}>
          <i className={styles.kicker} />
          <i className={styles.title} />
          <i className={styles.line} />
          <i className={styles.line} data-short="" />
        </div>
      ))}
    </>
  )
}

function Text() {
  return (
    <>
      <i className={styles.heading} />
      <i className={styles.line} />
      <i className={styles.line} />
      <i className={styles.line} data-short="" />
      <i className={styles.sheet} />
    </>
  )
}

/**
 * After navigation, focus moves to the target of the hash, or to where the page starts, so that screen readers and the
 * keyboard continue there.
 */
function usePageFocus() {
  const main = useRef<HTMLElement>(null)
  const { pathname, hash, key } = useLocation()
  const navigationType = useNavigationType()
  const lastPath = useRef<string>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` changes with every navigation, even to the same address.
  useEffect(() => {
    const isFirst = lastPath.current === undefined
    const isOtherPage = !isFirst && lastPath.current !== pathname
    lastPath.current = pathname
    const target = elementNamed(hash)
    markTarget(main.current, target)
    if (target === undefined) {
      const isInOpenMenu = document.activeElement?.closest('header details[open]') != null
      // A reader who opened a menu meanwhile has moved on.
      if (isOtherPage && !isInOpenMenu) focusOn(startOf(main.current))
      return
    }
    // Back and forward within a page leave the focus to the page.
    const movesFocus = isFirst
      ? document.activeElement === document.body
      : isOtherPage || navigationType !== 'POP'
    if (!movesFocus) return
    if (unfold(target)) target.scrollIntoView()
    if (!target.contains(document.activeElement)) focusOn(target)
  }, [pathname, hash, key])
  return main
}

/** The heading, or the field that a page is all about. */
function startOf(main: HTMLElement | null): HTMLElement | null {
  return main?.querySelector<HTMLElement>('[data-first-focus]') ?? main?.querySelector('h1') ?? main
}

function focusOn(element: HTMLElement | null) {
  if (element === null) return
  if (element.tabIndex < 0) element.setAttribute('tabindex', '-1')
  element.focus({ preventScroll: true })
}

function elementNamed(hash: string): HTMLElement | undefined {
  if (hash === '') return undefined
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1))) ?? undefined
  } catch {
    return undefined
  }
}

/**
 * `:target` doesn't follow router navigation. From now on the attribute replaces it, and `data-marks-target` tells
 * styles to ignore `:target`.
 */
function markTarget(main: HTMLElement | null, target: HTMLElement | undefined) {
  main?.setAttribute('data-marks-target', '')
  for (const marked of document.querySelectorAll('[data-target]')) marked.removeAttribute('data-target')
  target?.setAttribute('data-target', '')
}

function unfold(target: HTMLElement): boolean {
  let hasOpened = false
  for (let fold = foldAround(target); fold !== null; fold = foldAround(fold)) {
    hasOpened ||= !fold.open
    fold.open = true
  }
  return hasOpened
}

function foldAround(element: HTMLElement) {
  return element.parentElement?.closest('details') ?? null
}
