import { expect, test } from 'vitest'
import { threatDayWords } from './threat-day-words.ts'

test('O-04 a day is written short, whichever it is', () => {
  expect(threatDayWords('2026-05-02')).toBe('Sat, 2 May 2026')
  expect(threatDayWords('2026-09-30')).toBe('Wed, 30 Sep 2026')
})
