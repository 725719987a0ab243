import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { calmReport } from './calm-report.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function told() {
  const lines: string[] = []
  const report = calmReport(
    (line) => lines.push(line),
    (count) => `and ${count} more`,
  )
  return { lines, ...report }
}

test('passes single lines through, however many over time', () => {
  const { lines, tell } = told()
  for (let second = 0; second < 30; second += 1) {
    tell(`line ${second}`)
    vi.advanceTimersByTime(1_000)
  }
  expect(lines).toHaveLength(30)
})

test('passes the first lines of a flood through, then their number', () => {
  const { lines, tell } = told()
  for (let line = 0; line < 500; line += 1) tell(`line ${line}`)
  expect(lines).toHaveLength(20)
  vi.advanceTimersByTime(1_000)
  expect(lines.at(-1)).toBe('and 480 more')
  tell('later')
  expect(lines.at(-1)).toBe('later')
})

test('reports held lines before closing', () => {
  const { lines, tell, close } = told()
  for (let line = 0; line < 21; line += 1) tell(`line ${line}`)
  close()
  expect(lines.at(-1)).toBe('and 1 more')
  vi.advanceTimersByTime(5_000)
  expect(lines).toHaveLength(21)
})
