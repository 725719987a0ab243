import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DryRun } from '../../src/contract/subscriptions.ts'
import { DAY_MS } from '../../src/domain/time.ts'
import { isShort } from '../size.ts'
import { type AccountSite, accountSite } from '../support/account-site.ts'
import { demoCloud, publishIncident } from '../support/demo-cloud.ts'
import { CLOUD, subscriber } from '../support/subscriber.ts'

let site: AccountSite

beforeAll(async () => {
  site = await accountSite()
})

afterAll(() => site.stop())

// The short run covers calls of it in costly-calls.test.ts.
test.skipIf(isShort)('a dry run without subscriptions counts nothing', async () => {
  const person = await subscriber(site)
  expect(await dryRun(person)).toEqual({
    days: 90,
    total: 0,
    by_kind: { incident: 0, maintenance: 0, advisory: 0, notification: 0 },
  })
})

// The short run covers it in recipients-properties.test.ts.
test.skipIf(isShort)(
  'a dry run counts by kind what the current choices would have sent in 90 days',
  async () => {
    const person = await subscriber(site)
    await person.subscribe('all')
    const all = await dryRun(person)
    expect(all.by_kind.incident).toBeGreaterThan(0)
    expect(all.by_kind.maintenance).toBeGreaterThan(0)
    expect(all.by_kind.notification).toBe(0)
    expect(all.total).toBe(Object.values(all.by_kind).reduce((sum, count) => sum + count, 0))

    const publicationId = await publishIncident(site.database.db, await demoCloud(site.database.db, CLOUD))
    expect((await dryRun(person)).by_kind.incident).toBe(all.by_kind.incident + 1)
    await site.database.db
      .updateTable('publications')
      .set({ created_at: new Date(site.clock.now.getTime() - 90 * DAY_MS - 1000) })
      .where('id', '=', publicationId)
      .execute()
    expect((await dryRun(person)).by_kind.incident).toBe(all.by_kind.incident)

    await person.unsubscribe('all')
    expect((await dryRun(person)).total).toBe(0)
  },
)

async function dryRun(person: Awaited<ReturnType<typeof subscriber>>) {
  const answer = await person.post('/api/subscriptions/dry-run')
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<DryRun>().data
}
