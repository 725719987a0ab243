import { describe, expect, test } from 'vitest'
import { SEVERITY } from '../../domain/record.ts'
import { timelineWindow } from '../../domain/timeline/timeline-window.ts'
import { type Issue, lanesOf, placeIssues } from './place-issues.ts'

const now = new Date('2026-11-15T10:42:00Z')
const thisWeek = timelineWindow({ now, page: 0 })

const HOUR_PERCENT = 100 / (7 * 24)

describe('S-03 an issue is on the bar', () => {
  test('from its start to its end', () => {
    const [mark] = placed([issue('2026-11-10T00:00:00Z', '2026-11-10T12:00:00Z')])
    expect(mark).toMatchObject({ x: 14.286, width: 7.143, minutes: 720, lane: 0, anchor: 'start' })
    expect(mark).toMatchObject({ beganBefore: false, goesOn: false })
  })

  test('clipped to the window at either end', () => {
    const long = [issue('2026-10-01T00:00:00Z', '2027-01-01T00:00:00Z')]
    expect(placed(long)).toMatchObject([
      { x: 0, width: 100, minutes: 10_080, beganBefore: true, goesOn: true },
    ])
    expect(placed([issue('2026-11-08T23:00:00Z', '2026-11-09T06:00:00Z')])).toMatchObject([
      { x: 0, minutes: 360, beganBefore: true, goesOn: false, anchor: 'start' },
    ])
    expect(placed([issue('2026-11-15T06:00:00Z', '2026-11-16T06:00:00Z')])).toMatchObject([
      { minutes: 1080, beganBefore: false, goesOn: true },
    ])
  })

  test('up to now while it is open, with its right end fixed', () => {
    const [mark] = placed([issue('2026-11-15T08:42:00Z', null)])
    expect(mark).toMatchObject({ minutes: 120, goesOn: true, anchor: 'end' })
    expect(mark?.width).toBeCloseTo(2 * HOUR_PERCENT, 2)
  })

  test('before now, not in the future, if it was short and just ended', () => {
    expect(placed([issue('2026-11-15T10:00:00Z', '2026-11-15T10:20:00Z')])).toMatchObject([{ anchor: 'end' }])
    expect(placed([issue('2026-11-12T10:00:00Z', '2026-11-12T10:20:00Z')])).toMatchObject([
      { anchor: 'start' },
    ])
  })

  test('up to the end of an older week if it is still open', () => {
    const window = timelineWindow({ now, page: 3 })
    const [mark] = placeIssues({ issues: [issue('2026-10-22T12:00:00Z', null)], window, now })
    expect(mark).toMatchObject({ goesOn: true, beganBefore: false })
    expect((mark?.x ?? 0) + (mark?.width ?? 0)).toBeCloseTo(100, 3)
  })

  test('as a point if it has no duration or ends before its start', () => {
    for (const to of ['2026-11-12T06:00:00Z', '2026-11-11T00:00:00Z', '2026-11-01T00:00:00Z']) {
      expect(placed([issue('2026-11-12T06:00:00Z', to)])).toMatchObject([{ minutes: 0, x: 46.429 }])
    }
  })

  test('with a width even if it lasted a second, also at the end of the window', () => {
    const [first] = placed([issue('2026-11-09T00:00:00Z', '2026-11-09T00:00:01Z')])
    const [last] = placed([issue('2026-11-15T23:59:59Z', '2026-11-16T00:00:00Z')])
    expect(first).toMatchObject({ x: 0, width: 0.01, anchor: 'start' })
    expect(last).toMatchObject({ x: 99.99, width: 0.01, anchor: 'end' })
  })

  test('even if it started after the page was rendered', () => {
    expect(placed([issue('2026-11-15T10:42:30Z', null)])).toMatchObject([{ minutes: 0, goesOn: true }])
  })
})

describe('S-03 an issue that touches midnight', () => {
  test('belongs to the day that starts', () => {
    expect(placed([issue('2026-11-09T00:00:00Z', '2026-11-09T01:00:00Z')])).toHaveLength(1)
    expect(placed([issue('2026-11-16T00:00:00Z', '2026-11-16T01:00:00Z')])).toHaveLength(0)
  })

  test('is not in the week that starts if it ended by then', () => {
    const untilMidnight = [issue('2026-11-08T20:00:00Z', '2026-11-09T00:00:00Z')]
    expect(placed(untilMidnight)).toHaveLength(0)
    expect(
      placeIssues({ issues: untilMidnight, window: timelineWindow({ now, page: 1 }), now }),
    ).toMatchObject([{ minutes: 240, goesOn: false }])
  })
})

test('S-03 an issue across the turn of the year is in both weeks, complete between the two', () => {
  const inJanuary = new Date('2027-01-06T12:00:00Z')
  const issues = [issue('2026-12-30T18:00:00Z', '2026-12-31T06:00:00Z')]
  const minutes = [0, 1].map(
    (page) =>
      placeIssues({ issues, window: timelineWindow({ now: inJanuary, page }), now: inJanuary })[0]?.minutes,
  )
  expect(minutes).toEqual([360, 360])
})

describe('overlapping issues', () => {
  test('are stacked, with the more severe on the line if they start together', () => {
    const from = '2026-11-12T06:00:00Z'
    const marks = placed([
      issue(from, '2026-11-12T18:00:00Z', { id: 1, severityTid: SEVERITY.underInvestigation }),
      issue(from, '2026-11-12T12:00:00Z', { id: 2, severityTid: SEVERITY.serviceDisruption }),
    ])
    expect(marks.map(({ issue, lane }) => [issue.id, lane])).toEqual([
      [2, 0],
      [1, 1],
    ])
    expect(lanesOf(marks)).toBe(2)
  })

  test('include those too short for the space between them', () => {
    const minuteAt = (hour: string) => issue(`2026-11-12T${hour}:00:00Z`, `2026-11-12T${hour}:01:00Z`)
    expect(placed([minuteAt('02'), minuteAt('14')]).map(({ lane }) => lane)).toEqual([0, 1])
    expect(placed([minuteAt('02'), minuteAt('15')]).map(({ lane }) => lane)).toEqual([0, 0])
  })

  test('return to the line as soon as it is free', () => {
    const marks = placed([
      issue('2026-11-09T00:00:00Z', '2026-11-11T00:00:00Z'),
      issue('2026-11-10T00:00:00Z', '2026-11-12T00:00:00Z'),
      issue('2026-11-11T00:00:00Z', '2026-11-12T00:00:00Z'),
    ])
    expect(marks.map(({ lane }) => lane)).toEqual([0, 1, 0])
  })
})

test('a bar without issues has one lane', () => {
  expect(lanesOf([])).toBe(1)
})

function placed(issues: Issue[]) {
  return placeIssues({ issues, window: thisWeek, now })
}

function issue(from: string, to: string | null, particulars: Partial<Issue> = {}): Issue {
  return { id: 1, severityTid: SEVERITY.serviceDegradation, from, to, ...particulars }
}
