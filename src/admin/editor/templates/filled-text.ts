import { PLACEHOLDER, shownValue } from '../../../domain/newsroom/placeholders.ts'

/** A place in a text that follows a fact of the record, such as its services. */
interface Fill {
  name: string
  place: string
  shown: string
}

export type FilledText = readonly (string | Fill)[]

export type FactValues = Readonly<Record<string, string | undefined>>

/** Facts that people choose in the same form, so that they can change after the template was inserted. */
const FOLLOWED: ReadonlySet<string> = new Set([
  'clouds',
  'services',
  'data_centers',
  'start',
  'end',
  'new_end',
])

interface Options {
  facts: FactValues
  isHtml: boolean
}

/** Placeholders of facts that aren't known yet stay visible. */
export function filledText(text: string, { facts, isHtml }: Options): FilledText {
  const parts: (string | Fill)[] = []
  let end = 0
  for (const found of text.matchAll(PLACEHOLDER)) {
    const [place, written = ''] = found
    const name = written.toLowerCase()
    if (!FOLLOWED.has(name)) continue
    parts.push(text.slice(end, found.index), { name, place, shown: place })
    end = found.index + place.length
  }
  return refilled([...parts, text.slice(end)], { facts, isHtml })
}

export function wordsOfText(text: FilledText): string {
  return text.map((part) => (typeof part === 'string' ? part : part.shown)).join('')
}

export function refilled(text: FilledText, { facts, isHtml }: Options): FilledText {
  let before = ''
  return text.map((part) => {
    const next =
      typeof part === 'string' ? part : { ...part, shown: shownIn(part, { before, facts, isHtml }) }
    before += typeof next === 'string' ? next : next.shown
    return next
  })
}

function shownIn({ name, place }: Fill, { facts, isHtml, before }: Options & { before: string }) {
  const value = facts[name]
  return value === undefined ? place : shownValue(value, { before, isHtml })
}

/**
 * The parts after someone typed. Places outside the typed part keep following their facts; a place that was typed into
 * becomes plain words, which are never overwritten.
 */
export function afterTyping(text: FilledText, words: string): FilledText {
  const old = wordsOfText(text)
  if (old === words) return text
  const most = Math.min(old.length, words.length)
  let start = 0
  while (start < most && old[start] === words[start]) start++
  let end = 0
  while (end < most - start && old.at(-1 - end) === words.at(-1 - end)) end++
  const kept: (string | Fill)[] = []
  const tail: (string | Fill)[] = []
  let at = 0
  for (const part of text) {
    const shown = typeof part === 'string' ? part : part.shown
    const [from, to] = [at, at + shown.length]
    at = to
    if (to <= start) kept.push(part)
    else if (from >= old.length - end) tail.push(part)
    else {
      if (from < start) kept.push(shown.slice(0, start - from))
      if (to > old.length - end) tail.push(shown.slice(old.length - end - from))
    }
  }
  return [...kept, words.slice(start, words.length - end), ...tail]
}

/**
 * Finds places that follow facts in a text that was saved before: paragraphs that are exactly those of a template, with
 * the facts of the record. Everything else was typed.
 */
export function recognizedText(
  words: string,
  { sources, facts, isHtml }: Options & { sources: readonly string[] },
): FilledText {
  const patterns = sources.flatMap((source) =>
    blocksOf(source, isHtml).flatMap((block) => patternOf(block, { facts, isHtml }) ?? []),
  )
  return blocksOf(words, isHtml).flatMap((block) => {
    for (const { expression, parts } of patterns) {
      const found = expression.exec(block)
      if (found !== null)
        return parts.map((part, place) =>
          part === undefined ? (found[place + 1] ?? '') : { ...part, shown: found[place + 1] ?? '' },
        )
    }
    // Placeholders that are still open.
    return filledText(block, { facts: {}, isHtml })
  })
}

function blocksOf(text: string, isHtml: boolean): string[] {
  return isHtml ? (text.match(/[\s\S]+?(?:<\/(?:p|li|h\d|blockquote|ul|ol|table)>|$)/gi) ?? []) : [text]
}

/** More placeholders would make matching slow, and such a paragraph is rarely left unchanged. */
const ASKED_AT_MOST = 3

function patternOf(source: string, { facts, isHtml }: Options) {
  const parts: (Fill | undefined)[] = []
  let expression = ''
  let before = ''
  let end = 0
  let asked = 0
  const add = (pattern: string, part?: Fill) => {
    expression += `(${pattern})`
    parts.push(part)
  }
  for (const found of source.matchAll(PLACEHOLDER)) {
    const [place, written = ''] = found
    const name = written.toLowerCase()
    const literal = source.slice(end, found.index)
    add(literally(literal))
    before += literal
    end = found.index + place.length
    if (FOLLOWED.has(name)) {
      const fill = { name, place, shown: place }
      const shown = shownIn(fill, { before, facts, isHtml })
      add(literally(shown), fill)
      before += shown
    } else {
      asked++
      add(isHtml ? '[^<]{1,400}?' : '.{1,400}?')
      before += 'x'
    }
  }
  add(literally(source.slice(end)))
  const isUseful = asked <= ASKED_AT_MOST && parts.some((part) => part !== undefined)
  return isUseful ? { expression: new RegExp(`^${expression}$`), parts } : undefined
}

function literally(text: string) {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
}
