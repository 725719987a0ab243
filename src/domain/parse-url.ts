/**
 * The address, or undefined where the text is none. `URL.canParse` is not asked: in Node 20 it says no to addresses with
 * letters such as ä once it was called some thousand times.
 */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}
