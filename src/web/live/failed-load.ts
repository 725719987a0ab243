/** The address of a page that the reader asked for and that could not be loaded; the page before it stays on screen. */
let address: string | undefined
const listeners = new Set<() => void>()

export const failedLoad = {
  get: () => address,
  set(next: string) {
    address = next
    tell()
  },
  clear() {
    if (address === undefined) return
    address = undefined
    tell()
  },
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
}

function tell() {
  for (const listener of listeners) listener()
}
