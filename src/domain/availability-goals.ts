import { availability, PART_LOST, type TimeByState, type TimeWindow } from './availability.ts'
import type { Month } from './calendar/month.ts'
import { CENTER_STATES } from './map/center-state.ts'

/** An availability goal that counts from a month on, until the next one. */
export interface GoalFrom {
  from: Month
  /** Null: no goal from then on. */
  percent: number | null
}

export const LOWEST_GOAL = 90
export const MOST_GOALS = 100
/** As many as figures are shown with: a figure below its goal must not be called met. */
const DECIMALS = 3

/** The goal of a month. It stays what it was, whatever is decided later. */
export function goalIn(goals: readonly GoalFrom[], month: Month): number | null {
  return goals.findLast(({ from }) => from <= month)?.percent ?? null
}

/** In order of time, and only what changes something. The later of two for the same month counts. */
export function tidyGoals(typed: readonly GoalFrom[]): GoalFrom[] {
  const byMonth = new Map(typed.map((goal) => [goal.from, goal]))
  const inOrder = [...byMonth.values()].sort((a, b) => (a.from < b.from ? -1 : 1))
  return inOrder.filter(({ percent }, index) => percent !== (inOrder[index - 1]?.percent ?? null))
}

/**
 * Months that are over were measured against the goal of their time. A new goal must not make them look met or missed,
 * so changes count from this month at the earliest. Readers have seen this month's goal, and how much of it is used up,
 * so it can't be lowered either.
 */
export function goalsError(
  goals: readonly GoalFrom[],
  { before, thisMonth }: { before: readonly GoalFrom[] | undefined; thisMonth: Month },
): string | undefined {
  if (goals.some(({ percent }) => percent !== null && !isGoal(percent)))
    return `A goal is from ${LOWEST_GOAL} to 100%, with up to ${DECIMALS} decimals.`
  if (before === undefined) return undefined
  if (pastGoals(goals, thisMonth) !== pastGoals(before, thisMonth))
    return 'Months that are over keep their goal. A change can count from this month on.'
  if ((goalIn(goals, thisMonth) ?? 0) < (goalIn(before, thisMonth) ?? 0))
    return 'The goal of this month can only be raised. A lower one can count from next month on.'
  return undefined
}

function pastGoals(goals: readonly GoalFrom[], thisMonth: Month): string {
  const past = goals.filter(({ from }) => from < thisMonth)
  return past.map(({ from, percent }) => `${from} ${percent}`).join()
}

function isGoal(percent: number): boolean {
  return percent >= LOWEST_GOAL && percent <= 100 && Number(percent.toFixed(DECIMALS)) === percent
}

/** `open`: the month is not over, and the goal can still be met. */
export type GoalResult = 'met' | 'missed' | 'open'

export interface GoalCheck {
  percent: number
  result: GoalResult
  /** Milliseconds that may be lost in the month. */
  allowedMs: number
  lostMs: number
}

/**
 * A month against its goal. As long as it lasts, what may be lost is counted for all of it: otherwise a minute on its
 * first day would break any goal. Null without anything to measure.
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

/** As it was set: `99.9%`, `99.995%`. */
export function goalWords(percent: number): string {
  return `${percent}%`
}
