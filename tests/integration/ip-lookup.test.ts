import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ReadAnswer } from '../../src/contract/public-reads.ts'
import type { Edition } from '../../src/edition/edition.ts'
import { nextShelf, openIncidents } from '../../src/edition/record-shelf.ts'
import { demoEdition } from '../support/demo-edition.ts'
import { type StandingHolder, standingHolder, type TestApp, testApp } from '../support/test-app.ts'

type Looked = ReadAnswer<'/api/ip-lookup'>

let edition: Edition
let site: TestApp
let holder: StandingHolder

beforeAll(async () => {
  edition = await demoEdition()
  holder = standingHolder(new Date())
  site = await testApp({ holder })
})

beforeEach(() => {
  holder.hold(edition)
})

afterAll(() => site.app.close())

function ask(address: string) {
  return site.app.inject(`/api/ip-lookup?${new URLSearchParams({ address })}`)
}

async function look(address: string): Promise<Looked> {
  const answer = await ask(address)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Looked>()
}

function firstRange() {
  const range = edition.site.ipRanges.find(
    ({ removedOn, prefix }) => removedOn === null && prefix.startsWith('192.0.2.'),
  )
  if (range === undefined) throw new Error('The demo has ranges.')
  return range
}

describe('looking up an address', () => {
  test('finds its data center and status', async () => {
    const { prefix, dataCenterTid } = firstRange()
    const address = prefix.slice(0, prefix.indexOf('/'))
    const center = edition.site.dataCenters.get(dataCenterTid)
    const looked = await look(address)
    expect(looked).toMatchObject({
      asked: address,
      family: 4,
      remark: null,
      message: `${address} belongs to ${center?.name}.`,
      data_centers: [{ tid: dataCenterTid, name: center?.name, is_active: true, ranges: [{ prefix }] }],
    })
  })

  test('lists what is open there, on any cloud, each once', async () => {
    const { prefix, dataCenterTid } = firstRange()
    const cloud = edition.site.clouds.find(({ regions }) =>
      regions.some(({ dataCenters }) => dataCenters.some(({ tid }) => tid === dataCenterTid)),
    )
    const [incident] = edition.site.clouds.flatMap(({ id }) => openIncidents(edition.records, id))
    if (cloud === undefined || incident === undefined) throw new Error('The demo has an open incident.')
    const struck = {
      ...incident,
      clouds: edition.site.clouds.map(({ id }) => id),
      dataCenters: [dataCenterTid],
    }
    holder.hold({ ...edition, records: nextShelf(edition.records, { changed: [struck], withdrawn: [] }) })
    const [center] = (await look(prefix)).data_centers.filter(({ tid }) => tid === dataCenterTid)
    expect(center?.state).not.toBe('operational')
    expect(center?.open.filter(({ id }) => id === incident.id)).toHaveLength(1)
  })

  test('in an anycast range finds all of its data centers', async () => {
    const { data_centers, message } = await look('2001:db8:a::53')
    expect(data_centers.map(({ name }) => name).sort()).toEqual([
      'Ashburn I',
      'Frankfurt I',
      'Singapore I',
      'Sydney I',
    ])
    expect(message).toBe('2001:db8:a::53 belongs to 4 data centers.')
  })

  test('by prefix finds everything it overlaps', async () => {
    const { data_centers } = await look('203.0.113.0/24')
    expect(data_centers.length).toBe(7)
    expect((await look('203.0.113.0/30')).data_centers).toHaveLength(1)
  })

  test('says how the input was read, and when an address is not ours', async () => {
    expect(await look('[2001:db8:a::53]:443')).toMatchObject({
      asked: '2001:db8:a::53',
      remark: 'Read as 2001:db8:a::53: ignored the port.',
    })
    expect(await look('8.8.8.8')).toMatchObject({
      message: 'Not one of our addresses.',
      data_centers: [],
    })
    expect((await look('10.0.0.1')).message).toBe('Not one of our addresses: 10.0.0.1 is private (RFC 1918).')
    expect((await look('8.8.8.0/24')).message).toBe('No address in this prefix is ours.')
    expect((await look('203.0.113.249')).data_centers).toEqual([])
  })

  test.each([
    ['', 'Enter an address or a prefix'],
    ['trust.northwall.example', 'This is a name.'],
    ['192.0.2.300', 'from 0 to 255'],
    ['192.0.2.0/99', '0 to 32'],
    ['<script>alert(1)</script>', 'Not a valid IP address.'],
  ])('%j is rejected with: %s', async (address, words) => {
    const answer = await ask(address)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({
      message: expect.stringContaining(words),
      errors: { address: expect.stringContaining(words) },
    })
  })

  test('needs an address of reasonable length', async () => {
    expect((await site.app.inject('/api/ip-lookup')).statusCode).toBe(400)
    expect((await ask('1'.repeat(201))).statusCode).toBe(400)
  })

  test('uses no memory: neither answer nor page is cached', async () => {
    const held = holder.current()
    if (held === undefined) throw new Error('An edition is held.')
    const now = Date.now()
    await look('192.0.2.77')
    await site.app.inject('/northwall.net/ip-ranges?address=192.0.2.77')
    expect(held.answers.has('/api/ip-lookup?address=192.0.2.77', now)).toBe(false)
    expect(held.answers.has('/northwall.net/ip-ranges?address=192.0.2.77', now)).toBe(false)
    await site.app.inject('/northwall.net/ip-ranges?else=1')
    expect(held.answers.has('/northwall.net/ip-ranges', now)).toBe(true)
  })
})

describe('the IP ranges page', () => {
  test('has its list and lookup without scripts', async () => {
    const { prefix, dataCenterTid } = firstRange()
    const { body, statusCode } = await site.app.inject(
      `/northwall.net/ip-ranges?${new URLSearchParams({ address: prefix })}`,
    )
    expect(statusCode).toBe(200)
    expect(body).toContain(`belongs to ${edition.site.dataCenters.get(dataCenterTid)?.name}`)
    expect(body).toContain('href="/ip-ranges.txt?cloud=northwall_net"')
    expect(body).toContain(
      '<link rel="canonical" href="https://trust.northwall.example/northwall.net/ip-ranges"',
    )
  })

  test('shows input errors, and stays a page', async () => {
    const { body, statusCode } = await site.app.inject('/northwall.net/ip-ranges?address=nonsense')
    expect(statusCode).toBe(200)
    expect(body).toContain('Not a valid IP address.')
    expect(body).toContain('value="nonsense"')
  })

  test('is in the sitemap, and not found on an unknown cloud', async () => {
    expect((await site.app.inject('/sitemap.xml')).body).toContain('/northwall.net/ip-ranges</loc>')
    expect((await site.app.inject('/nowhere.example/ip-ranges')).statusCode).toBe(404)
  })
})
