import { expect, test } from 'vitest'
import { madeUpEdition } from '../../../../tests/support/made-up-advisories.ts'
import { plainRecord } from '../../../../tests/support/plain-record.ts'
import { writeOwnCalendar } from './own-calendar.ts'

test('a personal calendar leaves out maintenance that is only on retired clouds', () => {
  const work = (id: number, clouds: number[]) =>
    plainRecord({
      id,
      kind: 'maintenance',
      event_type: 'scheduled',
      clouds,
      from_time: new Date('2026-04-02T22:00:00Z'),
    })
  // Cloud 9 was retired.
  const { site, ...edition } = madeUpEdition([work(1, [9]), work(2, [2, 9])])
  const written = writeOwnCalendar(
    { ...edition, site: { ...site, dataCenters: new Map() } },
    {
      subscriptions: [2, 9].map((cloudId) => ({ scope: 'maintenance', cloudId, tid: null })),
      publicUrl: 'https://trust.example',
      isGovDeployment: false,
    },
  )
  expect(written.match(/^UID:.*$/gm)).toEqual(['UID:maintenance-2@trust.example'])
  expect(written).toContain('/northwallone.net/posts/2')
})
