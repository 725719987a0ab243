import { blockedHow, type ThreatCategory } from '../../domain/threats/threat-category.ts'
import { amountWords, threatDayWords } from '../threats/threat-words.ts'

import { byCity, bySource, ranked } from './strongest-flows.ts'
import { blockedThatDay, flowsOf, isWhole, type ThreatDay, type ThreatFlow } from './threat-flow.ts'

export function threatSentences(shown: ThreatDay, category?: ThreatCategory): [string, string?] {
  const { day, total, flows } = shown
  if (day === null || total === 0) return [nothingWords(day)]
  const first = `${blockedWords(blockedThatDay(shown, category), category)} on ${threatDayWords(day)}.`
  const leaders = leaderWords(flowsOf(flows, category))
  if (leaders === undefined) return [first]
  return [first, isWhole(shown, category) ? capitalized(leaders) : `In the largest flows, ${leaders}`]
}

function nothingWords(day: string | null) {
  return day === null
    ? 'There are no threat figures yet.'
    : `No threats were blocked on ${threatDayWords(day)}.`
}

function blockedWords(amount: number, category: ThreatCategory | undefined) {
  if (amount === 0) return `No threats were ${blockedHow(category)}`
  return `${amountWords(amount)} ${amount === 1 ? 'threat was' : 'threats were'} ${blockedHow(category)}`
}

function leaderWords(flows: readonly ThreatFlow[]) {
  const source = leaderOf(flows, bySource)
  const city = leaderOf(flows, byCity)
  const words = [
    source === undefined ? undefined : `the most came from ${countryWords(source)}`,
    city === undefined ? undefined : `${city.data_center.city} stopped the most`,
  ].filter((part) => part !== undefined)
  return words.length === 0 ? undefined : `${words.join('; ')}.`
}

/** Undefined on a tie. */
function leaderOf(flows: readonly ThreatFlow[], keyOf: (flow: ThreatFlow) => string): ThreatFlow | undefined {
  const [first, second] = ranked(flows, keyOf)
  return first?.blocked === second?.blocked ? undefined : first?.example
}

function countryWords({ country, country_name }: ThreatFlow) {
  return NAMED_WITH_ARTICLE.has(country) ? `the ${country_name}` : country_name
}

const NAMED_WITH_ARTICLE = new Set([
  'AE',
  'BS',
  'CD',
  'CF',
  'CG',
  'DO',
  'GB',
  'GM',
  'KM',
  'MH',
  'MV',
  'NL',
  'PH',
  'SB',
  'SC',
  'US',
])

function capitalized(text: string) {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
