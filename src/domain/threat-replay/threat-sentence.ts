import { longDayWords } from '../calendar/day-words.ts'
import { THREAT_BLOCKED_HOW, type ThreatCategory } from '../threats/threat-category.ts'
import { amountWords } from './amount-words.ts'
import { blockedIn, type ThreatDay, type ThreatFlow } from './threat-flow.ts'
import { byCity, bySource, ranked } from './top-threats.ts'

/** O-04: what is true of the day: how much was blocked, then where the most of it came from and went to. */
export function threatSentences(shown: ThreatDay, category?: ThreatCategory): [string, string?] {
  const { day, total, flows } = shown
  if (day === null || total === 0) return [nothingWords(day)]
  const ofKind = flowsOf(flows, category)
  // Of one category only the flows are known, and they may not be all.
  const isInFlows = category !== undefined && !isWhole(shown)
  const amount = category === undefined ? total : blockedIn(ofKind)
  const first = `${blockedWords(amount, category)} ${isInFlows ? 'in the largest flows of' : 'on'} ${threatDayWords(day)}.`
  const leaders = leaderWords(ofKind)
  if (leaders === undefined) return [first]
  return [first, isInFlows || isWhole(shown) ? capitalised(leaders) : `In the largest flows, ${leaders}`]
}

/** Whether the flows are all that was blocked that day. */
export function isWhole({ total, flows }: ThreatDay): boolean {
  return blockedIn(flows) >= total
}

export function flowsOf(
  flows: readonly ThreatFlow[],
  category: ThreatCategory | undefined,
): readonly ThreatFlow[] {
  return category === undefined ? flows : flows.filter((flow) => flow.category === category)
}

/** `Sat, 14 Nov 2026`, from `Saturday, 14 November 2026`. */
export function threatDayWords(day: string): string {
  return longDayWords(day).replace(/[A-Z][a-z]+/g, (name) => name.slice(0, SHORT_NAME_LENGTH))
}

const SHORT_NAME_LENGTH = 3

function nothingWords(day: string | null) {
  return day === null
    ? 'There are no threat figures yet.'
    : `No threats were blocked on ${threatDayWords(day)}.`
}

function blockedWords(amount: number, category: ThreatCategory | undefined) {
  const how = category === undefined ? '' : ` ${THREAT_BLOCKED_HOW[category]}`
  if (amount === 0) return `No threats were blocked${how}`
  return `${amountWords(amount)} ${amount === 1 ? 'threat was' : 'threats were'} blocked${how}`
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

/** Nobody, where two share the first place. */
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

function capitalised(text: string) {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
