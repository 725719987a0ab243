const DEEPEST = 12

/**
 * The lines of values in a JSON text that has been parsed before, by their path such as `/incidents/3/created_at`. Only
 * for the wanted paths: a history of years has hundreds of thousands of values.
 */
export function linesOfJson(text: string, wanted: ReadonlySet<string>): Map<string, number> {
  const lines = new Map<string, number>()
  let at = 0
  let line = 1

  function skipTo(end: number) {
    for (; at < end; at++) if (text[at] === '\n') line += 1
  }
  function skipBlanks() {
    const blanks = /[\s\uFEFF]*/y
    blanks.lastIndex = at
    blanks.exec(text)
    skipTo(blanks.lastIndex)
  }
  function readString(): string {
    const quoted = /"(?:[^"\\]|\\.)*"/sy
    quoted.lastIndex = at
    const [found = '""'] = quoted.exec(text) ?? []
    skipTo(at + Math.max(1, found.length))
    return found
  }
  function skipValue() {
    let depth = 0
    do {
      skipBlanks()
      const character = text[at]
      if (character === '"') readString()
      else {
        if (character === '{' || character === '[') depth += 1
        if (character === '}' || character === ']') depth -= 1
        if (character !== undefined && /[\w.+-]/.test(character)) skipTo(endOfWord())
        else skipTo(at + 1)
      }
    } while (depth > 0 && at < text.length)
  }
  function endOfWord() {
    const word = /[\w.+-]+/y
    word.lastIndex = at
    word.exec(text)
    return word.lastIndex
  }
  function readValue(path: string, depth: number) {
    skipBlanks()
    if (wanted.has(path)) lines.set(path, line)
    const opening = text[at]
    if ((opening !== '{' && opening !== '[') || depth === DEEPEST) {
      skipValue()
      return
    }
    skipTo(at + 1)
    for (let index = 0; at < text.length; index++) {
      skipBlanks()
      if (text[at] === '}' || text[at] === ']') break
      let key = String(index)
      if (opening === '{') {
        key = JSON.parse(readString()) as string
        skipBlanks()
        skipTo(at + 1)
      }
      readValue(`${path}/${key}`, depth + 1)
      skipBlanks()
      if (text[at] === ',') skipTo(at + 1)
    }
    skipTo(at + 1)
  }

  readValue('', 0)
  return lines
}
