import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { watchDatabase } from '../../src/server/start/watch-database.ts'
import { type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import { proxyDatabase } from '../support/database-proxy.ts'
import { eventually } from '../support/eventually.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
})

afterAll(() => database.drop())

test.each(['cut', 'freeze'] as const)(
  'a worker notices a lost database, and counts it once, when its connections %s',
  async (how) => {
    const proxy = await proxyDatabase(database.url)
    onTestFinished(() => proxy.stop())
    const events: string[] = []
    const watch = watchDatabase(proxy.url, {
      onLost: () => events.push('lost'),
      onFound: () => events.push('found'),
      lookEveryMs: 20,
      answerWithinMs: 500,
    })
    onTestFinished(() => watch.stop())
    expect(watch.isReached()).toBe(true)
    proxy[how]()
    await eventually(() => expect(watch.isReached()).toBe(false))
    proxy.mend()
    await eventually(() => expect(watch.isReached()).toBe(true))
    expect(events.slice(0, 2)).toEqual(['lost', 'found'])
  },
)
