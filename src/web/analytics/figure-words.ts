import { shortDayWords } from '../../domain/calendar/day-words.ts'
import { exactNumber, shareWords } from '../../domain/threats/number-words.ts'
import { blockedHow } from '../../domain/threats/threat-category.ts'
import { dayFromName } from '../../domain/time.ts'
import { amountWords, threatDayWords } from '../threats/threat-words.ts'

import type { Figures, ThreatLine } from './figures.ts'
import { meansOf } from './line-layout.ts'

export function periodWords({ from, to }: Figures): string {
  return from === to ? shortDayWords(to) : `${shortDayWords(from)} to ${shortDayWords(to)}`
}

export function daysOf({ from, to }: Figures): number {
  return dayFromName(to) - dayFromName(from) + 1
}

export function threatHighlights(figures: Figures): string[] {
  const [only, another] = figures.categories
  const of = blockedHow(another === undefined ? only?.category : undefined)
  const families = figures.categories.flatMap((category) => category.families)
  const [first] = families.toSorted((a, b) => b.blocked - a.blocked)
  if (first === undefined) return []
  const busiest = busiestPoint(figures)
  const share = shareWords(first.blocked, figures.total)
  return [
    ...(families.length > 1 ? [`most often ${first.family}, ${share} of all ${of}`] : []),
    ...(busiest === undefined ? [] : [busiest]),
  ]
}

function busiestPoint({ points, lines, step }: Figures): string | undefined {
  const means = lines.map((line) => meansOf(line, points))
  const together = points.map((_, index) => means.reduce((sum, each) => sum + (each[index] ?? 0), 0))
  const largest = Math.max(...together)
  const day = points[together.indexOf(largest)]?.day
  if (day === undefined || points.length < 2 || largest === 0) return undefined
  const amount = amountWords(Math.round(largest))
  return step === 'week'
    ? `busiest in the week from ${shortDayWords(day)} with ${amount} per day`
    : `busiest on ${threatDayWords(day)} with ${amount}`
}

export interface ChartPointWords {
  title: string
  values: { line: ThreatLine; words: string }[]
  /** Only set with several lines. */
  total: string | undefined
}

export function chartPointWords({ points, lines, step }: Figures, index: number): ChartPointWords {
  const point = points[index]
  const title = point === undefined ? '' : pointWords(point.day, step)
  const values = lines
    .map((line) => ({ line, mean: meansOf(line, points)[index] }))
    .flatMap(({ line, mean }) => (mean === undefined ? [] : { line, mean }))
    .sort((a, b) => b.mean - a.mean)
  const total = values.reduce((sum, { mean }) => sum + mean, 0)
  return {
    title,
    values: values.map(({ line, mean }) => ({ line, words: rounded(mean) })),
    total: values.length > 1 ? rounded(total) : undefined,
  }
}

function pointWords(day: string, step: Figures['step']) {
  return step === 'week' ? `Week from ${shortDayWords(day)}, mean per day` : threatDayWords(day)
}

function rounded(mean: number) {
  return exactNumber(Math.round(mean))
}

export function pointSentence(figures: Figures, index: number): string {
  const { title, values, total } = chartPointWords(figures, index)
  if (values.length === 0) return `${title}: no figures`
  const each = values.map(({ line, words }) => `${line.title} ${words}`)
  return `${title}: ${[...each, ...(total === undefined ? [] : [`total ${total}`])].join(', ')}`
}
