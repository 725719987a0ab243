import type { PersonPresent } from '../../../contract/admin/presence.ts'
import { listInWords, shortened } from '../../../ui/parts/words.ts'

const NAMED_AT_MOST = 3

export type ShownPart = 'record' | 'post-mortem'

/**
 * Who else has a record or its post-mortem open, those who are about to post first. One sentence each, without periods.
 */
export function peopleWords(people: readonly PersonPresent[], screen: ShownPart = 'record'): string[] {
  const others = people.filter(({ is_you }) => !is_you)
  const posting = others.filter(({ is_posting }) => is_posting)
  const publishing = posting.filter(({ is_post_mortem }) => is_post_mortem).map(({ name }) => name)
  const updating = posting.filter(({ is_post_mortem }) => !is_post_mortem).map(({ name }) => name)
  const reading = others.filter(({ is_posting }) => !is_posting)
  const isHere = ({ is_post_mortem }: PersonPresent) => is_post_mortem === (screen === 'post-mortem')
  const here = reading.filter(isHere).map(({ name }) => name)
  const elsewhere = reading.filter((person) => !isHere(person)).map(({ name }) => name)
  const other = screen === 'record' ? 'its post-mortem' : 'the incident'
  return [
    ...(updating.length === 0 ? [] : [`${named(updating)} ${verb(updating, 'is', 'are')} about to post`]),
    ...(publishing.length === 0
      ? []
      : [`${named(publishing)} ${verb(publishing, 'is', 'are')} about to publish the post-mortem`]),
    ...(here.length === 0 ? [] : [`${named(here)} ${verb(here, 'has', 'have')} this open`]),
    ...(elsewhere.length === 0
      ? []
      : [`${named(elsewhere)} ${verb(elsewhere, 'has', 'have')} ${other} open`]),
    ...(people.some((person) => person.is_you && isHere(person))
      ? ['You have this open in another tab']
      : []),
  ]
}

function named(names: readonly string[]) {
  return names.length <= NAMED_AT_MOST ? listInWords(names) : shortened(names, NAMED_AT_MOST)
}

function verb(names: readonly string[], one: string, many: string) {
  return names.length === 1 ? one : many
}
