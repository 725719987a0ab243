export function oneLine(typed: string): string {
  return storable(typed)
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
}

export function severalLines(typed: string): string {
  return storable(typed)
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim()
}

export function oneLineOrNull(typed: string | null): string | null {
  return typed === null ? null : oneLine(typed) || null
}

/** PostgreSQL can't store NUL or lone surrogates. */
export function storable(typed: string): string {
  return typed.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\ufffd')
}
