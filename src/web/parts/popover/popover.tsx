import { type KeyboardEvent, type ReactNode, type RefObject, useLayoutEffect } from 'react'
import tones from '../../../ui/parts/tone.module.css'
import type { Tone } from '../../../ui/parts/tone.ts'
import styles from './popover.module.css'
import type { MarkShown } from './use-mark-shown.ts'
import { usePlacedPopover } from './use-placed-popover.ts'

/** Only rendered while open. */
export function Popover({
  ref,
  shown,
  titleId,
  tone,
  className,
  mostShareOfHeight,
  onClose,
  children,
}: {
  ref: RefObject<HTMLDivElement | null>
  shown: MarkShown
  titleId: string
  tone: Tone
  className: string | undefined
  /** Share of the viewport height, for taller popovers. */
  mostShareOfHeight?: number
  onClose: () => void
  children: ReactNode
}) {
  usePlacedPopover(ref, shown, onClose, mostShareOfHeight)
  useLayoutEffect(() => {
    if (shown.takesFocus) ref.current?.focus({ preventScroll: true })
  }, [ref, shown])
  return (
    <div
      ref={ref}
      popover="manual"
      role="dialog"
      aria-labelledby={titleId}
      tabIndex={-1}
      className={`${tones.tone} ${styles.popover} ${className}`}
      data-tone={tone}
      onKeyDown={(event) => leaveByTab(event, onClose)}
    >
      {children}
    </div>
  )
}

/** Closing returns the focus to the mark; the browser's Tab continues from there. */
function leaveByTab(event: KeyboardEvent<HTMLElement>, close: () => void) {
  if (event.key !== 'Tab') return
  const links = [...event.currentTarget.querySelectorAll('a, button')]
  const isAtEnd = links.length === 0 || event.target === links.at(-1)
  const isAtStart = event.target === event.currentTarget || event.target === links[0]
  if (event.shiftKey && isAtStart) {
    event.preventDefault()
    close()
  } else if (!event.shiftKey && isAtEnd) close()
}
