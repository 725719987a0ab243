import { pino } from 'pino'
import { expect, test } from 'vitest'
import { logBackups } from './log-events.ts'
import type { WorkerNews } from './worker-process.ts'

const WARNING = 40

test('a backup that could not be verified is a warning, and counts apart from the others', () => {
  const lines: { level: number; msg: string }[] = []
  const reported: WorkerNews[] = []
  const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) })
  const onEvent = logBackups(log, (news) => reported.push(news))
  const made = { kind: 'made', file: 'candor.tar', bytes: 1, rows: 1, edition: 1, tookMs: 1 } as const
  onEvent({ ...made, verdict: { kind: 'verified' } })
  onEvent({ ...made, verdict: { kind: 'not-verified', why: 'permission denied to create database' } })
  expect(reported.map((news) => 'became' in news && news.became)).toEqual(['made', 'unverified'])
  expect(lines[1]).toMatchObject({ level: WARNING, verdict: { why: expect.stringContaining('denied') } })
})
