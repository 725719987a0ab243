import { shareWords } from '../threats/number-words.ts'
import type { ThreatCategory } from '../threats/threat-category.ts'
import { roughly } from './amount-words.ts'
import { blockedIn, type ThreatDay } from './threat-flow.ts'
import { flowsOf, isWhole, threatDayWords } from './threat-sentence.ts'

/** As many arcs as tell a day, in about four minutes; after them it is told again. */
const ARCS_PER_DAY = 400

/** O-04: what looks live and is not must say so. */
export function replayWords(shown: ThreatDay & { day: string }, category?: ThreatCategory): string {
  const perArc = blockedIn(flowsOf(shown.flows, category)) / ARCS_PER_DAY
  const share = perArc <= 1 ? 'one' : `about ${roughly(perArc)}`
  return (
    `Not live: a replay of the threats blocked on ${threatDayWords(shown.day)} (UTC); each arc stands for ${share}. ` +
    `We count by day, so their order is drawn by lot and none carries a time.${partWords(shown)}`
  )
}

export function stillWords(shown: ThreatDay & { day: string }): string {
  return (
    `A still picture of ${threatDayWords(shown.day)} (UTC): the largest flows of blocked threats, ` +
    `a thicker line for more of them.${partWords(shown)}`
  )
}

/** What the map leaves out. */
function partWords(shown: ThreatDay) {
  if (isWhole(shown)) return ''
  const share = shareWords(blockedIn(shown.flows), shown.total)
  return ` The map knows the ${shown.flows.length} largest flows, ${share} of all that was blocked.`
}
