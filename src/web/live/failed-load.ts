interface FailedLoad {
  address: string
  /** What the site, or the browser, said. */
  reason: string
}

/** The page that the reader asked for and that could not be loaded; the page before it stays on screen. */
let failed: FailedLoad | undefined
const listeners = new Set<() => void>()

export const failedLoad = {
  get: () => failed,
  set(next: FailedLoad) {
    failed = next
    tell()
  },
  clear() {
    if (failed === undefined) return
    failed = undefined
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
