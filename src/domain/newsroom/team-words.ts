import { parseUrl } from '../parse-url.ts'
import { MINUTE_MS } from '../time.ts'

export const COMMENT_CHARACTERS = 5_000
/** Of each of the two texts of a handover note. */
export const HANDOVER_CHARACTERS = 2_000
/** More people than this are a mailing list. */
export const MENTIONS_AT_MOST = 10

/** How long before a promised update breaks its owner is reminded. Enough time to write it. */
export const REMIND_BEFORE_MS = 10 * MINUTE_MS

export const FORMER_COLLEAGUE = 'A former colleague'

export interface Mentionable {
  uid: number
  name: string
}

/** As stored: `<@7>` mentions account 7, so that names follow their accounts. */
const MENTION = /<@([1-9]\d{0,8})>/g

export function mentionsIn(text: string): number[] {
  return [...new Set([...text.matchAll(MENTION)].map(([, uid]) => Number(uid)))]
}

export type WordPart =
  | { kind: 'text'; text: string }
  | { kind: 'link'; text: string; link: string }
  | { kind: 'mention'; text: string; uid: number }

export function wordParts(text: string, people: readonly Mentionable[]): WordPart[] {
  const parts: WordPart[] = []
  let from = 0
  for (const match of text.matchAll(/<@([1-9]\d{0,8})>|https?:\/\/[^\s<>"]+/gi)) {
    const [found, uid] = match
    const part = uid === undefined ? linkPart(found) : mentionPart(Number(uid), people)
    if (part === undefined) continue
    if (match.index > from) parts.push({ kind: 'text', text: text.slice(from, match.index) })
    parts.push(part)
    from = match.index + (part.kind === 'link' ? part.text.length : found.length)
  }
  if (from < text.length) parts.push({ kind: 'text', text: text.slice(from) })
  return parts
}

function mentionPart(uid: number, people: readonly Mentionable[]): WordPart {
  const person = people.find((one) => one.uid === uid)
  return { kind: 'mention', uid, text: `@${person?.name ?? FORMER_COLLEAGUE.toLowerCase()}` }
}

/** Punctuation at the end belongs to the sentence, and so does a parenthesis that the address didn't open. */
function linkPart(found: string): WordPart | undefined {
  let text = found.replace(/[.,;:!?'*_]+$/, '')
  while (text.endsWith(')') && text.split(')').length > text.split('(').length)
    text = text.slice(0, -1).replace(/[.,;:!?'*_]+$/, '')
  const url = parseUrl(text)
  return url === undefined || url.host === '' ? undefined : { kind: 'link', text, link: url.href }
}

export function wordsWithNames(text: string, people: readonly Mentionable[]): string {
  return wordParts(text, people)
    .map((part) => part.text)
    .join('')
}

export function typedName({ uid, name }: Mentionable, people: readonly Mentionable[]): string {
  const isUnique = people.every((other) => other.uid === uid || other.name !== name)
  return isUnique ? `@${name}` : `@${name} #${uid}`
}

export function typedWords(text: string, people: readonly Mentionable[]): string {
  return text.replace(MENTION, (found, uid) => {
    const person = people.find((one) => one.uid === Number(uid))
    return person === undefined ? found : typedName(person, people)
  })
}

/** The longest name wins. */
export function storedWords(typed: string, people: readonly Mentionable[]): string {
  const byLength = people
    .map((person) => ({ uid: person.uid, typed: typedName(person, people) }))
    .toSorted((a, b) => b.typed.length - a.typed.length)
  let stored = ''
  for (let at = 0; at < typed.length; ) {
    const isBeginning = typed[at] === '@' && !/[\p{L}\p{N}]$/u.test(typed.slice(Math.max(0, at - 2), at))
    const found = isBeginning
      ? byLength.find(
          (one) =>
            typed.startsWith(one.typed, at) && !/^[\p{L}\p{N}]/u.test(typed.slice(at + one.typed.length)),
        )
      : undefined
    stored += found === undefined ? typed[at] : `<@${found.uid}>`
    at += found === undefined ? 1 : found.typed.length
  }
  return stored
}
