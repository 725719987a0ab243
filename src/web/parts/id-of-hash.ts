/** `#what%20is-it` names `what is-it`; a lone percent sign names nothing. */
export function idOfHash(hash: string): string | undefined {
  try {
    return decodeURIComponent(hash.replace(/^#/, '')) || undefined
  } catch {
    return undefined
  }
}
