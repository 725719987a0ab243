import { expect, test } from 'vitest'
import { barLayout, daysBetween, valuesByDay } from './day-series.ts'

test('Z-06 every day of a period is included, even without figures', () => {
  const days = daysBetween('2026-02-27', '2026-03-02')
  expect(days).toEqual(['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02'])
  const rows = [
    { day: '2026-02-28', count: 2 },
    { day: '2026-02-28', count: 3 },
    { day: '2026-03-02', count: 1 },
  ]
  expect(valuesByDay(days, rows, ({ count }) => count)).toEqual([0, 5, 0, 1])
})

test('Z-06 the parts of a bar are stacked and never exceed the chart', () => {
  const { ticks, bars } = barLayout(2, [
    { key: 'sent', title: 'Sent', hue: 'sent', values: [6, 0] },
    { key: 'dead', title: 'Failed', hue: 'dead', values: [4, 0] },
  ])
  expect(ticks.at(-1)).toEqual({ value: 10, y: 0 })
  expect(bars[0]?.parts).toEqual([
    { key: 'sent', hue: 'sent', y: 40, height: 60 },
    { key: 'dead', hue: 'dead', y: 0, height: 40 },
  ])
  expect(bars[1]).toEqual({ x: 57, width: 36, parts: [] })
})

test('Z-06 without data the chart is empty', () => {
  expect(barLayout(7, []).ticks.map(({ value }) => value)).toEqual([0, 1])
})
