import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SendOutcome } from '../sender.ts'
import type { DeliveryEvent } from './delivery-event.ts'
import type { Parcel } from './parcel.ts'
import { openWay } from './way.ts'

const PERHAPS = { kind: 'perhaps', reason: 'dropped' } as const
const SENT = { kind: 'sent' } as const
const LATER = { kind: 'later', reason: '450' } as const
const PAUSES = { firstMs: 1_000, longestMs: 8_000, restMs: 5_000 }

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('closes the way after a few unanswered messages in a row', async () => {
  const { carry, way, events } = wayWith({ mostUnanswered: 3 })
  await carry(PERHAPS, PERHAPS)
  expect(way.room()).toBe(20)
  await carry(PERHAPS)
  expect(way.room()).toBe(0)
  expect(events).toEqual([{ kind: 'paused', way: 'mail', reason: 'unanswered: dropped', forMs: 5_000 }])
})

test('a sent message resets the count, a delayed one does not', async () => {
  const { carry, way } = wayWith({ mostUnanswered: 3 })
  await carry(PERHAPS, PERHAPS, SENT, PERHAPS, PERHAPS, LATER)
  expect(way.isTrying()).toBe(false)
  await carry(PERHAPS)
  expect(way.isTrying()).toBe(true)
})

test('an unanswered probe extends the pause, an answered one ends it', async () => {
  const { carry, way, events } = wayWith({ mostUnanswered: 3 })
  await carry(PERHAPS, PERHAPS, PERHAPS)
  vi.advanceTimersByTime(5_000)
  expect(way.room()).toBe(1)
  await carry(PERHAPS)
  expect(events.at(-1)).toMatchObject({ kind: 'paused', forMs: 10_000 })
  vi.advanceTimersByTime(10_000)
  await carry(SENT)
  expect(events.at(-1)).toEqual({ kind: 'resumed', way: 'mail' })
  expect(way.room()).toBe(20)
})

test('a probe that could not be tried leaves its turn to another', async () => {
  const { carry, way, events } = wayWith({ mostUnanswered: 1 })
  await carry(PERHAPS)
  vi.advanceTimersByTime(5_000)
  await carry({ kind: 'held', reason: 'no key' })
  expect([way.isTrying(), way.room()]).toEqual([true, 1])
  await carry(SENT)
  expect(events.at(-1)).toEqual({ kind: 'resumed', way: 'mail' })
})

test('unanswered messages to independent receivers close nothing', async () => {
  const { carry, way } = wayWith({})
  await carry(...Array.from({ length: 50 }, () => PERHAPS))
  expect(way.isTrying()).toBe(false)
})

function wayWith(of: { mostUnanswered?: number }) {
  const events: DeliveryEvent[] = []
  const outcomes: SendOutcome[] = []
  const send = async () => outcomes.shift() ?? SENT
  const way = openWay({
    name: 'mail',
    sender: { send, sendDigest: send, close: async () => {} },
    size: 20,
    onEvent: (event) => events.push(event),
    onRoom: () => {},
    pauses: PAUSES,
    ...of,
  })
  const parcel = { lane: 'mail', deliveries: [{}], publications: [{}] } as unknown as Parcel
  const carry = async (...next: SendOutcome[]) => {
    for (const outcome of next) {
      outcomes.push(outcome)
      await way.carry(parcel, async () => {})
    }
  }
  return { way, events, carry }
}
