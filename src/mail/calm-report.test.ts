import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { calmReport } from './calm-report.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function reports() {
  const lines: string[] = []
  const report = calmReport(
    (line) => lines.push(line),
    (count) => `and ${count} more`,
  )
  return { lines, ...report }
}

test('passes single lines through, however many over time', () => {
  const { lines, reportCalmly } = reports()
  for (let second = 0; second < 30; second += 1) {
    reportCalmly(`line ${second}`)
    vi.advanceTimersByTime(1_000)
  }
  expect(lines).toHaveLength(30)
})

test('passes the first lines of a flood through, then their number', () => {
  const { lines, reportCalmly } = reports()
  for (let line = 0; line < 500; line += 1) reportCalmly(`line ${line}`)
  expect(lines).toHaveLength(20)
  vi.advanceTimersByTime(1_000)
  expect(lines.at(-1)).toBe('and 480 more')
  reportCalmly('later')
  expect(lines.at(-1)).toBe('later')
})

test('reports held lines before closing', () => {
  const { lines, reportCalmly, close } = reports()
  for (let line = 0; line < 21; line += 1) reportCalmly(`line ${line}`)
  close()
  expect(lines.at(-1)).toBe('and 1 more')
  vi.advanceTimersByTime(5_000)
  expect(lines).toHaveLength(21)
})
