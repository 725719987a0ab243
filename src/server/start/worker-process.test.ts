import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tallyNews, type WorkerNews } from './worker-process.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const sent: WorkerNews = { kind: 'deliveries', lane: 'mail', became: 'sent', count: 2 }

test('reports once per second, with counts added up by kind', () => {
  const reports: WorkerNews[][] = []
  const tally = tallyNews((news) => reports.push(news))
  tally.add(sent)
  tally.add({ ...sent, count: 3 })
  tally.add({ kind: 'backups', became: 'made', count: 1 })
  expect(reports).toEqual([])
  vi.advanceTimersByTime(1_000)
  expect(reports).toEqual([
    [
      { ...sent, count: 5 },
      { kind: 'backups', became: 'made', count: 1 },
    ],
  ])
  tally.flush()
  expect(reports).toHaveLength(1)
})
