import { expect, test } from 'vitest'
import { NOTHING_CHOSEN } from './chosen-places.ts'
import { timelineAddress, timelineOn, timelineQuery } from './timeline-query.ts'

const PATH = '/northwall.net/cloud-status'

test('the bare path asks for this week and all public data centers', () => {
  expect(timelineQuery(new URLSearchParams())).toEqual({
    week: 0,
    centers: 'public',
    isOnlyTroubled: false,
    post: undefined,
    mine: NOTHING_CHOSEN,
    isOnlyMine: false,
  })
})

test('S-10 a selection narrows the page, unless everything is asked for', () => {
  const read = (search: string) => timelineQuery(new URLSearchParams(search))
  expect(read('mine=s2,d1')).toMatchObject({ mine: { services: [2], dataCenters: [1] }, isOnlyMine: true })
  expect(read('mine=s2&show=all').isOnlyMine).toBe(false)
  for (const address of ['/a?mine=s2,d1', '/a?week=1&show=all&mine=s2', '/a']) {
    expect(timelineAddress('/a', read(new URL(address, 'http://a.net').search))).toBe(address)
  }
})

test('S-04 week, tab, filter and open post can be read back from the address', () => {
  const address = `${PATH}?week=3&centers=premium&troubled=1&post=12`
  expect(timelineAddress(PATH, timelineQuery(new URL(address, 'http://site.invalid').searchParams))).toBe(
    address,
  )
})

test.each(['week=13', 'week=-1', 'week=0', 'week=x', 'centers=all', 'troubled=yes', 'post=0', 'post=x'])(
  'S-05 the address "%s" is ignored',
  (search) => {
    expect(timelineAddress(PATH, timelineQuery(new URLSearchParams(search)))).toBe(PATH)
  },
)

test.each([
  [{ datacenter: '1', premium_datacenter: '1' }, `${PATH}?week=3&centers=premium`],
  [{ datacenter: '1', premium_datacenter: '0' }, `${PATH}?week=3`],
  [{ datacenter: '0', premium_datacenter: '1' }, `${PATH}?week=3`],
] as const)('S-06 a cloud that shows %o has the address %s', (shows, address) => {
  const cloud = { cloud_status: { ...shows, core_cloud_services: '1' as const } }
  const query = timelineQuery(new URLSearchParams('week=3&centers=premium'))
  expect(timelineAddress(PATH, timelineOn(cloud, query))).toBe(address)
})
