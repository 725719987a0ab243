const isMac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent)

/** `Ctrl+Alt+2`, in the notation of the user's platform. */
export function keysWords(written: string): string {
  return isMac ? written.replace('Ctrl', '⌘').replace('Alt', '⌥') : written
}
