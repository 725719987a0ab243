import { readStored, storageListeners, store } from '../../ui/parts/device-storage.ts'

/** O-01: the keys of the texts that the reader has dismissed on this device, with spaces between. */
export const DISMISSED_NAME = 'candor-dismissed'
/** Texts of years ago need no place. */
const MOST_KEPT = 40

/** What a device does not store, because storage is off or full, holds for the page. */
let unstored: string | undefined
const listeners = storageListeners()

/** Told of every dismissal, also of those in other tabs of this site. */
export const onDismissed = listeners.add

export function dismissedKeys(): string {
  return unstored ?? readStored(DISMISSED_NAME) ?? ''
}

export function isDismissed(keys: string, key: string): boolean {
  return keys.split(' ').includes(key)
}

/** Stored without asking: it is what the reader asks for by dismissing. */
export function dismiss(key: string) {
  const others = dismissedKeys()
    .split(' ')
    .filter((other) => other !== '' && other !== key)
  const keys = [...others, key].slice(-MOST_KEPT).join(' ')
  store(DISMISSED_NAME, keys)
  unstored = readStored(DISMISSED_NAME) === keys ? undefined : keys
  listeners.tellAll()
}

/**
 * Runs in <head> before the first paint, so that a dismissed banner does not flash until scripts take over: the
 * server's page has all banners, and the attribute `data-banner` on each. The edge allows it by its hash.
 */
export const dismissedScript = `try{var k=localStorage.getItem(${JSON.stringify(DISMISSED_NAME)}).match(/\\b[0-9a-z]+\\b/g),c=new CSSStyleSheet;c.replaceSync(k.map(function(k){return'[data-banner="'+k+'"]'})+"{display:none}");document.adoptedStyleSheets=[c]}catch{}`
