import sanitizeHtml from 'sanitize-html'
import { escapeText } from '../domain/escape-html.ts'
import { linkTarget } from '../domain/link-target.ts'
import { ATTRIBUTES_OF_TAGS, type AttributeName } from '../domain/rich-text-tags.ts'
import { sitePath } from '../domain/site-path.ts'
import { HtmlNesting, NestedTooDeep } from './html-nesting.ts'

/**
 * P-05: of HTML that staff wrote, what may stand on the site: elements and attributes that only say something, where a
 * browser leaves them as written. What is not listed loses its tags; what never was text goes with its content.
 * Clean HTML comes out as it went in, so that it may pass here at every step.
 */
export function sanitiseHtml(html: string): string {
  // The database has no NUL, and browsers disagree with parsers about it.
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
  return sanitizeHtml(html, {
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

type Attributes = Record<string, string>

/** Code, foreign content and fallbacks of what is not here: as text they would only puzzle a reader. */
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

/** An empty name, because the library would write any other one into the closing tag of the next element. */
const WITHOUT_TAGS = { tagName: '', attribs: {} }

/** The attributes that stay, in the order of the list; undefined where the element says nothing without one that went. */
function attributesOf(
  tag: string,
  names: readonly AttributeName[],
  written: Attributes,
): Attributes | undefined {
  const kept: Attributes = {}
  for (const name of names) {
    const value = cleanValue(name, written[name] ?? '')
    if (value !== undefined && value !== '') kept[name] = value
  }
  if (tag === 'a') return withRel(kept)
  // Without a text a screen reader would read out the address.
  if (tag === 'img') return kept.src === undefined ? undefined : { ...kept, alt: kept.alt ?? '' }
  return kept
}

function cleanValue(name: AttributeName, value: string): string | undefined {
  switch (name) {
    case 'href':
      return linkTarget(value)
    case 'src':
      return imageSource(value)
    case 'id':
      return isFreeId(value) ? value : undefined
    case 'scope':
      return SCOPES.includes(value) ? value : undefined
    case 'colspan':
    case 'rowspan':
      return /^[1-9]\d{0,2}$/.test(value) ? value : undefined
    case 'width':
    case 'height':
      return /^[1-9]\d{0,3}$/.test(value) ? value : undefined
    case 'title':
    case 'alt':
    case 'datetime':
      return value
    case 'rel':
      // Follows from the address, see withRel.
      return undefined
  }
}

const SCOPES = ['row', 'col', 'rowgroup', 'colgroup']

/** Ids that the site's own pages look up or link to. Those that React makes have characters that no heading may have. */
const OWN_IDS =
  /^(?:main|root|candor-data|(?:cloud-drawer|compliance|trouble)-title|by-family|over-time|(?:update|row|dc)-.*)$/

function isFreeId(value: string): boolean {
  return /^[a-z0-9-]{1,80}$/.test(value) && !OWN_IDS.test(value)
}

/** An address with a host may be anybody's. */
function withRel(kept: Attributes): Attributes | undefined {
  if (kept.href === undefined) return undefined
  return /^https?:/.test(kept.href) ? { ...kept, rel: 'noopener noreferrer' } : kept
}

/** The content security policy lets in no other images: those of this site, and pictures written into the body. */
function imageSource(value: string): string | undefined {
  const written = value.trim()
  return DATA_IMAGE.test(written) ? written : sitePath(written)
}

const DATA_IMAGE = /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+={0,2}$/
