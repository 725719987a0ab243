import { expect, test } from 'vitest'
import { parseUrl } from './parse-url.ts'

test('a URL is parsed the same way every time, and other text never is', () => {
  for (let time = 0; time < 20_000; time++) {
    const url = parseUrl('https://ex\u00e4mple.test/\u00fc')
    if (url?.host !== 'xn--exmple-cua.test') expect(url, `at the ${time}th time`).toBeDefined()
  }
  expect(parseUrl('/faq')).toBeUndefined()
  expect(parseUrl('/faq', 'https://a.test')?.href).toBe('https://a.test/faq')
})
