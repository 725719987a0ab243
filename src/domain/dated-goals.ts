import { firstDayOf, type Month, monthOf } from './calendar/month.ts'
import { DAY_MS, utcDay } from './time.ts'

export interface GoalFrom {
  from: Month
  /** Null: no goal from then on. */
  percent: number | null
}

export interface MinutesFrom {
  from: Month
  minutes: number | null
}

type DatedGoal = GoalFrom | MinutesFrom

export interface GoalRule {
  isValid(value: number): boolean
  isStricter(a: number | null, b: number | null): boolean
  sayInvalid: string
  sayLooser: string
}

export const MOST_GOALS = 100

export function goalIn(goals: readonly DatedGoal[], month: Month): number | null {
  const goal = goals.findLast(({ from }) => from <= month)
  return goal === undefined ? null : numberOf(goal)
}

export function goalsBegun<G extends { from: Month }>(goals: readonly G[], now: Date): G[] {
  return goals.filter(({ from }) => hasGoalBegun(from, now))
}

export function hasGoalBegun(from: Month, now: Date): boolean {
  return from <= monthOf(utcDay(now.getTime()))
}

export function nextGoalStart(goals: Iterable<{ from: Month }>, now: Date): Date | undefined {
  const starts = Array.from(goals, ({ from }) => firstDayOf(from) * DAY_MS)
  const toCome = starts.filter((start) => start > now.getTime())
  return toCome.length === 0 ? undefined : new Date(Math.min(...toCome))
}

export function tidyGoals<G extends DatedGoal>(typed: readonly G[]): G[] {
  const byMonth = new Map(typed.map((goal) => [goal.from, goal]))
  const inOrder = [...byMonth.values()].sort((a, b) => (a.from < b.from ? -1 : 1))
  return inOrder.filter((goal, index) => {
    const before = inOrder[index - 1]
    return numberOf(goal) !== (before === undefined ? null : numberOf(before))
  })
}

export function goalsError<G extends DatedGoal>(
  goals: readonly G[],
  { before, thisMonth, rule }: { before: readonly G[] | undefined; thisMonth: Month; rule: GoalRule },
): string | undefined {
  const values = goals.map(numberOf)
  if (values.some((value) => value !== null && !rule.isValid(value))) return rule.sayInvalid
  if (before === undefined) return undefined
  if (pastGoals(goals, thisMonth) !== pastGoals(before, thisMonth))
    return 'Months that are over keep their goal. A change can count from this month on.'
  if (rule.isStricter(goalIn(before, thisMonth), goalIn(goals, thisMonth))) return rule.sayLooser
  return undefined
}

function pastGoals(goals: readonly DatedGoal[], thisMonth: Month): string {
  const past = goals.filter(({ from }) => from < thisMonth)
  return past.map((goal) => `${goal.from} ${numberOf(goal)}`).join()
}

function numberOf(goal: DatedGoal): number | null {
  return 'percent' in goal ? goal.percent : goal.minutes
}
