import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../time.ts'
import {
  type IncidentNotice,
  incidentFacts,
  type KnownOfIncident,
  messagesAsOf,
  promiseResult,
  publishedToMessage,
  startToPublished,
} from './incident-facts.ts'

const BEGAN = Date.UTC(2026, 9, 5, 12)
const at = (minutes: number) => BEGAN + minutes * MINUTE_MS

/** Minutes after the start. */
function notice(
  minute: number,
  of: Partial<Omit<IncidentNotice, 'promisedFor'>> & { promise?: number } = {},
) {
  const { promise, ...rest } = of
  return {
    at: at(minute),
    promisedFor: promise === undefined ? null : at(promise),
    isNews: true,
    isNotified: true,
    isClosed: false,
    ...rest,
  }
}

function facts(notices: readonly IncidentNotice[], known: Partial<KnownOfIncident> = {}) {
  return incidentFacts({
    began: BEGAN,
    ended: null,
    closedOn: null,
    postedOn: Math.min(...notices.map((each) => each.at)),
    notices,
    messages: undefined,
    postMortemOn: null,
    ...known,
  })
}

/** The key `60 kept`: a promise for minute 60 after the start was kept. */
function resultsOf(notices: readonly IncidentNotice[], now = at(10_000)) {
  return facts(notices).promises?.map(
    (promise) => `${(promise.promisedFor - BEGAN) / MINUTE_MS} ${promiseResult(promise, now)}`,
  )
}

describe('a promise', () => {
  test.each([
    ['before its time', [notice(5, { promise: 60 }), notice(40)], ['60 kept']],
    ['at exactly its time', [notice(5, { promise: 60 }), notice(60)], ['60 kept']],
    ['after its time', [notice(5, { promise: 60 }), notice(61)], ['60 broken']],
    ['never', [notice(5, { promise: 60 })], ['60 broken']],
  ])('that is answered %s', (_, notices, results) => {
    expect(resultsOf(notices)).toEqual(results)
  })

  test('is open until its time is over', () => {
    const notices = [notice(5, { promise: 60 })]
    expect(resultsOf(notices, at(60))).toEqual(['60 open'])
    expect(resultsOf(notices, at(60) + 1)).toEqual(['60 broken'])
  })

  test('is kept by resolving, and a closed incident promises nothing', () => {
    expect(resultsOf([notice(5, { promise: 60 }), notice(50, { isClosed: true, promise: 90 })])).toEqual([
      '60 kept',
    ])
    expect(resultsOf([notice(5, { promise: 60 }), notice(50, { isClosed: true, isNews: false })])).toEqual([
      '60 kept',
    ])
  })

  test('counts again after the incident was reopened', () => {
    const reopened = [notice(5), notice(50, { isClosed: true }), notice(70, { promise: 100 })]
    expect(resultsOf(reopened)).toEqual(['100 broken'])
  })

  test('that is moved with an update is kept; if moved silently, both times count', () => {
    expect(resultsOf([notice(5, { promise: 60 }), notice(50, { promise: 120 }), notice(110)])).toEqual([
      '60 kept',
      '120 kept',
    ])
    const silently = [notice(5, { promise: 60 }), notice(50, { promise: 120, isNews: false }), notice(110)]
    expect(resultsOf(silently)).toEqual(['60 broken', '120 kept'])
  })

  test('that is withdrawn silently still counts', () => {
    expect(resultsOf([notice(5, { promise: 60 }), notice(50, { isNews: false })])).toEqual(['60 broken'])
  })

  test('that an update repeats needs another update; a correction repeats nothing', () => {
    const repeated = [notice(5, { promise: 60 }), notice(30, { promise: 60 })]
    expect(resultsOf(repeated)).toEqual(['60 broken'])
    expect(resultsOf([...repeated, notice(58)])).toEqual(['60 kept'])
    const corrected = [notice(5, { promise: 60 }), notice(40, { promise: 60, isNews: false }), notice(55)]
    expect(resultsOf(corrected)).toEqual(['60 kept'])
  })

  test('for a time in the past does not count', () => {
    expect(resultsOf([notice(5, { promise: 5 }), notice(70, { promise: 60 })])).toEqual([])
  })

  test('is judged the same in any order of the facts, and once it is kept or broken, it stays so', () => {
    const some = fc.record({
      at: fc.nat({ max: 30 }).map(at),
      promisedFor: fc.option(fc.nat({ max: 40 }).map(at), { nil: null }),
      isNews: fc.boolean(),
      isNotified: fc.boolean(),
      isClosed: fc.boolean(),
    })
    const shuffled = fc
      .array(some, { minLength: 1, maxLength: 8 })
      .chain((notices) =>
        fc.tuple(fc.constant(notices), fc.shuffledSubarray(notices, { minLength: notices.length })),
      )
    fc.assert(
      fc.property(shuffled, fc.nat({ max: 50 }), ([notices, others], minute) => {
        const one = facts(notices)
        expect(facts(others)).toEqual(one)
        for (const promise of one.promises ?? []) {
          const result = promiseResult(promise, at(minute))
          if (result !== 'open') expect(promiseResult(promise, at(minute + 1))).toBe(result)
        }
      }),
    )
  })
})

describe('how fast readers were informed', () => {
  const sent = { messages: 40, firstAt: at(9), mostAt: at(12), isFinal: true, haveAllFailed: false }

  test('from its start, and from its publication', () => {
    const notified = facts([notice(8)], { messages: sent })
    expect(startToPublished(notified)).toBe(8 * MINUTE_MS)
    expect(publishedToMessage(notified)).toBe(MINUTE_MS)
  })

  test('is unknown for what was imported, or published before publications were stored', () => {
    for (const notified of [
      facts([], { postedOn: at(8), messages: sent }),
      facts([notice(800)], { postedOn: at(8), messages: sent }),
    ]) {
      expect(notified).toMatchObject({ published: null, promises: null, messages: { state: 'unknown' } })
      expect([startToPublished(notified), publishedToMessage(notified)]).toEqual([null, null])
    }
  })

  test('does not count for history, which is added more than a week after the end', () => {
    const published = [notice(60 + 7 * 24 * 60, { isClosed: true })]
    const late = facts(published, { ended: at(60), messages: sent })
    expect([late.isHistory, startToPublished(late)]).toEqual([
      false,
      published[0]?.at && published[0].at - BEGAN,
    ])
    const history = facts(published, { ended: at(60) - 1, messages: sent })
    expect([history.isHistory, startToPublished(history), publishedToMessage(history)]).toEqual([
      true,
      null,
      null,
    ])
  })

  test('never takes less than no time, and does not count if its start is moved to after it', () => {
    const early = facts([notice(-5)], { messages: { ...sent, firstAt: at(-6) } })
    expect([startToPublished(early), publishedToMessage(early)]).toEqual([null, 0])
    expect(startToPublished(facts([notice(0)]))).toBe(0)
  })

  test('is called by what is known about its messages', () => {
    const stateOf = (known: Partial<KnownOfIncident>, notified = true, asOf = at(20)) =>
      messagesAsOf(facts([notice(8, { isNotified: notified })], known), asOf).state
    const none = { messages: null, firstAt: null, mostAt: null, isFinal: true, haveAllFailed: false }
    expect(stateOf({ messages: sent })).toBe('sent')
    expect(stateOf({})).toBe('sending')
    expect(stateOf({}, true, at(8) + 8 * DAY_MS)).toBe('unknown')
    expect(stateOf({}, false)).toBe('none')
    expect(stateOf({ messages: none })).toBe('none')
    expect(stateOf({ messages: { ...none, haveAllFailed: true } })).toBe('failed')
    expect(stateOf({ messages: { ...none, isFinal: false } })).toBe('sending')
  })
})
