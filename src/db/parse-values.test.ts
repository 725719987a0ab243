import pg from 'pg'
import { expect, test } from 'vitest'
import { timeParser } from './parse-values.ts'

const driver = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ)
const parse = timeParser(driver)

test.each([
  '2026-11-17 23:31:05+00',
  '2026-11-17 23:31:05.1+00',
  '2026-11-17 23:31:05.123456+00',
  '2024-02-29 00:00:00.999999+00',
  '1969-12-31 23:59:59.5+00',
  '0099-01-01 00:00:00+00',
  '2026-11-17 23:31:05+05:30',
  '2026-11-17 23:31:05.25-03',
  '12026-11-17 23:31:05+00',
  '0044-03-15 12:00:00+00 BC',
  'infinity',
  '-infinity',
])('%s is read as the driver reads it', (text) => {
  expect(parse(text)).toEqual(driver(text))
})
