import { type PointerEvent, useCallback, useEffect, useRef } from 'react'
import { CLOUD_MENU_CLOSE_DELAY_MS } from '../../domain/constants.ts'
import type { Disclosure } from '../../ui/parts/use-disclosure.ts'

/** A pointer just passing over opens nothing. */
const OPEN_DELAY_MS = 80

/** N-03: opens when a mouse rests on it and closes when it leaves; coming back in time keeps it open. */
export function useHoverOpen(
  { ref, isOpen, setOpen }: Disclosure,
  { isEnabled }: { isEnabled: () => boolean },
) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const openedByHover = useRef(false)

  const after = useCallback((delayMs: number, act: () => void) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(act, delayMs)
  }, [])
  useEffect(() => () => clearTimeout(timer.current), [])

  const open = () => {
    openedByHover.current = true
    setOpen(true)
  }
  const closeUnlessInUse = () => {
    const isInUseByKeyboard = ref.current?.querySelector('nav :focus-visible') != null
    if (!isInUseByKeyboard) setOpen(false)
  }

  return {
    onPointerEnter({ pointerType }: PointerEvent) {
      if (pointerType !== 'mouse' || !isEnabled()) return
      if (isOpen) clearTimeout(timer.current)
      else after(OPEN_DELAY_MS, open)
    },
    onPointerLeave({ pointerType }: PointerEvent) {
      if (pointerType !== 'mouse') return
      if (isOpen) after(CLOUD_MENU_CLOSE_DELAY_MS, closeUnlessInUse)
      else clearTimeout(timer.current)
    },
    /** A click right after opening by hover must not close it again. */
    toggleByClick() {
      clearTimeout(timer.current)
      if (isOpen && openedByHover.current) openedByHover.current = false
      else setOpen(!isOpen)
    },
  }
}
