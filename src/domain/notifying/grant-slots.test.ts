import fc from 'fast-check'
import { expect, test } from 'vitest'
import { grantSlots } from './grant-slots.ts'
import { limitsOf, type MailRates, NO_RATES } from './mail-rates.ts'

const NOW = 1_000_000

function grant(addresses: string[], rates: Partial<MailRates>, times: [string, number][] = []) {
  return grantSlots(addresses, {
    rates: { ...NO_RATES, ...rates },
    times: new Map(times),
    later: new Map(),
    nowMs: NOW,
    horizonMs: 1000,
  })
}

const at = ({ slots }: ReturnType<typeof grant>) =>
  slots.map(({ at, isGranted }) => (isGranted ? at - NOW : `${at - NOW}?`))

test('mails are spread evenly, continuing after the last ones', () => {
  expect(at(grant(['a@x', 'b@x', 'c@x'], { overAll: 10 }))).toEqual([0, 100, 200])
  expect(at(grant(['a@x', 'b@x'], { overAll: 10 }, [['mail', NOW + 250]]))).toEqual([250, 350])
})

test('unused time is not saved up', () => {
  expect(at(grant(['a@x', 'b@x'], { overAll: 10 }, [['mail', NOW - 5_000]]))).toEqual([0, 100])
})

test('mails after the horizon get an estimate and use no slot', () => {
  const granted = grant(['a@x', 'b@x', 'c@x', 'd@x'], { overAll: 2 })
  expect(at(granted)).toEqual([0, 500, '1000?', '1500?'])
  expect(granted.next.get('mail')).toBe(NOW + 1000)
})

test('mails that have to ask again get different times, also across batches', () => {
  const { later } = grant(['a@x', 'b@x', 'c@x'], { overAll: 2 })
  const again = grantSlots(['d@x', 'e@x', 'f@x'], {
    rates: { ...NO_RATES, overAll: 2 },
    times: new Map([['mail', NOW + 1000]]),
    later,
    nowMs: NOW,
    horizonMs: 1000,
  })
  expect(at(again)).toEqual(['1500?', '2000?', '2500?'])
})

test("each domain has its own limit, and a full one doesn't delay others", () => {
  const rates = { overAll: 100, byDomain: new Map([['slow', 2]]), toOthers: 50 }
  expect(at(grant(['a@slow', 'b@slow', 'c@slow', 'd@x', 'e@y'], rates))).toEqual([0, 500, '1000?', 10, 20])
})

test('mails that wait for a slow domain don’t delay others that have to ask again', () => {
  const rates = { ...NO_RATES, overAll: 2, byDomain: new Map([['slow', 1]]) }
  const slow = Array.from({ length: 5 }, (_, index) => `${index}@slow`)
  const times = new Map([['mail:slow', NOW + 1000]])
  const asked = { rates, nowMs: NOW, horizonMs: 1000 }
  const first = grantSlots(slow, { ...asked, times, later: new Map() })
  expect(at(first)).toEqual(['1000?', '2000?', '3000?', '4000?', '5000?'])
  expect(at(grantSlots(['a@x', 'b@x', 'c@x'], { ...asked, times, later: first.later }))).toEqual([
    0,
    500,
    '1000?',
  ])
})

test('domains are case-insensitive', () => {
  const rates = { ...NO_RATES, byDomain: new Map([['gmail.com', 20]]) }
  expect(limitsOf(rates, 'someone@GMail.com')).toEqual([{ key: 'mail:gmail.com', perSecond: 20 }])
  expect(limitsOf(rates, 'someone@elsewhere.example')).toEqual([])
})

test('limits are never exceeded', () => {
  const address = fc.constantFrom('a@x', 'b@x', 'a@y', 'a@z')
  const batches = fc.array(
    fc.record({ addresses: fc.array(address, { maxLength: 20 }), afterMs: fc.nat(900) }),
  )
  const rate = fc.integer({ min: 1, max: 40 })
  fc.assert(
    fc.property(batches, rate, rate, (batches, overAll, toOthers) => {
      const rates = { ...NO_RATES, overAll, toOthers }
      let times = new Map<string, number>()
      let nowMs = NOW
      const went: { key: string; at: number; followsMs: number }[] = []
      for (const { addresses, afterMs } of batches) {
        nowMs += afterMs
        const { slots, next } = grantSlots(addresses, {
          rates,
          times,
          later: new Map(),
          nowMs,
          horizonMs: 1000,
        })
        times = new Map([...times, ...next])
        addresses.forEach((address, index) => {
          const slot = slots[index]
          if (slot?.isGranted !== true) return
          for (const { key, perSecond } of limitsOf(rates, address))
            went.push({ key, at: slot.at, followsMs: 1000 / perSecond })
        })
      }
      for (const key of new Set(went.map((one) => one.key))) {
        const own = went.filter((one) => one.key === key).sort((one, other) => one.at - other.at)
        own.slice(1).forEach((one, index) => {
          expect(one.at - (own[index]?.at ?? 0)).toBeGreaterThanOrEqual(one.followsMs - 0.001)
        })
      }
    }),
  )
})
