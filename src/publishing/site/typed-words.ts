/** What was typed into a field of one line: no line breaks, no blanks around, nothing that the database cannot hold. */
export function oneLine(typed: string): string {
  return storable(typed)
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
}

/** What was typed into a field of several lines. */
export function severalLines(typed: string): string {
  return storable(typed)
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim()
}

/** Nothing typed is nothing said. */
export function oneLineOrNull(typed: string | null): string | null {
  return typed === null ? null : oneLine(typed) || null
}

/** PostgreSQL holds neither NUL nor half of a pair. */
export function storable(typed: string): string {
  return typed.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\ufffd')
}
