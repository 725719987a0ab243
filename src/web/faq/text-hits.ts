import type { HtmlNode, HtmlText } from '../../domain/faq/html-tree.ts'
import { decodeEntities } from '../../domain/plain-text.ts'

/** Part of a node's raw text; never splits an entity. */
export interface TextRange {
  from: number
  to: number
}

export type TextHits = ReadonlyMap<HtmlText, readonly TextRange[]>

/** The text of a tree as searched: lowercase, without accents. */
export interface SearchableText {
  folded: string
  /** The source of each unit of `folded`; undefined for breaks between blocks. */
  sources: readonly (TextSource | undefined)[]
}

interface TextSource extends TextRange {
  text: HtmlText
}

/** A match may cross inline tags such as `<strong>`, but not paragraphs. */
export function searchableText(nodes: readonly HtmlNode[]): SearchableText {
  let folded = ''
  const sources: (TextSource | undefined)[] = []
  const addBreak = () => {
    folded += '\n'
    sources.push(undefined)
  }
  const walk = (children: readonly HtmlNode[]) => {
    for (const node of children) {
      if (node.kind === 'element') {
        const isBlock = !INLINE_TAGS.has(node.tag)
        if (isBlock) addBreak()
        walk(node.children)
        if (isBlock) addBreak()
      }
      if (node.kind === 'text') {
        for (const { units, source } of foldedGlyphs(node)) {
          folded += units
          const last = sources.at(-1)
          // A combining accent or soft hyphen belongs to the letter before it.
          if (units === '' && last?.text === node) last.to = source.to
          for (let unit = 0; unit < units.length; unit++) sources.push(source)
        }
      }
    }
  }
  walk(nodes)
  return { folded, sources }
}

export function textHits({ folded, sources }: SearchableText, words: readonly string[]): TextHits {
  const hits = new Map<HtmlText, TextRange[]>()
  const isHit = new Array<boolean>(folded.length).fill(false)
  for (const word of words) {
    for (const at of placesOf(word, folded)) isHit.fill(true, at, at + word.length)
  }
  for (const [unit, source] of sources.entries()) {
    if (!isHit[unit] || source === undefined) continue
    const ranges = hits.get(source.text) ?? []
    const last = ranges.at(-1)
    if (last === undefined || last.to < source.from) ranges.push({ from: source.from, to: source.to })
    else last.to = source.to
    hits.set(source.text, ranges)
  }
  return hits
}

export function hasWord({ folded }: SearchableText, word: string): boolean {
  return placesOf(word, folded).length > 0
}

/** Lowercase without accents: `Zürich` and `ZURICH` become `zurich`. */
export function foldedWords(text: string): string {
  return text.normalize('NFD').replace(UNSPOKEN, '').toLowerCase()
}

/** Two letters occur inside too many words; match them only at the start of a word. */
const SHORTEST_INNER_WORD = 3

function placesOf(word: string, folded: string): number[] {
  const places: number[] = []
  for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + 1)) {
    const isAtStart = at === 0 || !/[\p{L}\p{N}]$/u.test(folded.slice(Math.max(0, at - 2), at))
    if (word.length >= SHORTEST_INNER_WORD || isAtStart) places.push(at)
  }
  return places
}

/** Letter by letter, with an entity as one letter, so that positions in the folded text map back to the raw text. */
function foldedGlyphs(text: HtmlText) {
  return [...text.raw.matchAll(GLYPH)].map(({ 0: raw, index }) => ({
    units: foldedWords(decodeEntities(raw)),
    source: { text, from: index, to: index + raw.length },
  }))
}

const GLYPH = /&(?:#\d{1,7}|#x[\da-f]{1,6}|\w{1,32});|./gisu
/** Accents and invisible line-break characters. */
const UNSPOKEN = /[\p{M}\p{Cf}]/gu

const INLINE_TAGS: ReadonlySet<string> = new Set('strong em b i u s sup sub code kbd span a time'.split(' '))
