import { readStored, storageListeners, store } from '../../ui/parts/device-storage.ts'

/** O-01: keys of the texts dismissed on this device, separated by spaces. */
export const DISMISSED_NAME = 'candor-dismissed'
const MOST_STORED = 40

let unstored: string | undefined
const listeners = storageListeners()

export const onDismissed = listeners.add

export function dismissedKeys(): string {
  return unstored ?? readStored(DISMISSED_NAME) ?? ''
}

export function isDismissed(keys: string, key: string): boolean {
  return keys.split(' ').includes(key)
}

/** Needs no consent: by dismissing, the reader asks for it. */
export function dismiss(key: string) {
  const others = dismissedKeys()
    .split(' ')
    .filter((other) => other !== '' && other !== key)
  const keys = [...others, key].slice(-MOST_STORED).join(' ')
  store(DISMISSED_NAME, keys)
  unstored = readStored(DISMISSED_NAME) === keys ? undefined : keys
  listeners.notifyAll()
}

/**
 * Runs in <head> before the first paint, so that dismissed banners don't flash: the server's HTML has all banners, each
 * with a `data-banner` attribute. The edge allows it by its hash.
 */
export const dismissedScript = `try{var k=localStorage.getItem(${JSON.stringify(DISMISSED_NAME)}).match(/\\b[0-9a-z]+\\b/g),c=new CSSStyleSheet;c.replaceSync(k.map(function(k){return'[data-banner="'+k+'"]'})+"{display:none}");document.adoptedStyleSheets=[c]}catch{}`
