import {
  type RefObject,
  type SyntheticEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useLocation, useNavigation } from 'react-router'

export interface Disclosure {
  ref: RefObject<HTMLDetailsElement | null>
  isOpen: boolean
  setOpen(isOpen: boolean): void
  /** Also returns the focus, so that a dialog that is opened from here can return it too. */
  close(): void
  onToggle(event: SyntheticEvent<HTMLDetailsElement>): void
}

/**
 * With scripts it also closes on Escape, on a press or focus elsewhere, and on navigation. If opened while a
 * page is loading, it stays open.
 */
export function useDisclosure({ closesOnNavigation = true } = {}): Disclosure {
  const ref = useRef<HTMLDetailsElement>(null)
  const [isOpen, setOpen] = useState(false)
  const { key } = useLocation()
  const destination = useNavigation().location?.key ?? key

  const close = useCallback(() => {
    setOpen(false)
    if (ref.current?.contains(document.activeElement)) ref.current.querySelector('summary')?.focus()
  }, [])

  // It may have been opened before hydration.
  useEffect(() => setOpen(ref.current?.open ?? false), [])

  // In the commit: later, it would undo what the reader has opened meanwhile.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it changes on navigation.
  useLayoutEffect(() => (closesOnNavigation ? () => setOpen(false) : undefined), [destination])

  useEffect(() => {
    if (!isOpen) return
    const closeWhenElsewhere = ({ target }: Event) => {
      const isElsewhere = target instanceof Node && ref.current?.contains(target) === false
      if (isElsewhere) setOpen(false)
    }
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      // One press closes this, the next one the dialog around it.
      if (ref.current?.closest('dialog') != null) event.preventDefault()
      close()
    }
    document.addEventListener('pointerdown', closeWhenElsewhere)
    document.addEventListener('focusin', closeWhenElsewhere)
    document.addEventListener('keydown', closeOnEscape)
    return () => {
      document.removeEventListener('pointerdown', closeWhenElsewhere)
      document.removeEventListener('focusin', closeWhenElsewhere)
      document.removeEventListener('keydown', closeOnEscape)
    }
  }, [isOpen, close])

  const onToggle = useCallback(
    (event: SyntheticEvent<HTMLDetailsElement>) => setOpen(event.currentTarget.open),
    [],
  )
  return { ref, isOpen, setOpen, close, onToggle }
}
