import { expect, test } from 'vitest'
import { bannerLink } from './banner-link.ts'

test.each(['/northwall.net/maintenance', '/posts/5?from=banner#updates', 'https://help.example/article'])(
  'O-01 a banner may lead to %s',
  (url) => {
    expect(bannerLink(url, 'Read more')).toEqual({ url, text: 'Read more' })
  },
)

test.each(['//evil.example', '/\\evil.example', 'http://help.example', 'javascript:alert(1)', 'help', ''])(
  'O-01 a banner leads nowhere by %j',
  (url) => {
    expect(bannerLink(url, 'Read more')).toBeNull()
  },
)

test('O-01 a link without words is no link', () => {
  expect(bannerLink('/faq', null)).toBeNull()
  expect(bannerLink('/faq', ' ')).toBeNull()
  expect(bannerLink(null, 'Read more')).toBeNull()
})
