import { expect, test } from 'vitest'
import type { Parcel } from './parcel.ts'
import { settlementOf } from './settlement.ts'

const delivery = {
  id: 1,
  fence: 1,
  attempts: 1,
  unanswered: 0,
  createdAt: new Date('2026-11-14T08:02:00Z'),
  zone: 'UTC',
  channel: { id: 1, kind: 'slack' },
}

function refusedAt(time: string, lane: Parcel['lane']) {
  const parcel = { lane, deliveries: [delivery] } as unknown as Parcel
  const now = new Date(`2026-11-${time}:00Z`)
  const settlement = settlementOf(parcel, { kind: 'refused', reason: 'http 404' }, { now, chance: 0.5 })
  return settlement?.kind === 'not-sent' ? settlement.became : undefined
}

test('U-10 a message that is refused is retried for a day', () => {
  expect(refusedAt('15T08:01', 'http')).toBe('again')
  expect(refusedAt('15T08:02', 'http')).toBe('dead')
})

test('U-10 a digest is retried for a day from the morning on which it was due', () => {
  expect(refusedAt('15T08:03', 'digest')).toBe('again')
  expect(refusedAt('16T08:00', 'digest')).toBe('again')
  expect(refusedAt('16T08:01', 'digest')).toBe('dead')
})
