import { expect, vi } from 'vitest'
import { connect } from '../../src/db/connect.ts'
import { findDemoMark } from '../../src/db/demo.ts'
import { currentEdition } from '../../src/db/edition.ts'
import { listenForEditions } from '../../src/db/listen.ts'
import { type DemoOutcome, loadDemo } from '../../src/demo/load-demo.ts'
import { DAY_MS } from '../../src/domain/time.ts'
import { testDatabase } from '../cluster/test-database.ts'

export interface DemoLoaded {
  url: string
  now: Date
  day: string
  /** Of ten processes that loaded it at the same time. */
  outcomes: DemoOutcome[]
  timesNotified: number
  before: Awaited<ReturnType<typeof currentEdition>>
}

/**
 * A demo loaded into an empty database a week after the template's: the expected result of moving a copy of
 * the template. Loading takes seconds, so tests share it; it is removed with the run's server.
 */
export async function demoAWeekLater(): Promise<DemoLoaded> {
  const now = new Date((await dayOfTemplate()).getTime() + 7 * DAY_MS)
  const { url } = await testDatabase('empty')
  const connections = Array.from({ length: 10 }, () => connect(url))
  const [first] = connections
  if (first === undefined) throw new Error('There are ten.')
  let timesNotified = 0
  const listener = await listenForEditions(url, { onEdition: () => timesNotified++, onLost: () => {} })
  try {
    const before = await currentEdition(first.db)
    const outcomes = await Promise.all(connections.map(({ db }) => loadDemo(db, { now })))
    await vi.waitFor(() => expect(timesNotified).toBeGreaterThan(0), { timeout: 60_000 })
    return { url, now, day: now.toISOString().slice(0, 10), outcomes, timesNotified, before }
  } finally {
    await listener.stop()
    await Promise.all(connections.map(({ close }) => close()))
  }
}

async function dayOfTemplate(): Promise<Date> {
  const database = await testDatabase('demo')
  try {
    const { day } = (await findDemoMark(database.db)) ?? { day: '' }
    return new Date(`${day}T10:42:00Z`)
  } finally {
    await database.drop()
  }
}
