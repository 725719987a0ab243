import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { PageState } from '../page-state.ts'
import { announcement } from './announcement.ts'

/** Several publications in a row are one piece of news. */
const SAY_AFTER_MS = 1_000
/** Long enough to be read out; then nobody comes across it at the end of the page. */
const FORGET_AFTER_MS = 10_000

/** What to say politely of a page that changed by itself, and where to tell of the change. */
export function useAnnouncement() {
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
