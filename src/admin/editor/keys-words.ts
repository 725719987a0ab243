const isMac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent)

export function keysWords(written: string): string {
  return isMac ? written.replace('Ctrl', '⌘').replace('Alt', '⌥') : written
}
