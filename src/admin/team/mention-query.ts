import { type Mentionable, typedName } from '../../domain/newsroom/team-words.ts'

export interface MentionQuery {
  at: number
  words: string
}

/** What is being typed after an `@`, up to the cursor. Undefined outside of a mention. */
export function mentionQuery(text: string, cursor: number): MentionQuery | undefined {
  const before = text.slice(0, cursor)
  const at = before.lastIndexOf('@')
  if (at < 0 || /[\p{L}\p{N}]$/u.test(before.slice(Math.max(0, at - 2), at))) return undefined
  const words = before.slice(at + 1)
  return words.length > LONGEST_NAME || /^\s|\n/.test(words) ? undefined : { at, words }
}

const LONGEST_NAME = 60
const OFFERED_AT_MOST = 8

export function mentionsOffered<One extends Mentionable>(people: readonly One[], words: string): One[] {
  const typed = words.toLowerCase()
  // A space after the whole name ends it.
  return people
    .filter(({ name }) => {
      const lower = name.toLowerCase()
      return lower.startsWith(typed) || lower.includes(` ${typed}`)
    })
    .slice(0, OFFERED_AT_MOST)
}

export function withMention(
  text: string,
  { at, words }: MentionQuery,
  person: Mentionable,
  people: readonly Mentionable[],
): { text: string; cursor: number } {
  const rest = text.slice(at + 1 + words.length)
  const name = `${typedName(person, people)}${/^\s/.test(rest) ? '' : ' '}`
  return { text: text.slice(0, at) + name + rest, cursor: at + name.length + (name.endsWith(' ') ? 0 : 1) }
}
