/** No longer than that, and without half of a character at its end. */
export function cutTo(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')
}
