import type { PersonPresent } from '../../../contract/admin/presence.ts'
import { listInWords, shortened } from '../../../ui/parts/words.ts'

const NAMED_AT_MOST = 3

/** Who else has a record open, those who are about to post first. One sentence each, without periods. */
export function peopleWords(people: readonly PersonPresent[]): string[] {
  const others = people.filter(({ is_you }) => !is_you)
  const posting = others.filter(({ is_posting }) => is_posting).map(({ name }) => name)
  const reading = others.filter(({ is_posting }) => !is_posting).map(({ name }) => name)
  return [
    ...(posting.length === 0 ? [] : [`${named(posting)} ${verb(posting, 'is', 'are')} about to post`]),
    ...(reading.length === 0 ? [] : [`${named(reading)} ${verb(reading, 'has', 'have')} this open`]),
    ...(people.some(({ is_you }) => is_you) ? ['You have this open in another tab'] : []),
  ]
}

function named(names: readonly string[]) {
  return names.length <= NAMED_AT_MOST ? listInWords(names) : shortened(names, NAMED_AT_MOST)
}

function verb(names: readonly string[], one: string, many: string) {
  return names.length === 1 ? one : many
}
