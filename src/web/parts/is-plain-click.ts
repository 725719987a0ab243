import type { MouseEvent } from 'react'

/** A click that doesn't ask for a new tab, window or download, so a script may handle it. */
export function isPlainClick({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !(metaKey || ctrlKey || shiftKey || altKey)
}
