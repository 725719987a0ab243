import type { Faq, FaqHeading, FaqQuestion, FaqSection } from '../../domain/faq/faq.ts'
import { type HtmlNode, type HtmlText, isBlank, writeHtml } from '../../domain/faq/html-tree.ts'
import { decodeEntities } from '../../domain/plain-text.ts'

export interface ShownFaq {
  introHtml: string
  sections: ShownSection[]
  count: number
}

export interface ShownSection {
  heading: ShownHeading | undefined
  introHtml: string
  questions: ShownQuestion[]
  startsOpen: boolean
}

export interface ShownQuestion {
  heading: ShownHeading
  answerHtml: string
  startsOpen: boolean
}

export interface ShownHeading {
  id: string
  pieces: TextPiece[]
}

/** Headings are plain text: they are toggles, so a link inside couldn't be clicked. */
export interface TextPiece {
  text: string
  isHit: boolean
}

/** F-01: a question matches if it has at least one word itself, and it or its section has the others. */
export function showFaq(faq: Faq, search: string): ShownFaq {
  const words = wordsToFind(search)
  const sections = faq.sections
    .map((section) => showSection(section, words))
    .filter((section) => section !== undefined)
  const intro = marked(faq.intro, words)
  return {
    introHtml: words.length === 0 || intro.hasAllOf(words) ? intro.html : '',
    sections,
    count: sections.reduce((sum, section) => sum + Math.max(section.questions.length, 1), 0),
  }
}

export function foldsOf({ sections }: ShownFaq): Fold[] {
  return sections.flatMap(({ heading, startsOpen, questions }) => [
    ...(heading === undefined ? [] : [{ id: heading.id, startsOpen }]),
    ...questions.map((question) => ({ id: question.heading.id, startsOpen: question.startsOpen })),
  ])
}

export interface Fold {
  id: string
  startsOpen: boolean
}

function wordsToFind(search: string): string[] {
  const words = [...new Set(foldedWords(search).split(/\s+/))].filter((word) => word !== '')
  const longer = words.filter((word) => word.length > 1)
  return longer.length > 0 ? longer : words
}

function showSection(section: FaqSection, words: readonly string[]): ShownSection | undefined {
  const heading = section.heading && marked(section.heading.words, words)
  const intro = marked(section.intro, words)
  const missing = words.filter((word) => !heading?.has(word) && !intro.has(word))
  const questions = section.questions.map((question) => showQuestion(question, words))
  const found = questions.filter(
    ({ has, shown }) => (words.length === 0 || shown.startsOpen) && missing.every(has),
  )
  const isFoundAsWhole = missing.length === 0 && found.length === 0
  if (found.length === 0 && !isFoundAsWhole) return undefined
  return {
    heading: section.heading &&
      heading && { id: section.heading.id, pieces: piecesOf(section.heading, heading.hits) },
    introHtml: intro.html,
    questions: (isFoundAsWhole ? questions : found).map(({ shown }) => shown),
    startsOpen:
      questions.length > 0 || intro.hits.size > 0 || (heading !== undefined && heading.hits.size > 0),
  }
}

function showQuestion({ heading, answer }: FaqQuestion, words: readonly string[]) {
  const title = marked(heading.words, words)
  const text = marked(answer, words)
  const shown: ShownQuestion = {
    heading: { id: heading.id, pieces: piecesOf(heading, title.hits) },
    answerHtml: text.html,
    startsOpen: title.hits.size > 0 || text.hits.size > 0,
  }
  return { shown, has: (word: string) => title.has(word) || text.has(word) }
}

function marked(nodes: HtmlNode[], words: readonly string[]) {
  const text = searchableText(words.length === 0 ? [] : nodes)
  const hits = textHits(text, words)
  const has = (word: string) => hasWord(text, word)
  return {
    hits,
    has,
    hasAllOf: (all: readonly string[]) => all.every(has),
    html: isBlank(nodes) ? '' : writeHtml(nodes, (node) => markedHtml(node, hits.get(node) ?? [])),
  }
}

function markedHtml({ raw }: HtmlText, ranges: readonly TextRange[]): string {
  return cut(raw, ranges)
    .map(({ text, isHit }) => (isHit ? `<mark>${text}</mark>` : text))
    .join('')
}

function piecesOf({ words }: FaqHeading, hits: TextHits): TextPiece[] {
  return textsIn(words).flatMap((node) =>
    cut(node.raw, hits.get(node) ?? []).map(({ text, isHit }) => ({ text: decodeEntities(text), isHit })),
  )
}

function textsIn(nodes: readonly HtmlNode[]): HtmlText[] {
  return nodes.flatMap((node) => {
    if (node.kind === 'text') return [node]
    return node.kind === 'element' ? textsIn(node.children) : []
  })
}

function cut(raw: string, ranges: readonly TextRange[]): TextPiece[] {
  const pieces: TextPiece[] = []
  let at = 0
  for (const { from, to } of ranges) {
    pieces.push({ text: raw.slice(at, from), isHit: false }, { text: raw.slice(from, to), isHit: true })
    at = to
  }
  pieces.push({ text: raw.slice(at), isHit: false })
  return pieces.filter(({ text }) => text !== '')
}

/** Part of a node's raw text; never splits an entity. */
interface TextRange {
  from: number
  to: number
}

type TextHits = ReadonlyMap<HtmlText, readonly TextRange[]>

interface SearchableText {
  folded: string
  /** The source of each unit of `folded`; undefined for breaks between blocks. */
  sources: readonly (TextSource | undefined)[]
}

interface TextSource extends TextRange {
  text: HtmlText
}

/** A match may cross inline tags such as `<strong>`, but not paragraphs. */
function searchableText(nodes: readonly HtmlNode[]): SearchableText {
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

function textHits({ folded, sources }: SearchableText, words: readonly string[]): TextHits {
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

function hasWord({ folded }: SearchableText, word: string): boolean {
  return placesOf(word, folded).length > 0
}

/** Lowercase without accents: `Zürich` and `ZURICH` become `zurich`. */
function foldedWords(text: string): string {
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
