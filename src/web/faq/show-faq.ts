import type { Faq, FaqHeading, FaqQuestion, FaqSection } from '../../domain/faq/faq.ts'
import { type HtmlNode, type HtmlText, isBlank, writeHtml } from '../../domain/faq/html-tree.ts'
import { decodeEntities } from '../../domain/plain-text.ts'
import { foldedWords, hasWord, searchableText, type TextHits, type TextRange, textHits } from './text-hits.ts'

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

/** In order. Sections start open; answers start open only if a search matched them. */
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

/** Single letters are ignored next to longer words. */
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
  // If only the section itself matches, show all of it.
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
  // Most readers don't search.
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
