export function makeListeners() {
  const listeners = new Set<() => void>()
  return {
    add(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    notifyAll() {
      for (const listener of listeners) listener()
    },
  }
}
