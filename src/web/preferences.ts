/** What a reader may have remembered on a device. */
export type PreferenceKey = 'time-zone'

const KEYS: readonly PreferenceKey[] = ['time-zone']
const NAME_PREFIX = 'candor-'
const ALLOWED_NAME = `${NAME_PREFIX}remember`

/** Choices of this visit: they hold while the page is open, whether they may be stored or not. */
const chosen = new Map<PreferenceKey, string>()

/** Nothing is stored on a reader's device before the reader allows it. */
export function isRememberingAllowed(): boolean {
  return readStored(ALLOWED_NAME) !== undefined
}

/** Once allowed, what was chosen before is kept too; once forbidden, nothing is left on the device. */
export function allowRemembering(isAllowed: boolean) {
  if (isAllowed) {
    store(ALLOWED_NAME, 'yes')
    for (const [key, value] of chosen) store(nameOf(key), value)
  } else {
    // What is on the screen stays as it is.
    for (const key of KEYS) recall(key)
    for (const name of [...KEYS.map(nameOf), ALLOWED_NAME]) forget(name)
  }
  tellAll()
}

export function remember(key: PreferenceKey, value: string) {
  chosen.set(key, value)
  if (isRememberingAllowed()) store(nameOf(key), value)
  tellAll()
}

/** What an earlier visit or another tab stored; where nothing is stored, what was chosen on this page. */
export function recall(key: PreferenceKey): string | undefined {
  const stored = isRememberingAllowed() ? readStored(nameOf(key)) : undefined
  if (stored !== undefined) chosen.set(key, stored)
  return chosen.get(key)
}

const listeners = new Set<() => void>()

/** Other tabs of this site follow what is remembered. */
export function onPreferences(listener: () => void) {
  if (listeners.size === 0) window.addEventListener('storage', followOtherTabs)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('storage', followOtherTabs)
  }
}

function followOtherTabs({ key }: StorageEvent) {
  // Without a key everything was cleared.
  if (key === null || key.startsWith(NAME_PREFIX)) tellAll()
}

function tellAll() {
  for (const tell of listeners) tell()
}

function nameOf(key: PreferenceKey) {
  return NAME_PREFIX + key
}

// Storage may be switched off, full or forbidden to this page. No page breaks for that.

function readStored(name: string): string | undefined {
  try {
    return localStorage.getItem(name) ?? undefined
  } catch {
    return undefined
  }
}

function store(name: string, value: string) {
  try {
    localStorage.setItem(name, value)
  } catch {
    // The choice holds for this page.
  }
}

function forget(name: string) {
  try {
    localStorage.removeItem(name)
  } catch {
    // Where nothing can be removed, nothing was stored.
  }
}
