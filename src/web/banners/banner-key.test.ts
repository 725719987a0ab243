import { expect, test } from 'vitest'
import { bannerKey } from './banner-key.ts'

test('O-01 the key of a text is short and stable', () => {
  expect(bannerKey('')).toBe('ztntfp')
  expect(bannerKey('Maintenance on Sunday')).toBe(bannerKey('Maintenance on Sunday'))
  for (const text of ['', 'a', 'Wartung ab 22:00 Uhr – 本日', 'x'.repeat(10_000)]) {
    expect(bannerKey(text)).toMatch(/^[0-9a-z]{1,7}$/)
  }
})

test('O-01 a changed text has a different key', () => {
  const keys = Array.from({ length: 1000 }, (_, n) => bannerKey(`Maintenance on Sunday, part ${n}`))
  expect(new Set(keys).size).toBe(1000)
})
