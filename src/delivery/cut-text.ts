export function cutText(text: string, characters: number): string {
  if (text.length <= characters) return text
  const head = text.slice(0, Math.max(0, characters - 1))
  const lastSpace = head.search(/\s\S*$/)
  const isNear = lastSpace > head.length * 0.8
  const kept = isNear ? head.slice(0, lastSpace) : head.replace(/[\uD800-\uDBFF]$/, '')
  return `${kept}…`
}
