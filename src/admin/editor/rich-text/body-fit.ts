import { linkTarget } from '../../../domain/link-target.ts'
import { parseInert } from '../../parts/inert-html.tsx'
import { bodyOfDocument } from './body-of-document.ts'
import { documentOfBody } from './document-of-body.ts'

export type BodyFit = { kind: 'fits' } | { kind: 'would-lose'; what: readonly string[] }

/** Whether the rich-text editor preserves a body. Only the spelling of the HTML may differ. */
export function bodyFit(html: string): BodyFit {
  const given = parseInert(html).body
  const returned = parseInert(bodyOfDocument(documentOfBody(html))).body
  if (meaningOf(given) === meaningOf(returned)) return { kind: 'fits' }
  const before = tagsIn(given)
  const after = new Set(tagsIn(returned))
  return { kind: 'would-lose', what: before.filter((tag) => !after.has(tag)) }
}

/** The meaningful elements, each once. */
function tagsIn(body: HTMLElement): string[] {
  const names = [...body.querySelectorAll('*')].map((element) => nameOf(element))
  return [...new Set(names)].filter((name) => !SAYS_NOTHING.has(name) && !PARAGRAPHS.has(name))
}

const SAYS_NOTHING: ReadonlySet<string> = new Set(['span', 'thead', 'tbody'])
const LISTS: ReadonlySet<string> = new Set(['ul', 'ol', 'li'])
const PARAGRAPHS: ReadonlySet<string> = new Set(['p', 'div'])
const MARKS: ReadonlySet<string> = new Set([
  'strong',
  'em',
  'u',
  's',
  'code',
  'a',
  'sup',
  'sub',
  'kbd',
  'time',
])
const SAME_AS: Record<string, string> = { b: 'strong', i: 'em' }
const ATTRIBUTES = [
  'id',
  'href',
  'title',
  'scope',
  'colspan',
  'rowspan',
  'src',
  'alt',
  'width',
  'height',
  'datetime',
]

function nameOf(element: Element) {
  const name = element.localName
  return SAME_AS[name] ?? name
}

/** A canonical text that is the same for bodies with the same meaning. */
function meaningOf(body: HTMLElement): string {
  const told: string[] = []
  let line: { text: string; marks: string }[] = []

  function endLine() {
    const words = line.filter(({ text }) => text !== '')
    line = []
    const text = words.map(({ text, marks }) => `${marks}|${text}`).join('\u0001')
    if (words.some(({ text }) => text.trim() !== '' && text !== '\n')) told.push(text)
  }

  function addText(text: string, marks: string) {
    const last = line.at(-1)
    if (last?.marks === marks) last.text += text
    else line.push({ text, marks })
  }

  function walk(node: Node, marks: readonly string[], isCode: boolean) {
    if (node instanceof Text) {
      const before = line.at(-1)?.text ?? ' '
      const collapsed = node.data.replace(/[ \t\n\r]+/g, ' ')
      const text = /[ \n]$/.test(before) ? collapsed.replace(/^ /, '') : collapsed
      addText(isCode ? node.data : text, marks.join(' '))
      return
    }
    if (!(node instanceof Element)) return
    const name = nameOf(node)
    // An empty bullet is dropped on purpose.
    if (LISTS.has(name) && node.textContent?.trim() === '' && node.querySelector('img, hr, table') === null)
      return
    const inside = (withMarks: readonly string[], inCode = isCode) => {
      for (const child of node.childNodes) walk(child, withMarks, inCode)
    }
    if (name === 'br') return addText('\n', '')
    if (SAYS_NOTHING.has(name)) return inside(marks)
    // The <code> element inside a code block adds no meaning.
    if (name === 'code' && isCode) return inside(marks)
    if (MARKS.has(name)) return inside([...marks, `${name}${attributesOf(node)}`].sort())
    endLine()
    if (PARAGRAPHS.has(name)) {
      inside(marks)
      return endLine()
    }
    told.push(`<${name}${attributesOf(node)}>`)
    inside(marks, isCode || name === 'pre')
    endLine()
    told.push(`</${name}>`)
  }

  for (const child of body.childNodes) walk(child, [], false)
  endLine()
  return told.map((part) => part.replace(/[ \n]+$/, '')).join('\u0002')
}

function attributesOf(element: Element): string {
  return ATTRIBUTES.flatMap((name) => {
    const value = element.getAttribute(name)
    if (value === null || (value === '1' && name.endsWith('span'))) return []
    return ` ${name}=${name === 'href' ? linkTarget(value) : value}`
  }).join('')
}
