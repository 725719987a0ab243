import type { Channels } from '../../../contract/channels.ts'

type Severities = Channels['data']['severities']

export interface SeverityChoice {
  rank: number
  words: string
}

export function severityChoices(severities: Severities): SeverityChoice[] {
  const mildestFirst = severities.toSorted((one, other) => one.rank - other.rank)
  const stricter = mildestFirst.slice(1).map(({ rank, name }, index, those) => ({
    rank,
    words: index === those.length - 1 ? `${name} only` : `${name} or worse`,
  }))
  return [{ rank: 0, words: 'All incidents' }, ...stricter]
}

export function chosenSeverity(choices: readonly SeverityChoice[], rank: number): number {
  const choice = choices.find((each) => each.rank >= rank) ?? choices.at(-1)
  return choice?.rank ?? 0
}
