import { availability, PART_LOST, type TimeByState, type TimeWindow } from './availability.ts'
import type { GoalRule } from './dated-goals.ts'
import { CENTER_STATES } from './map/center-state.ts'

export const LOWEST_GOAL = 90
/** As many as figures are shown with: a figure below its goal must not be called met. */
const DECIMALS = 3

export const AVAILABILITY_GOALS: GoalRule = {
  isValid: (percent) =>
    percent >= LOWEST_GOAL && percent <= 100 && Number(percent.toFixed(DECIMALS)) === percent,
  isStricter: (a, b) => (a ?? 0) > (b ?? 0),
  sayInvalid: `A goal is from ${LOWEST_GOAL} to 100%, with up to ${DECIMALS} decimals.`,
  sayLooser: 'The goal of this month can only be raised. A lower one can count from next month on.',
}

export type GoalResult = 'met' | 'missed' | 'open'

export interface GoalCheck {
  percent: number
  result: GoalResult
  allowedMs: number
  lostMs: number
}

/**
 * While the month lasts, the loss allowed in all of it counts; otherwise a minute on its first day would
 * break any goal. Null without anything to measure.
 */
export function checkGoal(
  percent: number,
  { times, month, now }: { times: TimeByState; month: TimeWindow; now: number },
): GoalCheck | null {
  if (availability(times) === null) return null
  const toCome = Math.max(0, month.to - Math.max(now, month.from))
  const counted = sumOf(times, (state) => (state === 'under_maintenance' ? 0 : 1)) + toCome
  const lostMs = sumOf(times, (state) => PART_LOST[state])
  const allowedMs = counted * (1 - percent / 100)
  // Half a millisecond is an error of the arithmetic, not an outage.
  const isMissed = lostMs - allowedMs > 0.5
  return { percent, result: isMissed ? 'missed' : toCome > 0 ? 'open' : 'met', allowedMs, lostMs }
}

function sumOf(times: TimeByState, weightOf: (state: (typeof CENTER_STATES)[number]) => number): number {
  return CENTER_STATES.reduce((sum, state) => sum + times[state] * weightOf(state), 0)
}

export function goalWords(percent: number): string {
  return `${percent}%`
}
