import sanitize from 'sanitize-html'
import { escapeText } from '../domain/escape-html.ts'
import { imageAttributes } from '../domain/images/image-tag.ts'
import { linkTarget } from '../domain/link-target.ts'
import { ATTRIBUTES_OF_TAGS, type AttributeName } from '../domain/rich-text-tags.ts'
import { HtmlNesting, NestedTooDeep } from './html-nesting.ts'

/**
 * P-05: keeps what staff HTML may contain on the site: harmless elements and attributes, where a browser
 * leaves them as written. Unlisted elements lose their tags; non-text elements are removed with their
 * content. Clean HTML stays unchanged, so it can be sanitized at every step.
 */
export function sanitizeHtml(html: string): string {
  // PostgreSQL can't store NUL, and browsers disagree with parsers about it.
  const written = html.replaceAll('\0', '')
  try {
    return cleanTags(written)
  } catch (error) {
    if (error instanceof NestedTooDeep) return escapeText(written)
    throw error
  }
}

function cleanTags(html: string): string {
  const nesting = new HtmlNesting()
  return sanitize(html, {
    allowedTags: [...ATTRIBUTES_OF_TAGS.keys()],
    allowedAttributes: Object.fromEntries(ATTRIBUTES_OF_TAGS),
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['data'] },
    allowProtocolRelative: false,
    nonTextTags: NOT_TEXT,
    onOpenTag: () => nesting.open(),
    onCloseTag: () => nesting.close(),
    transformTags: {
      '*': (tag, written) => {
        const names = ATTRIBUTES_OF_TAGS.get(tag)
        if (names === undefined) return { tagName: tag, attribs: {} }
        const attribs = attributesOf(tag, names, written)
        if (attribs === undefined) return WITHOUT_TAGS
        switch (nesting.place(tag)) {
          case 'as-written':
            return { tagName: tag, attribs }
          case 'as-line-break':
            return { tagName: 'br', attribs: {} }
          case 'without-tags':
            return WITHOUT_TAGS
        }
      },
    },
  })
}

type Attributes = Readonly<Record<string, string>>

/** Code, foreign content and fallbacks: as text they would only confuse readers. */
const NOT_TEXT = [
  'script',
  'style',
  'title',
  'template',
  'noscript',
  'svg',
  'math',
  'iframe',
  'frameset',
  'noframes',
  'object',
  'applet',
  'noembed',
  'audio',
  'video',
  'canvas',
  'textarea',
  'select',
  'option',
  'xmp',
  'plaintext',
]

/** Empty, because the library would write any other name into the closing tag of the next element. */
const WITHOUT_TAGS = { tagName: '', attribs: {} }

/** Undefined if the element is useless without one that was removed. */
function attributesOf(
  tag: string,
  names: readonly AttributeName[],
  written: Attributes,
): Attributes | undefined {
  if (tag === 'img') return imageAttributes(written)
  const kept: Record<string, string> = {}
  for (const name of names) {
    const value = cleanValue(name, written[name] ?? '')
    if (value !== undefined && value !== '') kept[name] = value
  }
  if (tag === 'a') return withRel(kept)
  return kept
}

function cleanValue(name: AttributeName, value: string): string | undefined {
  switch (name) {
    case 'href':
      return linkTarget(value)
    case 'id':
      return isFreeId(value) ? value : undefined
    case 'scope':
      return SCOPES.includes(value) ? value : undefined
    case 'colspan':
    case 'rowspan':
      return /^[1-9]\d{0,2}$/.test(value) ? value : undefined
    case 'title':
    case 'datetime':
      return value
    case 'rel':
    case 'src':
    case 'alt':
    case 'width':
    case 'height':
    case 'loading':
      return undefined
  }
}

const SCOPES = ['row', 'col', 'rowgroup', 'colgroup']

/** Ids that the site's own pages look up or link to. React's ids contain characters that headings can't have. */
const OWN_IDS =
  /^(?:main|root|candor-(?:data|boot)|(?:cloud-drawer|compliance|post-mortem|trouble)-title|post-mortem|by-family|over-time|(?:update|row|dc)-.*)$/

function isFreeId(value: string): boolean {
  return /^[a-z0-9-]{1,80}$/.test(value) && !OWN_IDS.test(value)
}

/** A URL with a host may belong to anyone. */
function withRel(kept: Attributes): Attributes | undefined {
  if (kept.href === undefined) return undefined
  return /^https?:/.test(kept.href) ? { ...kept, rel: 'noopener noreferrer' } : kept
}
