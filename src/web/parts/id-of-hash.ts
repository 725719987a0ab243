export function idOfHash(hash: string): string | undefined {
  try {
    return decodeURIComponent(hash.replace(/^#/, '')) || undefined
  } catch {
    return undefined
  }
}
