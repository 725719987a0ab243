import { plainText } from '../plain-text.ts'
import { slugOf } from '../slug.ts'
import { elementsIn, type HtmlElement, type HtmlNode, isBlank, parseHtml, writeHtml } from './html-tree.ts'

/** Staff write the FAQ as one text: `<h2>` starts a section, `<h3>` a question. */
export interface Faq {
  intro: HtmlNode[]
  sections: FaqSection[]
}

export interface FaqSection {
  /** Undefined for questions before the first `<h2>`. */
  heading: FaqHeading | undefined
  /** The whole text of a section without questions; the section then acts as a question itself. */
  intro: HtmlNode[]
  questions: FaqQuestion[]
}

export interface FaqQuestion {
  heading: FaqHeading
  answer: HtmlNode[]
}

export interface FaqHeading {
  id: string
  words: HtmlNode[]
  element: HtmlElement
}

export function parseFaq(html: string): Faq {
  const nodes = withoutWrapper(parseHtml(html))
  const nameHeading = headingNames(nodes)
  const faq: Faq = { intro: [], sections: [] }
  let rest = faq.intro
  for (const node of nodes) {
    const level = headingLevel(node)
    if (level === undefined) rest.push(node)
    else if (level.tag === 'h2') {
      const section: FaqSection = { heading: nameHeading(level), intro: [], questions: [] }
      faq.sections.push(section)
      rest = section.intro
    } else {
      const question: FaqQuestion = { heading: nameHeading(level), answer: [] }
      if (faq.sections.length === 0) faq.sections.push({ heading: undefined, intro: [], questions: [] })
      faq.sections.at(-1)?.questions.push(question)
      rest = question.answer
    }
  }
  return faq
}

/** F-03: the folds that must be open to show the element with this id; empty if it doesn't exist. */
export function foldsAround({ sections }: Faq, id: string): string[] {
  for (const { heading, intro, questions } of sections) {
    const ofSection = heading === undefined ? [] : [heading.id]
    if (heading?.id === id || isNamedIn(intro, id)) return ofSection
    for (const question of questions) {
      if (question.heading.id === id || isNamedIn(question.answer, id)) {
        return [...ofSection, question.heading.id]
      }
    }
  }
  return []
}

/** Pasted text may be wrapped in a `<div>`. */
function withoutWrapper(nodes: HtmlNode[]): HtmlNode[] {
  const [only, ...others] = nodes.filter((node) => !isBlank([node]))
  const isWrapped = only?.kind === 'element' && only.tag === 'div' && others.length === 0
  return isWrapped ? withoutWrapper(only.children) : nodes
}

/** A heading without words would be a fold without a name. */
function headingLevel(node: HtmlNode): HtmlElement | undefined {
  const isHeading = node.kind === 'element' && (node.tag === 'h2' || node.tag === 'h3')
  return isHeading && wordsOf(node) !== '' ? node : undefined
}

function headingNames(nodes: readonly HtmlNode[]) {
  const owners = new Map<string, HtmlElement>()
  for (const element of elementsIn(nodes)) {
    if (element.id !== undefined && !owners.has(element.id)) owners.set(element.id, element)
  }
  const freeId = (base: string) => {
    let id = base
    for (let count = 2; owners.has(id); count++) id = `${base}-${count}`
    return id
  }
  return (heading: HtmlElement): FaqHeading => {
    const ownsId = heading.id !== undefined && owners.get(heading.id) === heading
    const id = ownsId && heading.id !== undefined ? heading.id : freeId(idOfWords(wordsOf(heading)))
    owners.set(id, heading)
    return { id, words: heading.children, element: heading }
  }
}

export function idOfWords(words: string) {
  return `faq-${slugOf(words) || 'question'}`
}

function wordsOf({ children }: HtmlElement) {
  return plainText(writeHtml(children))
}

function isNamedIn(nodes: readonly HtmlNode[], id: string) {
  return elementsIn(nodes).some((element) => element.id === id)
}
