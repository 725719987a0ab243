/**
 * HTML from the sanitizer as a tree that keeps every character, so that writing it gives the same text. Anything the
 * sanitizer would remove (a stray closing tag, a lone `<`) is kept as is.
 */
export type HtmlNode = HtmlText | HtmlElement | { kind: 'other'; raw: string }

export interface HtmlText {
  kind: 'text'
  /** With entities. */
  raw: string
}

export interface HtmlElement {
  kind: 'element'
  tag: string
  id: string | undefined
  opening: string
  children: HtmlNode[]
  closing: string
}

export function parseHtml(html: string): HtmlNode[] {
  const top: HtmlNode[] = []
  const open: HtmlElement[] = []
  const add = (node: HtmlNode) => (open.at(-1)?.children ?? top).push(node)
  for (const [token, closes, name] of html.matchAll(TOKEN)) {
    const tag = name?.toLowerCase()
    if (tag === undefined) {
      add(token.startsWith('<') ? { kind: 'other', raw: token } : { kind: 'text', raw: token })
    } else if (closes === '/') {
      const at = open.findLastIndex((element) => element.tag === tag)
      const closed = open[at]
      if (closed === undefined) add({ kind: 'other', raw: token })
      else {
        closed.closing = token
        open.length = at
      }
    } else {
      const element: HtmlElement = {
        kind: 'element',
        tag,
        id: idIn(token),
        opening: token,
        children: [],
        closing: '',
      }
      add(element)
      if (!VOID_TAGS.has(tag)) open.push(element)
    }
  }
  return top
}

export function writeHtml(nodes: readonly HtmlNode[], writeText = rawText): string {
  return nodes.map((node) => writeNode(node, writeText)).join('')
}

export function elementsIn(nodes: readonly HtmlNode[]): HtmlElement[] {
  return nodes.flatMap((node) => (node.kind === 'element' ? [node, ...elementsIn(node.children)] : []))
}

export function isBlank(nodes: readonly HtmlNode[]): boolean {
  return nodes.every((node) => {
    if (node.kind === 'element') return !STANDS_BY_ITSELF.has(node.tag) && isBlank(node.children)
    return node.kind === 'other' || node.raw.trim() === ''
  })
}

function rawText({ raw }: HtmlText) {
  return raw
}

function writeNode(node: HtmlNode, writeText: (text: HtmlText) => string): string {
  switch (node.kind) {
    case 'text':
      return writeText(node)
    case 'element':
      return node.opening + writeHtml(node.children, writeText) + node.closing
    case 'other':
      return node.raw
  }
}

/** A tag, a comment, a run of text, or a lone `<`: together they match every character. */
const TOKEN = /<(\/?)([a-z][^\s/>]*)(?:"[^"]*"|'[^']*'|[^'">])*>|<!--.*?-->|[^<]+|</gis
const VOID_TAGS: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'wbr'])
const STANDS_BY_ITSELF: ReadonlySet<string> = new Set(['img', 'hr'])

/** The sanitizer writes all attributes in double quotes. */
function idIn(opening: string) {
  return /\sid="([^"]+)"/i.exec(opening)?.[1]
}
