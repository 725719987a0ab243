const NAME_PREFIX = 'candor-'

// Storage may be off, full or forbidden. That must not break a page.

export function readStored(name: string): string | undefined {
  try {
    return localStorage.getItem(name) ?? undefined
  } catch {
    return undefined
  }
}

export function store(name: string, value: string) {
  try {
    localStorage.setItem(name, value)
  } catch {
    // The value lasts for this page.
  }
}

export function forget(name: string) {
  try {
    localStorage.removeItem(name)
  } catch {
    // If removing fails, nothing was stored.
  }
}

export function storageListeners() {
  const listeners = new Set<() => void>()
  const notifyAll = () => {
    for (const listener of listeners) listener()
  }
  function followOtherTabs({ key }: StorageEvent) {
    // No key means that everything was cleared.
    if (key === null || key.startsWith(NAME_PREFIX)) notifyAll()
  }
  return {
    notifyAll,
    add(listener: () => void) {
      if (listeners.size === 0) window.addEventListener('storage', followOtherTabs)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) window.removeEventListener('storage', followOtherTabs)
      }
    },
  }
}
