import { Marked, type Token, type Tokens } from 'marked'

/** Level 1 is the page's title. */
const DEEPEST_HEADING = 4
const HIGHEST_HEADING = 2

const marked = new Marked({
  gfm: true,
  renderer: {
    del({ tokens }) {
      return `<s>${this.parser.parseInline(tokens)}</s>`
    },
    // Inputs are not allowed in bodies.
    checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
  },
})

/** Not safe yet: sanitize it like all HTML from outside. */
export function htmlOfMarkdown(text: string): string {
  const tokens = marked.lexer(flattened(text))
  const headings = tokens.filter((token): token is Tokens.Heading => token.type === 'heading')
  const highest = Math.min(...headings.map(({ depth }) => depth))
  const moved = Math.max(0, HIGHEST_HEADING - highest)
  for (const heading of headings) heading.depth = Math.min(heading.depth + moved, DEEPEST_HEADING)
  return marked.parser(tokens).trim()
}

const DEEPEST_NESTING = 10
/** Of a nested list. Each level needs two or more. */
const WIDEST_INDENT = 40
const MARKER = /([ \t]*)(>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]))/y

/**
 * Quotes and lists at most ten deep on a line. The parser calls itself for each level: thousands overflow its
 * stack, and hundreds keep the process busy for seconds. This includes lines of code, because the parser may
 * not agree that they are code.
 */
function flattened(text: string): string {
  return splitLists(text.split('\n').map(flattenedLine)).join('\n')
}

/** The parser reads the rest of a list of tasks again for each of them, so a longer list goes on as another one. */
const ITEMS_AT_MOST = 500
const ITEM = /^[ \t]*(?:[-+*]|\d{1,9}[.)])[ \t]/
/** A comment ends a list, and is removed like all comments. Numbers go on. */
const LIST_ENDS = ['', '<!-- -->', '']

function splitLists(lines: readonly string[]): string[] {
  let items = 0
  let fence: string | undefined
  return lines.flatMap((line) => {
    const wasCode = fence !== undefined
    fence = fenceAfter(line, fence)
    if (wasCode) return line
    if (!ITEM.test(line)) {
      if (line !== '' && !line.startsWith(' ')) items = 0
      return line
    }
    items++
    if (items <= ITEMS_AT_MOST) return line
    items = 1
    return [...LIST_ENDS, line.trimStart()]
  })
}

const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/

/** The fence of the code that goes on after a line. Only one of the same kind, as long or longer, and bare, ends it. */
function fenceAfter(line: string, open: string | undefined): string | undefined {
  const [, fence = '', rest = ''] = FENCE.exec(line) ?? []
  if (open === undefined) return fence === '' || (fence[0] === '`' && rest.includes('`')) ? undefined : fence
  return fence.startsWith(open) && rest.trim() === '' ? undefined : open
}

function flattenedLine(line: string): string {
  let start = ''
  let end = 0
  MARKER.lastIndex = 0
  for (let depth = 1; ; depth++) {
    const [, indent = '', marker = ''] = MARKER.exec(line) ?? []
    if (marker === '') return start + line.slice(end)
    end = MARKER.lastIndex
    if (depth <= DEEPEST_NESTING) start += narrowed(indent) + marker
  }
}

function narrowed(indent: string): string {
  const columns = indent.replaceAll('\t', '    ')
  return columns.length > WIDEST_INDENT ? columns.slice(0, WIDEST_INDENT) : indent
}

export function looksLikeMarkdown(text: string): boolean {
  return marked.lexer(flattened(text)).some(isFormatted)
}

const BLOCKS = new Set(['heading', 'list', 'code', 'table', 'blockquote'])
const INLINE = new Set(['strong', 'em', 'codespan', 'link', 'image', 'del'])

function isFormatted(token: Token): boolean {
  if (token.type === 'list') return (token as Tokens.List).items.length > 1
  // Indented text is seldom meant as code.
  if (token.type === 'code') return token.raw.startsWith('```') || token.raw.startsWith('~~~')
  if (BLOCKS.has(token.type)) return true
  const inner = 'tokens' in token ? (token.tokens ?? []) : []
  // A bare address becomes a link in plain text, too.
  return inner.some((each) => INLINE.has(each.type) && each.raw !== ('text' in each ? each.text : ''))
}
