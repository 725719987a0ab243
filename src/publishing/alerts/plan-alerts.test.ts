import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AlertGroup, AlertIncidentState, KeptAlert } from '../../domain/alerts/alert-group.ts'
import { groupOfWebhook } from './group-of-webhook.ts'
import { ENDED_AT_MOST, mergeAlerts, type ReceivedAlerts } from './merge-alerts.ts'
import { type AlertPlan, planAlerts } from './plan-alerts.ts'

const START = Date.parse('2026-11-15T03:00:00Z')
const at = (minutes: number) => new Date(START + minutes * 60_000)
const iso = (minutes: number) => at(minutes).toISOString()
const PUBLISHED = { publishes: true, notifies: true }

type Sent = Omit<KeptAlert, 'isTold'>

function firing(minutes: number, fields: Partial<Sent> = {}): Sent {
  return {
    isFiring: true,
    startsAt: iso(minutes),
    endsAt: null,
    severityTid: 19,
    rank: 40,
    words: 'It is slow.',
    note: 'Slow',
    clouds: [1],
    services: [],
    dataCenters: [],
    ...fields,
  }
}

function over(minutes: number, end: number, fields: Partial<Sent> = {}): Sent {
  return firing(minutes, { isFiring: false, endsAt: iso(end), ...fields })
}

function received(alerts: Record<string, Sent>): ReceivedAlerts {
  return { alerts, isAllOver: Object.values(alerts).every(({ isFiring }) => !isFiring) }
}

function plan(group: AlertGroup | undefined, message: ReceivedAlerts, minutes: number, settings = PUBLISHED) {
  return planAlerts({ group, received: message, settings, now: at(minutes) })
}

function carriedOut(planned: AlertPlan, incidentState: AlertIncidentState = 'open'): AlertGroup {
  const { alerts, telling, dueAt, closedAt } = planned
  return { alerts, telling, dueAt, closedAt, incidentState }
}

const opened = carriedOut(plan(undefined, received({ a: firing(0) }), 0))

test('Z-08 the first alert opens an incident with its text', () => {
  const { step } = plan(undefined, received({ a: firing(0) }), 0)
  expect(step).toMatchObject({ kind: 'open', news: { graver: 19, alerts: [{ words: 'It is slow.' }] } })
})

test('Z-08 an alert that is already resolved opens nothing', () => {
  expect(plan(undefined, received({ a: over(0, 1) }), 2).step.kind).toBe('nothing')
})

test('Z-08 repeated messages change nothing', () => {
  const repeated = plan(opened, received({ a: firing(0) }), 60)
  expect(repeated.step.kind).toBe('nothing')
  expect(repeated.alerts).toEqual(opened.alerts)
})

test('Z-08 texts that only differ in numbers are the same alert', () => {
  expect(plan(opened, received({ a: firing(0, { words: '97 % are slow.' }) }), 60).step.kind).toBe('nothing')
})

test('Z-08 a new alert is published, but not within five minutes of the last update', () => {
  const message = received({ a: firing(0), b: firing(1, { words: 'It is down.' }) })
  const gathered = plan(opened, message, 2)
  expect([gathered.step, gathered.dueAt]).toMatchObject([{ kind: 'gather', dueAt: at(5) }, at(5)])
  const later = plan(carriedOut(gathered), { alerts: {}, isAllOver: false }, 5)
  expect(later.step).toMatchObject({ kind: 'update', news: { alerts: [{ words: 'It is down.' }] } })
  expect(later.dueAt).toBeNull()
  expect(plan(carriedOut(later), message, 30).step.kind).toBe('nothing')
})

test('Z-08 a higher severity is published, a lower one is not', () => {
  const graver = plan(opened, received({ a: firing(0, { rank: 50, severityTid: 20 }) }), 6)
  expect(graver.step).toMatchObject({ kind: 'update', news: { graver: 20 } })
  expect(plan(opened, received({ a: firing(0, { rank: 30, severityTid: 17 }) }), 6).step.kind).toBe('nothing')
})

test('Z-08 a higher severity is to be shown once, even while its update has to wait', () => {
  const message = received({ a: firing(0, { rank: 50, severityTid: 20 }) })
  const gathered = plan(opened, message, 2)
  expect(gathered.step).toMatchObject({ kind: 'gather', news: { graver: 20, isShown: false } })
  const again = plan(carriedOut(gathered), message, 3)
  expect(again.step).toMatchObject({ kind: 'gather', news: { graver: 20, isShown: true } })
  const worse = plan(carriedOut(again), { alerts: {}, isAllOver: false }, 5)
  expect(worse.step).toMatchObject({ kind: 'update', news: { graver: 20, isShown: true } })
})

test('Z-08 a partial end goes to the note, a full end resolves', () => {
  const two = carriedOut(plan(undefined, received({ a: firing(0), b: firing(0) }), 0))
  const part = plan(two, received({ a: over(0, 3), b: firing(0) }), 6)
  expect([part.step.kind, part.closedAt]).toEqual(['note', null])
  const all = plan(carriedOut(part), received({ b: over(0, 8) }), 9)
  expect([all.step.kind, all.closedAt, all.telling.closedBy]).toEqual(['resolve', at(9), 'alerts'])
})

test('Z-08 an alert that fires again or is more severe is known to be back, and a repeated one is not', () => {
  const two = carriedOut(plan(undefined, received({ a: firing(0), b: firing(0) }), 0))
  const part = carriedOut(plan(two, received({ b: over(0, 3) }), 4))
  const back = plan(part, received({ a: firing(0), b: firing(6) }), 7)
  expect([back.step.kind, back.again.map(({ startsAt }) => startsAt)]).toEqual(['note', [iso(6)]])
  expect(plan(carriedOut(back), received({ b: firing(6) }), 8).again).toEqual([])
  expect(plan(two, received({ a: firing(0, { rank: 50 }) }), 8).again).toMatchObject([{ rank: 50 }])
})

test('Z-08 alerts without a reported end are over with the group', () => {
  const two = carriedOut(plan(undefined, received({ a: firing(0), lost: firing(1) }), 1))
  expect(plan(two, { alerts: { a: over(0, 8) }, isAllOver: true }, 9).step.kind).toBe('resolve')
  const younger = carriedOut(plan(undefined, received({ a: firing(0), young: firing(10) }), 10))
  expect(plan(younger, { alerts: { a: over(0, 8) }, isAllOver: true }, 11).step.kind).not.toBe('resolve')
})

test('Z-08 alerts that a message left out keep the incident open', () => {
  const cut = plan(opened, { alerts: { a: over(0, 8) }, isAllOver: false, mayFireUnlisted: true }, 9)
  expect([cut.step.kind, cut.closedAt, cut.telling.overUntil]).toEqual(['note', null, null])
  const repeated = plan(carriedOut(cut), received({ c: firing(1) }), 14)
  expect(repeated.step).toMatchObject({ kind: 'update', news: { alerts: [{ startsAt: iso(1) }] } })
  expect(plan(carriedOut(cut), received({ c: over(1, 12) }), 14).step.kind).toBe('resolve')
})

test('Z-08 the status of a list that Alertmanager cut off is not the status of the group', () => {
  const labels = { alertname: 'Slow' }
  const message = {
    groupKey: '{}',
    status: 'resolved' as const,
    receiver: 'candor',
    groupLabels: labels,
    commonAnnotations: {},
    externalURL: '',
    alerts: [],
  }
  const ends = (truncatedAlerts: number) => {
    const { isAllOver, mayFireUnlisted } = groupOfWebhook(
      { ...message, truncatedAlerts },
      { words: 'candor' },
    )
    return { isAllOver, mayFireUnlisted }
  }
  expect(ends(0)).toEqual({ isAllOver: true, mayFireUnlisted: false })
  expect(ends(1)).toEqual({ isAllOver: false, mayFireUnlisted: true })
})

test('Z-08 a long-lived group keeps only the latest ended alerts', () => {
  const ended = Array.from({ length: 300 }, (_, index) => [`old ${index}`, over(index, index + 1)])
  const { alerts } = plan(opened, received({ a: firing(0), ...Object.fromEntries(ended) }), 400)
  expect(Object.keys(alerts)).toHaveLength(ENDED_AT_MOST + 1)
  expect(alerts.a?.isFiring).toBe(true)
  expect([alerts['old 99'], alerts['old 100']]).toEqual([undefined, expect.anything()])
})

describe('Z-08 after the end', () => {
  const closed = carriedOut(plan(opened, received({ a: over(0, 8) }), 9), 'closed')

  test('a late message opens nothing', () => {
    expect(plan(closed, received({ a: firing(0) }), 10).step.kind).toBe('nothing')
    expect(plan(closed, received({ a: over(0, 8) }), 10).step.kind).toBe('nothing')
  })

  test('an alert that was over before its first message opens nothing', () => {
    expect(plan(closed, received({ b: firing(1) }), 10).step.kind).toBe('nothing')
    expect(plan(closed, received({ b: firing(7) }), 10).step.kind).toBe('reopen')
  })

  test('the same incident reopens within ten minutes, later a new one opens', () => {
    const soon = plan(closed, received({ a: firing(15) }), 19)
    expect([soon.step.kind, soon.closedAt]).toEqual(['reopen', null])
    const later = plan(closed, received({ a: firing(19.5) }), 20)
    expect(later.step.kind).toBe('open')
  })

  test('an incident reopened by people continues', () => {
    expect(
      plan({ ...closed, incidentState: 'open' }, received({ a: firing(60, { words: 'Again.' }) }), 61).step
        .kind,
    ).toBe('update')
  })
})

describe('Z-08 manual changes stay', () => {
  test.each(['closed', 'gone'] as const)('leaves an incident that is %s by hand alone', (incidentState) => {
    const group = { ...opened, incidentState }
    const graver = received({ a: firing(0), b: firing(6, { rank: 50 }) })
    expect(plan(group, received({ a: firing(0) }), 6).step.kind).toBe('nothing')
    expect(plan(group, graver, 7).step.kind).toBe('leave')
    const end = plan(group, received({ a: over(0, 8) }), 9)
    expect([end.step.kind, end.telling.closedBy]).toEqual(['leave', 'people'])
    expect(plan(carriedOut(end, incidentState), received({ a: firing(10) }), 11).step.kind).toBe('open')
  })
})

describe('Z-08 as a draft', () => {
  const settings = { publishes: false, notifies: false }
  const draft = carriedOut(plan(undefined, received({ a: firing(0) }), 0, settings), 'draft')

  test('nothing is published; staff find it in the note', () => {
    const more = plan(draft, received({ a: firing(0), b: firing(6) }), 7, settings)
    expect(more.step.kind).toBe('note')
    expect(
      plan(carriedOut(more, 'draft'), received({ a: over(0, 8), b: over(6, 8) }), 9, settings).step.kind,
    ).toBe('note')
  })

  test('an unread draft gets no second one when alerts return', () => {
    const end = carriedOut(plan(draft, received({ a: over(0, 8) }), 9, settings), 'draft')
    expect(plan(end, received({ a: firing(600) }), 601, settings).step.kind).toBe('note')
  })

  test('belongs to people once they have published it', () => {
    const published = { ...draft, incidentState: 'open' as const }
    expect(plan(published, received({ a: firing(0), b: firing(6) }), 7, settings).step.kind).toBe('note')
    expect(plan(published, received({ a: over(0, 8) }), 9, settings).step.kind).toBe('note')
  })
})

test('Z-08 messages in any order, and repeated ones, give the same alerts', () => {
  const alert = fc.record({
    name: fc.constantFrom('a', 'b', 'c'),
    start: fc.integer({ min: 0, max: 3 }),
    end: fc.option(fc.integer({ min: 1, max: 5 })),
  })
  fc.assert(
    fc.property(
      fc.array(alert, { minLength: 1, maxLength: 8 }),
      fc.infiniteStream(fc.nat()),
      (sent, random) => {
        // As with Prometheus, an alert fires again only after its end.
        const messages = sent.map(({ name, start, end }) => ({
          [name]: end === null ? firing(start * 10) : over(start * 10, start * 10 + 5),
        }))
        const shuffled = [...messages, ...messages]
          .map((message) => ({ message, order: random.next().value as number }))
          .toSorted((x, y) => x.order - y.order)
          .map(({ message }) => message)
        const merged = (all: Record<string, Sent>[]) =>
          all.reduce<AlertGroup['alerts']>(
            (kept, alerts) => mergeAlerts(kept, { alerts, isAllOver: false }, null).alerts,
            {},
          )
        const stands = (alerts: AlertGroup['alerts']) =>
          Object.entries(alerts)
            .map(([name, { isFiring, startsAt }]) => [name, isFiring, startsAt])
            .toSorted()
        expect(stands(merged(shuffled))).toEqual(stands(merged(messages)))
      },
    ),
  )
})
