import { escapeAttribute, escapeText } from '../../../domain/escape-html.ts'
import { imageAttributes } from '../../../domain/images/image-tag.ts'
import { linkTarget } from '../../../domain/link-target.ts'

export interface DocumentNode {
  type?: string | undefined
  text?: string | undefined
  attrs?: Readonly<Record<string, unknown>> | undefined
  marks?: readonly { type: string; attrs?: Readonly<Record<string, unknown>> | undefined }[] | undefined
  content?: readonly DocumentNode[] | undefined
}

/**
 * The HTML of a document, exactly as the server's sanitizer would write it, so that it never changes on the way. An
 * empty document becomes an empty string.
 */
export function bodyOfDocument(document: DocumentNode): string {
  return blocksOf(document.content ?? [])
}

function blocksOf(nodes: readonly DocumentNode[]): string {
  return nodes.map(blockOf).join('')
}

function blockOf(node: DocumentNode): string {
  const inside = node.content ?? []
  switch (node.type) {
    case 'paragraph': {
      // Empty lines only separate paragraphs while typing; the page has its own spacing.
      const words = inlineOf(inside)
      return words === '' ? '' : `<p>${words}</p>`
    }
    case 'heading': {
      const words = inlineOf(inside)
      const tag = HEADING_TAGS[Number(node.attrs?.level)] ?? 'h4'
      return words === '' ? '' : `<${tag}${attributes({ id: node.attrs?.id })}>${words}</${tag}>`
    }
    case 'bulletList':
      return listOf('ul', inside)
    case 'orderedList':
      return listOf('ol', inside)
    case 'listItem': {
      // A bullet that was begun and left empty.
      const words = withoutLoneParagraph(inside)
      return words === '' ? '' : `<li>${words}</li>`
    }
    case 'blockquote': {
      const blocks = blocksOf(inside)
      return blocks === '' ? '' : `<blockquote>${blocks}</blockquote>`
    }
    case 'codeBlock': {
      const text = inside.map(({ text = '' }) => text).join('')
      // Parsers drop a line break at the start of <pre>.
      const kept = text.replace(/^\n+/, '')
      return kept === '' ? '' : `<pre><code>${escapeText(withoutNul(kept))}</code></pre>`
    }
    case 'horizontalRule':
      return '<hr />'
    case 'table':
      return tableOf(inside)
    default:
      return ''
  }
}

function listOf(tag: 'ul' | 'ol', items: readonly DocumentNode[]): string {
  const inside = blocksOf(items)
  return inside === '' ? '' : `<${tag}>${inside}</${tag}>`
}

const HEADING_TAGS: Record<number, string> = { 2: 'h2', 3: 'h3', 4: 'h4' }

function withoutLoneParagraph(nodes: readonly DocumentNode[]): string {
  const [first, ...rest] = nodes
  const isAlone = first?.type === 'paragraph' && !rest.some(({ type }) => type === 'paragraph')
  return isAlone ? inlineOf(first.content ?? []) + blocksOf(rest) : blocksOf(nodes)
}

function tableOf(rows: readonly DocumentNode[]): string {
  const isHead = (row: DocumentNode) => (row.content ?? []).every(({ type }) => type === 'tableHeader')
  const firstOfBody = rows.findIndex((row) => !isHead(row))
  const headRows = firstOfBody === -1 ? rows : rows.slice(0, firstOfBody)
  const bodyRows = firstOfBody === -1 ? [] : rows.slice(firstOfBody)
  const part = (tag: string, of: readonly DocumentNode[]) =>
    of.length === 0 ? '' : `<${tag}>${of.map(rowOf).join('')}</${tag}>`
  return `<table>${part('thead', headRows)}${part('tbody', bodyRows)}</table>`
}

function rowOf(row: DocumentNode): string {
  return `<tr>${(row.content ?? []).map(cellOf).join('')}</tr>`
}

function cellOf({ type, attrs = {}, content = [] }: DocumentNode): string {
  const tag = type === 'tableHeader' ? 'th' : 'td'
  const span = (value: unknown) => (typeof value === 'number' && value > 1 ? value : undefined)
  const written = attributes({
    scope: attrs.scope,
    colspan: span(attrs.colspan),
    rowspan: span(attrs.rowspan),
  })
  return `<${tag}${written}>${withoutLoneParagraph(content)}</${tag}>`
}

interface Run {
  words: string
  /** Outermost first. */
  tags: readonly string[]
}

function inlineOf(nodes: readonly DocumentNode[]): string {
  const isOnlyBreaks = nodes.every(({ type }) => type === 'hardBreak')
  return isOnlyBreaks ? '' : nested(nodes.map(runOf))
}

function runOf(node: DocumentNode): Run {
  const tags = (node.marks ?? []).flatMap((mark) => tagOf(mark) ?? [])
  tags.sort((one, other) => orderOf(one) - orderOf(other))
  return { words: inlineContent(node), tags }
}

function inlineContent({ type, text = '', attrs = {} }: DocumentNode): string {
  switch (type) {
    case 'hardBreak':
      return '<br />'
    case 'image':
      return imageTag(attrs)
    default:
      return escapeText(withoutNul(text))
  }
}

/** An empty `alt` means something, unlike other empty attributes. */
function imageTag(attrs: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(attrs).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [[name, withoutNul(String(value))]],
  )
  const kept = imageAttributes(Object.fromEntries(given))
  if (kept === undefined) return ''
  const written = Object.entries(kept).map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`)
  return `<img${written.join('')} />`
}

/** Neighbors that share their outermost mark share its element. */
function nested(runs: readonly Run[]): string {
  const [first] = runs
  if (first === undefined) return ''
  const tag = first.tags[0]
  const end = runs.findIndex(({ tags }) => tags[0] !== tag)
  const group = end === -1 ? runs : runs.slice(0, end)
  const rest = end === -1 ? '' : nested(runs.slice(end))
  if (tag === undefined) return group.map(({ words }) => words).join('') + rest
  const inside = nested(group.map(({ words, tags }) => ({ words, tags: tags.slice(1) })))
  return `<${tag}>${inside}</${tagName(tag)}>${rest}`
}

const ORDER = ['a', 'strong', 'em', 'u', 's', 'code']

function orderOf(tag: string) {
  return ORDER.indexOf(tagName(tag))
}

function tagName(tag: string) {
  return tag.split(' ', 1)[0] ?? tag
}

function tagOf({
  type,
  attrs = {},
}: {
  type: string
  attrs?: Readonly<Record<string, unknown>> | undefined
}) {
  switch (type) {
    case 'bold':
      return 'strong'
    case 'italic':
      return 'em'
    case 'underline':
      return 'u'
    case 'strike':
      return 's'
    case 'code':
      return 'code'
    case 'link':
      return linkTag(attrs)
    default:
      return undefined
  }
}

/** A link with a host may lead to any site. */
function linkTag({ href, title }: Readonly<Record<string, unknown>>) {
  const target = typeof href === 'string' ? linkTarget(href) : undefined
  if (target === undefined) return undefined
  const rel = /^https?:/.test(target) ? 'noopener noreferrer' : undefined
  return `a${attributes({ href: target, title, rel })}`
}

function attributes(values: Readonly<Record<string, unknown>>): string {
  return Object.entries(values)
    .flatMap(([name, value]) =>
      value === undefined || value === null || value === ''
        ? []
        : ` ${name}="${escapeAttribute(withoutNul(String(value)))}"`,
    )
    .join('')
}

function withoutNul(text: string): string {
  return text.replaceAll('\0', '')
}
