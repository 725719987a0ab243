/** The boot script and React share this module. */

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

/** Undoes what React would not recognize. */
export function restoreBefore(undo: () => void) {
  restore = undo
}

export function restoreForReact() {
  restore()
}

/** The element that loads the boot script. Absent on pages that React runs from the start. */
export function bootElement(): HTMLElement | null {
  return document.getElementById('candor-boot')
}
