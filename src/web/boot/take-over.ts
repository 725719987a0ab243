/**
 * Pages that are mostly read come without React: it takes over with the first thing a reader does. This is what the boot
 * script and React have in common.
 */

let settle = { resolve: () => {}, reject: (_: unknown) => {} }

/** Resolves when React runs the page, and rejects if its code can't be loaded. */
export const takenOver = new Promise<void>((resolve, reject) => {
  settle = { resolve, reject }
})

export function announceTakenOver() {
  settle.resolve()
}

export function announceFailedTakeOver(error: unknown) {
  settle.reject(error)
}

let restore = () => {}

/** What the boot script changed and React would not recognize. */
export function restoreBefore(undo: () => void) {
  restore = undo
}

/** Called right before React compares the page with its own. */
export function restoreForReact() {
  restore()
}

/** The element that loads the boot script. Absent on pages that React runs from the start. */
export function bootElement(): HTMLElement | null {
  return document.getElementById('candor-boot')
}
