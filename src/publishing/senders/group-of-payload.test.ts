import { expect, test } from 'vitest'
import type { KeptAlert, KeptAlerts } from '../../domain/alerts/alert-group.ts'
import { alertsInOrder } from './group-of-payload.ts'
import type { MappedAlert } from './read-payload.ts'

const now = new Date('2026-11-15T03:30:00.000Z')
const at = (minute: number) => `2026-11-15T03:${String(minute).padStart(2, '0')}:00.000Z`

function alert(of: Partial<MappedAlert>): MappedAlert {
  return {
    identity: '__proto__',
    isFiring: true,
    startsAt: undefined,
    endsAt: undefined,
    severity: undefined,
    title: '',
    words: '',
    note: '',
    clouds: [],
    services: [],
    dataCenters: [],
    ...of,
  }
}

function times(of: Partial<MappedAlert>, before?: Partial<KeptAlert>) {
  const [first] = alertsInOrder([alert({})], { kept: {}, now })
  const kept: KeptAlerts = before === undefined ? {} : { [first?.fingerprint ?? '']: before as KeptAlert }
  const [given] = alertsInOrder([alert(of)], { kept, now })
  return given === undefined ? undefined : [given.startsAt, given.endsAt]
}

const FIRING = { isFiring: true, startsAt: at(10), endsAt: null }
const OVER = { isFiring: false, startsAt: at(10), endsAt: at(20) }

test('without times, an alert starts when it arrives, and repeats keep the first start', () => {
  expect(times({})).toEqual([now.toISOString(), null])
  expect(times({}, FIRING)).toEqual([at(10), null])
  expect(times({ isFiring: false }, FIRING)).toEqual([at(10), now.toISOString()])
  expect(times({}, OVER)).toEqual([now.toISOString(), null])
})

test('events with a time of their own keep their order', () => {
  expect(times({ startsAt: at(12) }, FIRING)).toEqual([at(10), null])
  expect(times({ isFiring: false, startsAt: at(20), endsAt: at(20) }, FIRING)).toEqual([at(10), at(20)])
  expect(times({ startsAt: at(25) }, OVER)).toEqual([at(25), null])
})

test('late messages are dropped', () => {
  expect(times({ startsAt: at(15) }, OVER)).toBeUndefined()
  expect(times({ startsAt: at(10) }, OVER)).toBeUndefined()
  expect(times({ isFiring: false }, OVER)).toBeUndefined()
  expect(times({ isFiring: false, endsAt: at(5) }, FIRING)).toBeUndefined()
})

test('a fast clock makes nothing late', () => {
  expect(times({ startsAt: at(50) })).toEqual([now.toISOString(), null])
  expect(times({ isFiring: false, endsAt: at(50) }, FIRING)).toEqual([at(10), now.toISOString()])
  expect(times({ isFiring: false }, { ...FIRING, startsAt: at(50) })).toEqual([at(50), now.toISOString()])
})
