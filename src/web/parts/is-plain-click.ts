import type { MouseEvent } from 'react'

/** A click that asks for no new tab, window or download: what a script may take over from a link. */
export function isPlainClick({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !(metaKey || ctrlKey || shiftKey || altKey)
}
