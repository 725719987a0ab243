import type { MouseEvent } from 'react'

/** Whether a reader who typed this means that one. `zurich` finds Zürich, and the order of words does not matter. */
export function isMeant(typed: string, { name, city }: { name: string; city: string }): boolean {
  const text = plain(`${name} ${city}`)
  return plain(typed)
    .split(/\s+/)
    .every((word) => text.includes(word))
}

const MARKS_ON_LETTERS = /\p{Diacritic}/gu

function plain(text: string) {
  return text.normalize('NFD').replace(MARKS_ON_LETTERS, '').toLowerCase().trim()
}

/** A click that asks for no new tab, window or download: what a script may take over from a link. */
export function isPlainClick({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !(metaKey || ctrlKey || shiftKey || altKey)
}
