/** On one line, on two lines as even as possible, and with one word per line. */
export function waysToWrite(words: string): string[][] {
  const parts = words.split(' ')
  const splits = parts.slice(1).map((_, index) => {
    const lines = [parts.slice(0, index + 1).join(' '), parts.slice(index + 1).join(' ')]
    return { lines, longest: Math.max(...lines.map((line) => line.length)) }
  })
  const [even] = splits.sort((a, b) => a.longest - b.longest)
  return [[words], ...(even === undefined ? [] : [even.lines]), ...(parts.length > 2 ? [parts] : [])]
}
