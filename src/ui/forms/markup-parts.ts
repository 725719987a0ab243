import { sitePath } from '../../domain/site-path.ts'

export type MarkupPart =
  | { kind: 'text'; text: string }
  | { kind: 'strong' | 'em'; parts: MarkupPart[] }
  | { kind: 'link'; path: string; parts: MarkupPart[] }

type Element = Exclude<MarkupPart, { kind: 'text' }>

/**
 * The subset of HTML allowed in messages. Parsed here and built as elements, never passed to the browser as markup:
 * anything else becomes text or is dropped.
 */
export function markupParts(html: string): MarkupPart[] {
  const root: MarkupPart[] = []
  const open: { tag: string; parts: MarkupPart[] }[] = []
  const inside = () => open.at(-1)?.parts ?? root
  for (const [piece, closes, tag = '', attributes = ''] of html.replace(UNSEEN, '').matchAll(PIECES)) {
    const name = tag.toLowerCase()
    if (name === '') inside().push({ kind: 'text', text: decoded(piece) })
    else if (closes === '/') {
      const at = open.findLastIndex((each) => each.tag === name)
      if (at >= 0) open.splice(at)
    } else {
      const element = elementOf(name, attributes)
      if (element === undefined) continue
      inside().push(element)
      open.push({ tag: name, parts: element.parts })
    }
  }
  return root
}

/** A complete tag, or the text up to the next; a lone bracket is text. */
const PIECES = /<(\/?)([a-z][a-z0-9-]*)((?:"[^"]*"|'[^']*'|[^'">])*)>|[^<]+|</gi
const UNSEEN = /<!--.*?(-->|$)|<(script|style|template|title|textarea|iframe|noscript)\b.*?(<\/\2\s*>|$)/gis

function elementOf(tag: string, attributes: string): Element | undefined {
  switch (tag) {
    case 'b':
    case 'strong':
      return { kind: 'strong', parts: [] }
    case 'i':
    case 'em':
      return { kind: 'em', parts: [] }
    case 'a': {
      const [, double, single] = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(attributes) ?? []
      const path = sitePath(decoded(double ?? single ?? ''))
      return path === undefined ? undefined : { kind: 'link', path, parts: [] }
    }
    default:
      return undefined
  }
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: '\u00a0' }

function decoded(text: string) {
  return text.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => ENTITIES[name] ?? '')
}
