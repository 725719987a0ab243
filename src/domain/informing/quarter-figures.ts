import type { Month } from '../calendar/month.ts'
import { type GoalFrom, type GoalRule, goalIn, goalsBegun, type MinutesFrom } from '../dated-goals.ts'
import { MINUTE_MS } from '../time.ts'
import {
  FEWEST_MESSAGES_NAMED,
  HISTORY_AFTER_DAYS,
  type IncidentFacts,
  isBeforeStart,
  promiseResult,
  publishedToMessage,
  startToPublished,
} from './incident-facts.ts'

export interface InformingGoals {
  publish_goals: readonly MinutesFrom[]
  message_goals: readonly MinutesFrom[]
  promise_goals: readonly GoalFrom[]
}

export const NO_INFORMING_GOALS: InformingGoals = {
  publish_goals: [],
  message_goals: [],
  promise_goals: [],
}

export function informingGoalsBegun(goals: InformingGoals, now: Date) {
  return {
    publish_goals: goalsBegun(goals.publish_goals, now),
    message_goals: goalsBegun(goals.message_goals, now),
    promise_goals: goalsBegun(goals.promise_goals, now),
  }
}

const MOST_MINUTES = 1440

export const MINUTE_GOALS: GoalRule = {
  isValid: (minutes) => Number.isInteger(minutes) && minutes >= 1 && minutes <= MOST_MINUTES,
  isStricter: (a, b) => (a ?? Number.POSITIVE_INFINITY) < (b ?? Number.POSITIVE_INFINITY),
  sayInvalid: `A goal is from 1 to ${MOST_MINUTES} whole minutes.`,
  sayLooser: 'The goal of this month can only be lowered. A higher one can count from next month on.',
}

export const PROMISE_GOALS: GoalRule = {
  isValid: (percent) => Number.isInteger(percent) && percent >= 1 && percent <= 100,
  isStricter: (a, b) => (a ?? 0) > (b ?? 0),
  sayInvalid: 'A goal is from 1 to 100%, without decimals.',
  sayLooser: 'The goal of this month can only be raised. A lower one can count from next month on.',
}

/** A median of fewer says nothing: they are listed instead. */
export const FEWEST_FOR_MEDIAN = 5

/** `2026-Q4` in UTC. */
export type Quarter = string

export function quarterOf(at: number): Quarter {
  const date = new Date(at)
  return `${date.getUTCFullYear()}-Q${Math.floor(date.getUTCMonth() / 3) + 1}`
}

export function isQuarter(written: string): boolean {
  return /^\d{4}-Q[1-4]$/.test(written)
}

export function quarterBefore(quarter: Quarter): Quarter {
  const [year = 0, number = 1] = quarter.split('-Q').map(Number)
  return number === 1 ? `${year - 1}-Q4` : `${year}-Q${number - 1}`
}

export function quarterWords(quarter: Quarter): string {
  const [year = '', number = '1'] = quarter.split('-Q')
  return `${QUARTER_MONTHS[Number(number) - 1] ?? ''} ${year}`
}

const QUARTER_MONTHS = ['Jan to Mar', 'Apr to Jun', 'Jul to Sep', 'Oct to Dec']

export function quarterOfIncident(facts: IncidentFacts): Quarter | undefined {
  const at = momentOfIncident(facts)
  return at === null ? undefined : quarterOf(at)
}

/**
 * Its start, or its publication if that was earlier: a later start is a mistake and may even be in the
 * future.
 */
function momentOfIncident(facts: IncidentFacts): number | null {
  return isBeforeStart(facts) ? facts.published : (facts.began ?? facts.published)
}

/** Times in minutes. */
export interface TimeFigures {
  count: number
  median: number | null
  p90: number | null
  values: number[]
  /** Against the goal of the month in which an incident began. Null: no month had a goal. */
  goal: { judged: number; met: number } | null
}

export interface PromiseFigures {
  kept: number
  broken: number
  percent: number | null
  goal: { percent: number; isMet: boolean } | null
}

export interface QuarterFigures {
  incidents: number
  history: number
  unknown: number
  early: number
  /** None of their messages could be delivered. They miss any goal. */
  failed: number
  published: TimeFigures
  message: TimeFigures
  promises: PromiseFigures
}

export function quarterFigures(
  incidents: readonly IncidentFacts[],
  { quarter, goals, now }: { quarter: Quarter; goals: InformingGoals; now: number },
): QuarterFigures {
  const failed = incidents.filter(({ messages, isHistory }) => messages.state === 'failed' && !isHistory)
  return {
    incidents: incidents.length,
    history: incidents.filter(({ isHistory }) => isHistory).length,
    unknown: incidents.filter(({ published }) => published === null).length,
    early: incidents.filter(isBeforeStart).length,
    failed: failed.length,
    published: timeFigures(incidents, startToPublished, { goals: goals.publish_goals }),
    message: timeFigures(incidents, publishedToMessage, { goals: goals.message_goals, failed }),
    promises: promiseFigures(incidents, { quarter, goals: goals.promise_goals, now }),
  }
}

function timeFigures(
  incidents: readonly IncidentFacts[],
  measure: (facts: IncidentFacts) => number | null,
  { goals, failed = [] }: { goals: readonly MinutesFrom[]; failed?: readonly IncidentFacts[] },
): TimeFigures {
  const measured = incidents.flatMap((facts) => {
    const ms = measure(facts)
    return ms === null ? [] : { minutes: tenthsOf(ms), goal: goalIn(goals, monthOfIncident(facts)) }
  })
  const values = measured.map(({ minutes }) => minutes).sort((a, b) => a - b)
  const judged = measured.filter(({ goal }) => goal !== null)
  const missed = failed.filter((facts) => goalIn(goals, monthOfIncident(facts)) !== null)
  const isEnough = values.length >= FEWEST_FOR_MEDIAN
  return {
    count: values.length,
    median: isEnough ? median(values) : null,
    p90: isEnough ? (values[Math.ceil(values.length * 0.9) - 1] ?? null) : null,
    values: isEnough ? [] : values,
    goal:
      judged.length + missed.length === 0
        ? null
        : {
            judged: judged.length + missed.length,
            met: judged.filter(({ minutes, goal }) => goal !== null && minutes <= goal).length,
          },
  }
}

function promiseFigures(
  incidents: readonly IncidentFacts[],
  { quarter, goals, now }: { quarter: Quarter; goals: readonly GoalFrom[]; now: number },
): PromiseFigures {
  const results = incidents.flatMap(({ promises }) =>
    (promises ?? []).map((promise) => promiseResult(promise, now)),
  )
  const kept = results.filter((result) => result === 'kept').length
  const broken = results.filter((result) => result === 'broken').length
  const total = kept + broken
  const goal = promiseGoalIn(goals, quarter)
  return {
    kept,
    broken,
    // Rounded down: 100% means all of them.
    percent: total < FEWEST_FOR_MEDIAN ? null : Math.floor((kept * 100) / total),
    goal: goal === null || total === 0 ? null : { percent: goal, isMet: kept * 100 >= goal * total },
  }
}

function promiseGoalIn(goals: readonly GoalFrom[], quarter: Quarter): number | null {
  const inQuarter = monthsOf(quarter).flatMap((month) => goalIn(goals, month) ?? [])
  return inQuarter.length === 0 ? null : Math.max(...inQuarter)
}

function monthsOf(quarter: Quarter): Month[] {
  const [year = '', number = '1'] = quarter.split('-Q')
  return [2, 1, 0].map((back) => `${year}-${String(Number(number) * 3 - back).padStart(2, '0')}`)
}

function monthOfIncident(facts: IncidentFacts): Month {
  return new Date(momentOfIncident(facts) ?? 0).toISOString().slice(0, 'YYYY-MM'.length)
}

function median(sorted: readonly number[]): number {
  const middle = (sorted.length - 1) / 2
  const [low = 0, high = low] = [sorted[Math.floor(middle)], sorted[Math.ceil(middle)]]
  return Math.round(((low + high) / 2) * 10) / 10
}

/** Minutes with one decimal. Rounded up: what is shown as 15 minutes took no longer. */
export function tenthsOf(ms: number): number {
  return Math.ceil((ms / MINUTE_MS) * 10) / 10
}

/** They may be used in a claim, so nothing is left to guess. */
export const INFORMING_DEFINED: readonly string[] = [
  'An incident belongs to the quarter that it began in, in UTC. Its start is when the problem began, as we know it today, not when we noticed it.',
  'If that start is after its publication, the incident belongs to the quarter that it was published in. It is listed, but has no time from start to published.',
  'A withdrawn incident is no longer listed or counted, except in the number of incidents withdrawn in a quarter across all clouds. The public log still shows that it existed, as far back as the log goes.',
  'Published is when readers of this site could first see it. The first message is the first one that a mail server or another receiver accepted. 95% of messages are out when that share of all messages about its beginning was accepted. Daily digests don’t count, and neither do channels that were switched off. If no message could be delivered, a goal for the first one is missed.',
  `An incident that was first published more than ${HISTORY_AFTER_DAYS} days after it ended was added as history. It is listed, but does not count as late.`,
  'A promise is the time of the next update that an open incident showed. It is kept if we published an update, or resolved the incident, by that time. A promise that we moved or dropped without an update still counts.',
  'If an update repeats an earlier promise, another one has to follow by then.',
  `Half of the times are at or below the median, and 90% are at or below the 90th percentile. With fewer than ${FEWEST_FOR_MEDIAN}, each of them is listed instead.`,
  'Anything this site doesn’t know is shown as unknown and doesn’t count: incidents that were imported, and messages that were no longer on record when this was first counted.',
  'A goal counts from the month that it was set for. Earlier months keep the goal they had. Promises of a quarter are measured against its strictest goal.',
  `We publish only numbers of messages. Numbers below ${FEWEST_MESSAGES_NAMED} are left out, so that they can’t point to a person. The time of the first message is then rounded up to the minute, as it is until all are counted, and the time of 95% is left out.`,
]
