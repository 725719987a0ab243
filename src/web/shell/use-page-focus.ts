import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/**
 * After navigation, focus moves to the target of the hash, or to where the page starts, so that screen readers and the
 * keyboard continue there.
 */
export function usePageFocus() {
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
    // Malformed percent encoding.
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

/** Opens all folds around the target; returns whether any was closed. */
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
