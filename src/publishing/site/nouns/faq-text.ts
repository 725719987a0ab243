import { escapeText } from '../../../domain/escape-html.ts'
import { type FaqHeading, idOfWords, parseFaq } from '../../../domain/faq/faq.ts'
import { type HtmlNode, parseHtml, writeHtml } from '../../../domain/faq/html-tree.ts'
import { plainText } from '../../../domain/plain-text.ts'

export interface FaqText {
  intro: string
  sections: FaqTextSection[]
}

interface FaqTextSection {
  /** The link target. Null for a new section and for questions outside any section. */
  id: string | null
  title: string | null
  intro: string
  questions: FaqTextQuestion[]
}

interface FaqTextQuestion {
  id: string | null
  question: string
  answer: string
}

export function readFaqText(html: string): FaqText {
  const { intro, sections } = parseFaq(html)
  return {
    intro: trimmed(intro),
    sections: sections.map(({ heading, intro, questions }) => ({
      id: heading?.id ?? null,
      title: heading === undefined ? null : wordsOf(heading),
      intro: trimmed(intro),
      questions: questions.map(({ heading, answer }) => ({
        id: heading.id,
        question: wordsOf(heading),
        answer: trimmed(answer),
      })),
    })),
  }
}

export function whatIsWrongWithFaq({ sections }: FaqText): string | undefined {
  const ids = sections.flatMap(({ id, questions }) => [id, ...questions.map((question) => question.id)])
  const given = ids.filter((id) => id !== null)
  const isTwice = new Set(given).size < given.length
  if (isTwice) return 'Two of these have the same address.'
  if (given.some((id) => !/^[a-z0-9-]{1,80}$/.test(id)))
    return 'An address has lowercase letters, digits and - only.'
  if (sections.some(({ title }, index) => title === null && index > 0)) return 'A section needs a title.'
  if (sections.some(({ title }) => title === '')) return 'A section needs a title.'
  if (sections.some(({ title, intro }) => title === null && intro.trim() !== ''))
    return 'Text before the first section is the introduction.'
  const isNameless = sections.some(({ questions }) => questions.some(({ question }) => question === ''))
  return isNameless ? 'A question needs a text.' : undefined
}

/** Untouched parts stay exactly the same, and every heading keeps its id. */
export function writeFaqText(
  text: FaqText,
  { before, clean }: { before: string; clean: (html: string) => string },
): string {
  const pieces = withIds(text, before)
  const old = oldPieces(before)
  const { opening, closing } = wrapperOf(before)
  const write = (isEveryIdWritten: boolean) =>
    clean(
      opening + pieces.map((piece) => writePiece(piece, { old, clean, isEveryIdWritten })).join('') + closing,
    )
  const written = write(false)
  const wanted = pieces.flatMap(({ id }) => id ?? []).join()
  // A heading without its own id is named by its words and position. If that gives another id, write all ids.
  return idsIn(written).join() === wanted ? written : write(true)
}

interface Piece {
  tag: 'h2' | 'h3' | null
  id: string | null
  title: string
  body: string
}

function withIds({ intro, sections }: FaqText, before: string): Piece[] {
  const known = [
    ...idsIn(before),
    ...sections.flatMap(({ id, questions }) => [id, ...questions.map((q) => q.id)]),
  ]
  const taken = new Set<string | null>(known)
  const idFor = (id: string | null, words: string) => {
    if (id !== null) return id
    const base = idOfWords(words)
    let free = base
    for (let count = 2; taken.has(free); count++) free = `${base}-${count}`
    taken.add(free)
    return free
  }
  return [
    { tag: null, id: null, title: '', body: intro },
    ...sections.flatMap(({ id, title, intro, questions }): Piece[] => [
      ...(title === null ? [] : [{ tag: 'h2' as const, id: idFor(id, title), title, body: intro }]),
      ...questions.map(({ id, question, answer }) => ({
        tag: 'h3' as const,
        id: idFor(id, question),
        title: question,
        body: answer,
      })),
    ]),
  ]
}

interface OldPiece {
  tag: string | null
  heading: FaqHeading | undefined
  body: HtmlNode[]
}

function oldPieces(html: string): Map<string | null, OldPiece> {
  const { intro, sections } = parseFaq(html)
  const pieces = new Map<string | null, OldPiece>([[null, { tag: null, heading: undefined, body: intro }]])
  for (const { heading, intro, questions } of sections) {
    if (heading !== undefined) pieces.set(heading.id, { tag: 'h2', heading, body: intro })
    for (const { heading, answer } of questions) pieces.set(heading.id, { tag: 'h3', heading, body: answer })
  }
  return pieces
}

function writePiece(
  { tag, id, title, body }: Piece,
  how: {
    old: ReadonlyMap<string | null, OldPiece>
    clean: (html: string) => string
    isEveryIdWritten: boolean
  },
): string {
  const old = how.old.get(id)
  const { heading } = old ?? {}
  const isHeadingKept =
    heading !== undefined &&
    old?.tag === tag &&
    wordsOf(heading) === title &&
    (heading.element.id === id || !how.isEveryIdWritten)
  const written = isHeadingKept ? writeHtml([heading.element]) : writeHeading({ tag, id, title })
  if (old !== undefined && trimmed(old.body) === body) return written + writeHtml(old.body)
  const after = old === undefined ? '\n' : blankEnd(writeHtml(old.body))
  return written + withoutHeadings(how.clean(body)) + after
}

function writeHeading({ tag, id, title }: Pick<Piece, 'tag' | 'id' | 'title'>) {
  return tag === null ? '' : `<${tag} id="${id}">${escapeText(title)}</${tag}>`
}

/** In an answer, a heading of the page's two levels would start another section or question. */
function withoutHeadings(html: string): string {
  const nodes = parseHtml(html).map((node) =>
    node.kind === 'element' && (node.tag === 'h2' || node.tag === 'h3')
      ? { ...node, tag: 'h4', opening: node.opening.replace(/^<h[23]/i, '<h4'), closing: '</h4>' }
      : node,
  )
  return writeHtml(nodes).trim()
}

/** A text may be wrapped in a `<div>`, which parseFaq skips. */
function wrapperOf(html: string) {
  const inner = [...oldPieces(html).values()]
    .map(({ heading, body }) => (heading === undefined ? '' : writeHtml([heading.element])) + writeHtml(body))
    .join('')
  const at = inner === '' ? -1 : html.indexOf(inner)
  return at === -1
    ? { opening: '', closing: '' }
    : { opening: html.slice(0, at), closing: html.slice(at + inner.length) }
}

function idsIn(html: string): string[] {
  return [...oldPieces(html).keys()].filter((id) => id !== null)
}

function wordsOf({ words }: FaqHeading) {
  return plainText(writeHtml(words))
}

function trimmed(nodes: readonly HtmlNode[]) {
  return writeHtml(nodes).trim()
}

function blankEnd(html: string) {
  return html.slice(html.trimEnd().length)
}
