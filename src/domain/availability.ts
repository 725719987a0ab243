import { firstDayOf, lastDayOf, type Month, monthAfter, monthOf } from './calendar/month.ts'
import { CENTER_STATES, type CenterState, gravity } from './map/center-state.ts'
import { DAY_MS, type UtcDay, utcDay } from './time.ts'

/** Without an end, it is ongoing. */
export interface StateSpan {
  state: CenterState
  from: number
  to: number | null
}

/** The end is exclusive. */
export interface TimeWindow {
  from: number
  to: number
}

/** Milliseconds in each state. */
export type TimeByState = Record<CenterState, number>

/**
 * The share of the time in a state that counts as lost. Trouble under investigation isn't confirmed, and
 * maintenance was announced.
 */
export const PART_LOST: Readonly<Record<CenterState, number>> = {
  operational: 0,
  under_maintenance: 0,
  under_investigation: 0,
  service_degradation: 0.3,
  service_disruption: 1,
}

export const AVAILABILITY_DEFINED =
  'Share of the time without loss, from published incidents: a disruption counts in full, a degradation 30%, an investigation not at all; maintenance is left out.'

export interface StateInterval extends TimeWindow {
  state: CenterState
}

/**
 * Covers the window without gaps. At every moment only the most severe state counts, so overlapping
 * incidents count once.
 */
export function intervalsOf(spans: readonly StateSpan[], window: TimeWindow): StateInterval[] {
  const intervals: StateInterval[] = []
  const open = CENTER_STATES.map(() => 0)
  let since = window.from
  for (const { at, rank, change } of [...edgesWithin(spans, window), { at: window.to, rank: 0, change: 0 }]) {
    const state = CENTER_STATES[open.findLastIndex((amount) => amount > 0)] ?? 'operational'
    const last = intervals.at(-1)
    if (last?.state === state) last.to = at
    else if (at > since) intervals.push({ state, from: since, to: at })
    since = at
    open[rank] = (open[rank] ?? 0) + change
  }
  return intervals
}

export function timeByState(spans: readonly StateSpan[], window: TimeWindow): TimeByState {
  const times: TimeByState = { ...NO_TIME }
  for (const { state, from, to } of intervalsOf(spans, window)) times[state] += to - from
  return times
}

const NO_TIME: TimeByState = {
  operational: 0,
  under_maintenance: 0,
  under_investigation: 0,
  service_degradation: 0,
  service_disruption: 0,
}

function edgesWithin(spans: readonly StateSpan[], window: TimeWindow) {
  const edges: { at: number; rank: number; change: 1 | -1 }[] = []
  for (const { state, from, to } of spans) {
    const first = Math.max(from, window.from)
    const last = Math.min(to ?? window.to, window.to)
    if (first >= last) continue
    edges.push({ at: first, rank: gravity(state), change: 1 }, { at: last, rank: gravity(state), change: -1 })
  }
  return edges.sort((a, b) => a.at - b.at)
}

export function sumOfTimes(all: readonly TimeByState[]): TimeByState {
  const sum: TimeByState = { ...NO_TIME }
  for (const times of all) for (const state of CENTER_STATES) sum[state] += times[state]
  return sum
}

/** Null if nothing is left to count: no time at all, or only maintenance. */
export function availability(times: TimeByState): number | null {
  const counted = lengthOf(times) - times.under_maintenance
  if (counted <= 0) return null
  const lost = CENTER_STATES.reduce((sum, state) => sum + times[state] * PART_LOST[state], 0)
  return 1 - lost / counted
}

export function gravestIn(times: TimeByState): CenterState {
  return CENTER_STATES.findLast((state) => times[state] > 0) ?? 'operational'
}

function lengthOf(times: TimeByState): number {
  return CENTER_STATES.reduce((sum, state) => sum + times[state], 0)
}

/** Never rounded up: 100% means that nothing was lost. */
export function percentWords(share: number): string {
  if (share >= 1) return '100%'
  // The product of 0.9999 and 100,000 is a little below 99,990.
  const thousandths = Math.floor(Number((share * 100_000).toFixed(4)))
  return `${(thousandths / 1000).toFixed(3).replace(/0$/, '')}%`
}

/** From the start of its first day until the start of its last; see `Life` of the timeline. */
export function lifeWindow(
  { startsOn, endsOn, isActive }: { startsOn: string; endsOn: string | null; isActive: boolean },
  now: number,
): TimeWindow {
  const from = Date.parse(startsOn)
  // A place that was decommissioned without a date counts as if it had never existed.
  const end = endsOn === null ? (isActive ? now : from) : Math.min(Date.parse(endsOn), now)
  return { from, to: Math.max(from, end) }
}

/** Null times: the place didn't exist, or the period is in the future. */
export interface Period<Name> {
  name: Name
  times: TimeByState | null
}

export function byDay(
  spans: readonly StateSpan[],
  { life, now, days }: { life: TimeWindow; now: number; days: number },
): Period<UtcDay>[] {
  const today = utcDay(now)
  const names = Array.from({ length: days }, (_, index) => today - days + 1 + index)
  const windows = names.map((day) => ({ from: day * DAY_MS, to: (day + 1) * DAY_MS }))
  return periodsOf(spans, life, { names, windows })
}

export function byMonth(
  spans: readonly StateSpan[],
  { life, now, months }: { life: TimeWindow; now: number; months: number },
): Period<Month>[] {
  const thisMonth = monthOf(utcDay(now))
  const names = Array.from({ length: months }, (_, index) => monthAfter(thisMonth, index - months + 1))
  return periodsOf(spans, life, { names, windows: names.map(monthWindow) })
}

export function monthWindow(month: Month): TimeWindow {
  return { from: firstDayOf(month) * DAY_MS, to: (lastDayOf(month) + 1) * DAY_MS }
}

export function overlapOf(a: TimeWindow, b: TimeWindow): TimeWindow | undefined {
  const both = { from: Math.max(a.from, b.from), to: Math.min(a.to, b.to) }
  return both.from < both.to ? both : undefined
}

/**
 * In one pass over consecutive windows: a place with thousands of incidents takes hardly longer than one
 * with ten.
 */
function periodsOf<Name>(
  spans: readonly StateSpan[],
  life: TimeWindow,
  { names, windows }: { names: readonly Name[]; windows: readonly TimeWindow[] },
): Period<Name>[] {
  const whole = overlapOf(life, { from: windows.at(0)?.from ?? 0, to: windows.at(-1)?.to ?? 0 })
  const intervals = whole === undefined ? [] : intervalsOf(spans, whole)
  let first = 0
  return names.map((name, index) => {
    const lived = overlapOf(life, windows[index] ?? { from: 0, to: 0 })
    if (lived === undefined) return { name, times: null }
    const times: TimeByState = { ...NO_TIME }
    while ((intervals[first]?.to ?? lived.to) <= lived.from) first++
    for (const { state, from, to } of intervalsFrom(intervals, first, lived.to))
      times[state] += Math.min(to, lived.to) - Math.max(from, lived.from)
    return { name, times }
  })
}

function* intervalsFrom(intervals: readonly StateInterval[], first: number, end: number) {
  for (let at = first; at < intervals.length; at++) {
    const interval = intervals[at]
    if (interval === undefined || interval.from >= end) return
    yield interval
  }
}
