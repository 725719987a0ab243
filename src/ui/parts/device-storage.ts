/** Everything that this site keeps in a browser, beside cookies, has a name that begins so. */
const NAME_PREFIX = 'candor-'

// Storage may be switched off, full or forbidden to this page. No page breaks for that.

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
    // What was to be stored holds for this page.
  }
}

export function forget(name: string) {
  try {
    localStorage.removeItem(name)
  } catch {
    // Where nothing can be removed, nothing was stored.
  }
}

/** Those who want to know that something changed, on this page or in another tab of this site. */
export function storageListeners() {
  const listeners = new Set<() => void>()
  const tellAll = () => {
    for (const tell of listeners) tell()
  }
  function followOtherTabs({ key }: StorageEvent) {
    // Without a key everything was cleared.
    if (key === null || key.startsWith(NAME_PREFIX)) tellAll()
  }
  return {
    tellAll,
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
