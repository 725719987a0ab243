/** `#what%20is-it` becomes `what is-it`; undefined if malformed. */
export function idOfHash(hash: string): string | undefined {
  try {
    return decodeURIComponent(hash.replace(/^#/, '')) || undefined
  } catch {
    return undefined
  }
}
