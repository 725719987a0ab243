interface FailedLoad {
  address: string
  reason: string
}

/** The requested page that failed to load; the previous page stays on screen. */
let failed: FailedLoad | undefined
const listeners = new Set<() => void>()

export const failedLoad = {
  get: () => failed,
  set(next: FailedLoad) {
    failed = next
    notify()
  },
  clear() {
    if (failed === undefined) return
    failed = undefined
    notify()
  },
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
}

function notify() {
  for (const listener of listeners) listener()
}
