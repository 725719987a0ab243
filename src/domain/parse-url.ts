/**
 * Undefined if invalid. Don't use `URL.canParse`: in Node 20 it returns false for URLs with letters such as ä
 * after about 5,000 calls.
 */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}
