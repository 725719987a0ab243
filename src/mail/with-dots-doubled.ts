const LINE_DOT = Buffer.from('\n.')
const DOT = Buffer.from('.')

/** RFC 5321, 4.5.2: a line that starts with a dot gets a second one, so that no line ends the mail. */
export function withDotsDoubled(bytes: Buffer): Buffer {
  let at = bytes.indexOf(LINE_DOT)
  const startsWithDot = bytes[0] === DOT[0]
  if (at === -1 && !startsWithDot) return bytes

  const parts: Buffer[] = startsWithDot ? [DOT] : []
  let start = 0
  while (at !== -1) {
    parts.push(bytes.subarray(start, at + LINE_DOT.length), DOT)
    start = at + LINE_DOT.length
    at = bytes.indexOf(LINE_DOT, start)
  }
  return Buffer.concat([...parts, bytes.subarray(start)])
}
