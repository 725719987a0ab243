import { type RefObject, useEffect } from 'react'

/**
 * If what has the focus is removed, such as a row, a chip or an answered question, browsers start over at the top of
 * the document. Here the focus moves to the group or the heading that it was under, unless something else takes it.
 */
export function useLostFocus(main: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const element = main.current
    if (element === null) return
    /** The element that had the focus last, and its ancestors. */
    let trail: readonly Element[] = []
    let timer: ReturnType<typeof setTimeout> | undefined

    function onFocusIn({ target }: FocusEvent) {
      trail = element?.contains(target as Node) ? around(target as Element) : []
    }
    // A press on empty space leaves it in place: then nothing is lost.
    function onFocusOut() {
      setTimeout(() => {
        if (isNothingFocused() && trail[0]?.isConnected) trail = []
      })
    }
    function moveFocus() {
      timer = undefined
      if (isNothingFocused()) focusNear(trail.filter(({ isConnected }) => isConnected))
    }
    const observer = new MutationObserver(() => {
      if (trail[0]?.isConnected !== false) return
      // Dialogs and screens that focus something themselves do so after they have changed.
      timer ??= setTimeout(moveFocus)
    })
    observer.observe(element, { childList: true, subtree: true })
    document.addEventListener('focusin', onFocusIn)
    document.addEventListener('focusout', onFocusOut)
    return () => {
      observer.disconnect()
      clearTimeout(timer)
      document.removeEventListener('focusin', onFocusIn)
      document.removeEventListener('focusout', onFocusOut)
    }
  }, [main])
}

function isNothingFocused() {
  return document.activeElement === null || document.activeElement === document.body
}

function around(element: Element): Element[] {
  return element.parentElement === null ? [element] : [element, ...around(element.parentElement)]
}

function focusNear(trail: readonly Element[]) {
  for (const place of trail) {
    const target = place.matches(GROUPS) ? place : headingOf(place)
    if (!(target instanceof HTMLElement)) continue
    target.tabIndex = -1
    return target.focus({ preventScroll: true })
  }
}

/** Not the title of another row: keys would act on that one. */
function headingOf(place: Element) {
  return [...place.querySelectorAll('h1, h2, h3')].find((heading) => {
    const row = heading.closest('li')
    return row === null || row.contains(place)
  })
}

const GROUPS = 'fieldset, [role="group"]'
