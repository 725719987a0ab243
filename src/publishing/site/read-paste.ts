export interface PastedLine {
  line: number
  text: string
  prefix: string
  center: string | undefined
  /** Undefined: the line has none, and the existing note stays. */
  note: string | undefined
}

/** Each line is compared with all others of its data center, so more would take too long. */
export const MOST_PASTED_LINES = 2_000

/**
 * One `prefix`, `prefix note` or `prefix,data center,note` per line. Blank lines and lines starting with # are skipped.
 */
export function readPaste(pasted: string): PastedLine[] {
  return pasted
    .split(/\r\n|\n|\r/)
    .map((text, index) => ({ text: text.replace(/^\ufeff/, '').trim(), line: index + 1 }))
    .filter(({ text }) => text !== '' && !text.startsWith('#'))
    .map(({ text, line }) => ({ line, text, ...takeApart(text) }))
}

/** The character after the prefix decides on the format: a space, or a comma, semicolon or tab. */
function takeApart(text: string): Pick<PastedLine, 'prefix' | 'center' | 'note'> {
  const [, quoted, bare = '', blank = '', sign, rest = ''] =
    /^(?:"([^"]*)"|([^\s,;"]*))([^\S\t]*)([,;\t])?(.*)$/su.exec(text) ?? []
  const prefix = quoted ?? bare
  if (sign !== undefined) {
    const [center = '', note] = columnsIn(rest, sign)
    return { prefix, center: center === '' ? undefined : center, note }
  }
  return { prefix, center: undefined, note: blank === '' || rest === '' ? undefined : rest.trim() }
}

function columnsIn(rest: string, sign: string): string[] {
  const [, quoted, bare = '', , second] =
    new RegExp(`^\\s*(?:"((?:[^"]|"")*)"|([^${sign}]*))\\s*(${sign}(.*))?$`, 'su').exec(rest) ?? []
  const first = unquoted(quoted ?? bare)
  return second === undefined ? [first] : [first, cell(second)]
}

function cell(written: string): string {
  const [, quoted] = /^\s*"((?:[^"]|"")*)"\s*$/su.exec(written) ?? []
  return unquoted(quoted ?? written)
}

function unquoted(written: string): string {
  return written.replaceAll('""', '"').trim()
}
