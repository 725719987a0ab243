import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/**
 * After a change of page, focus goes to what the hash names, else to the heading, so that it is read out and the
 * keyboard starts there.
 */
export function usePageFocus() {
  const main = useRef<HTMLElement>(null)
  const { pathname, hash, key } = useLocation()
  const navigationType = useNavigationType()
  const lastPath = useRef<string>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` changes when the reader goes somewhere, also to the same place.
  useEffect(() => {
    const isFirst = lastPath.current === undefined
    const isOtherPage = !isFirst && lastPath.current !== pathname
    lastPath.current = pathname
    const target = elementNamed(hash)
    markTarget(main.current, target)
    if (target === undefined) {
      const isInOpenMenu = document.activeElement?.closest('header details[open]') != null
      // Who opened a menu while the page was on its way has moved on already.
      if (isOtherPage && !isInOpenMenu) focusOn(main.current?.querySelector('h1') ?? main.current)
      return
    }
    // Back and forward on one page leave focus where the page puts it.
    const movesFocus = isFirst
      ? document.activeElement === document.body
      : isOtherPage || navigationType !== 'POP'
    if (!movesFocus) return
    if (unfold(target)) target.scrollIntoView()
    if (!target.contains(document.activeElement)) focusOn(target)
  }, [pathname, hash, key])
  return main
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
    // A lone percent sign names nothing.
    return undefined
  }
}

/**
 * `:target` stays where it was when a router changes the address without the browser. From now on the attribute says
 * it, and that it does is marked too, for style that must not believe `:target` any more.
 */
function markTarget(main: HTMLElement | null, target: HTMLElement | undefined) {
  main?.setAttribute('data-marks-target', '')
  for (const marked of document.querySelectorAll('[data-target]')) marked.removeAttribute('data-target')
  target?.setAttribute('data-target', '')
}

/** Opens every fold around it; says whether one was closed. */
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
