import { expect, test } from 'vitest'
import type { SiteRows } from '../db/site.ts'
import { bannerLink, toBanners } from './to-banners.ts'

const CLOUDS = [{ id: 7, machine_name: 'alpha' }] as SiteRows['clouds']

test('O-01 a banner without a cloud is for all, one of a cloud for that cloud, and one of a retired cloud is dropped', () => {
  const siteBanners = [
    row({ id: 1, cloud_id: null }),
    row({ id: 2, cloud_id: 7 }),
    row({ id: 3, cloud_id: 8 }),
  ]
  expect(toBanners({ siteBanners, clouds: CLOUDS }).map(({ id, cloud }) => [id, cloud])).toEqual([
    [1, null],
    [2, 'alpha'],
  ])
})

test('O-01 a forbidden link is left out, and the banner stays', () => {
  const siteBanners = [row({ link_url: 'http://evil.example', link_text: 'Read' })]
  expect(toBanners({ siteBanners, clouds: CLOUDS })).toMatchObject([{ text: 'Text', link: null }])
})

function row(of: Partial<SiteRows['siteBanners'][number]>): SiteRows['siteBanners'][number] {
  const nothing = { cloud_id: null, link_url: null, link_text: null, starts_at: null, ends_at: null }
  return { id: 1, gravity: 'notice', text: 'Text', ...nothing, ...of }
}

test.each(['/northwall.net/maintenance', '/posts/5?from=banner#updates', 'https://help.example/article'])(
  'O-01 a banner may link to %s',
  (url) => {
    expect(bannerLink(url, 'Read more')).toEqual({ url, text: 'Read more' })
  },
)

test.each(['//evil.example', '/\\evil.example', 'http://help.example', 'javascript:alert(1)', 'help', ''])(
  'O-01 a banner may not link to %j',
  (url) => {
    expect(bannerLink(url, 'Read more')).toBeNull()
  },
)

test('O-01 a link needs both a text and a URL', () => {
  expect(bannerLink('/faq', null)).toBeNull()
  expect(bannerLink('/faq', ' ')).toBeNull()
  expect(bannerLink(null, 'Read more')).toBeNull()
})
