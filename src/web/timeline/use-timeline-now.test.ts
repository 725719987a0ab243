import { expect, test } from 'vitest'
import { nowOfPage } from './use-timeline-now.ts'

const serverTime = new Date('2026-11-15T10:42:00Z')

test('S-02 on the server it is the time of the response', () => {
  expect(nowOfPage({ serverTime, clock: undefined, clockAtLoad: undefined })).toEqual(serverTime)
})

test("S-02 on an open page the time advances with the reader's clock", () => {
  const clockAtLoad = new Date('2026-11-15T10:42:20Z')
  const clock = new Date('2026-11-15T11:02:20Z')
  expect(nowOfPage({ serverTime, clock, clockAtLoad })).toEqual(new Date('2026-11-15T11:02:00Z'))
})

test('a slow clock does not move the page back', () => {
  const clockAtLoad = new Date('2026-11-14T22:00:00Z')
  expect(nowOfPage({ serverTime, clock: clockAtLoad, clockAtLoad })).toEqual(serverTime)
  const clock = new Date('2026-11-14T22:10:00Z')
  expect(nowOfPage({ serverTime, clock, clockAtLoad })).toEqual(new Date('2026-11-15T10:52:00Z'))
})

test('a clock set back while the page is open does not move it either', () => {
  const clockAtLoad = new Date('2026-11-15T10:42:20Z')
  const clock = new Date('2026-11-15T09:00:00Z')
  expect(nowOfPage({ serverTime, clock, clockAtLoad })).toEqual(serverTime)
})

test("a page from the browser's cache uses the reader's clock", () => {
  const clock = new Date('2026-11-15T15:00:00Z')
  expect(nowOfPage({ serverTime, clock, clockAtLoad: clock })).toEqual(clock)
})
