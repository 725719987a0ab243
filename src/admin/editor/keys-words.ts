const isMac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent)

/** `Ctrl+Alt+2`, as the person's own keyboard has it. */
export function keysWords(written: string): string {
  return isMac ? written.replace('Ctrl', '⌘').replace('Alt', '⌥') : written
}
