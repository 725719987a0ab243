/** One line of what was pasted, taken apart and not yet judged. */
export interface PastedLine {
  /** As editors count: from 1. */
  line: number
  text: string
  prefix: string
  /** Name or number; undefined where the line says none. */
  center: string | undefined
  /** Undefined: the line says nothing of it, and what is there stays. */
  note: string | undefined
}

/** Each line is held against all others of its data center: more would keep everybody waiting. */
export const MOST_PASTED_LINES = 2_000

/** `prefix`, `prefix note` or `prefix,data center,note`, one on a line; blank lines and those behind # say nothing. */
export function readPaste(pasted: string): PastedLine[] {
  return pasted
    .split(/\r\n|\n|\r/)
    .map((text, index) => ({ text: text.replace(/^\ufeff/, '').trim(), line: index + 1 }))
    .filter(({ text }) => text !== '' && !text.startsWith('#'))
    .map(({ text, line }) => ({ line, text, ...takeApart(text) }))
}

/** What follows the prefix tells the two ways of writing apart: a blank, or a comma, semicolon or tab. */
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

/** Two columns: whatever signs the second holds are its own. */
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
