import { shareWords } from '../../domain/threats/number-words.ts'
import { blockedHow, type ThreatCategory } from '../../domain/threats/threat-category.ts'
import { roughly, threatDayWords } from '../threats/threat-words.ts'

import { blockedIn, blockedThatDay, flowsOf, isWhole, type ThreatDay } from './threat-flow.ts'

/** Arcs per replay of a day, about four minutes; then it repeats. */
const ARCS_PER_DAY = 400

/** O-04: it looks live, so it has to say that it isn't. */
export function replayWords(shown: ThreatDay & { day: string }, category?: ThreatCategory): string {
  const perArc = blockedIn(flowsOf(shown.flows, category)) / ARCS_PER_DAY
  const share = perArc <= 1 ? 'one threat' : `about ${roughly(perArc)} threats`
  return (
    `This is a replay, not live: each arc represents ${share} blocked on ${threatDayWords(shown.day)} (UTC), ` +
    `in random order.${partWords(shown, category)}`
  )
}

export function stillWords(shown: ThreatDay & { day: string }, category?: ThreatCategory): string {
  return (
    `A still picture of ${threatDayWords(shown.day)} (UTC): the thicker a line, the more threats were blocked.` +
    partWords(shown, category)
  )
}

function partWords(shown: ThreatDay, category: ThreatCategory | undefined) {
  if (isWhole(shown, category)) return ''
  const flows = flowsOf(shown.flows, category)
  const share = shareWords(blockedIn(flows), blockedThatDay(shown, category))
  const largest = flows.length === 1 ? 'the largest flow' : `the ${flows.length} largest flows`
  return ` The map shows ${largest}, ${share} of all ${blockedHow(category)} that day.`
}
