import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ReadAnswer } from '../../src/contract/public-reads.ts'
import { SEVERITY } from '../../src/domain/record.ts'
import type { Edition } from '../../src/edition/edition.ts'
import { dataCentersOf, runningWorks, servicesOf } from '../../src/edition/record-reach.ts'
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

function cloudsWith(center: number) {
  return edition.site.clouds.filter((cloud) => dataCentersOf(cloud).some(({ tid }) => tid === center))
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

  test('says the worst of a data center that clouds share', async () => {
    const range = edition.site.ipRanges.find(
      ({ removedOn, dataCenterTid }) => removedOn === null && cloudsWith(dataCenterTid).length > 1,
    )
    const [here, there] = cloudsWith(range?.dataCenterTid ?? 0)
    const [incident] = edition.site.clouds.flatMap(({ id }) => openIncidents(edition.records, id))
    const better = here && servicesOf(here)[0]
    const worse = there && servicesOf(there)[0]
    if (range === undefined || !incident || !better || !worse) throw new Error('Clouds share a data center.')
    const struck = {
      ...incident,
      severity_tid: SEVERITY.serviceDisruption,
      clouds: [here.id, there.id],
      services: [better.tid, worse.tid],
      dataCenters: [range.dataCenterTid],
      placeStates: [
        {
          record_id: incident.id,
          place: 'service' as const,
          tid: better.tid,
          severity_tid: SEVERITY.serviceDegradation,
        },
      ],
    }
    holder.hold({ ...edition, records: nextShelf(edition.records, { changed: [struck], withdrawn: [] }) })
    const { data_centers } = await look(range.prefix)
    const center = data_centers.find(({ tid }) => tid === range.dataCenterTid)
    expect(center?.state).toBe('service_disruption')
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
    expect((await look('203.0.113.0/24')).message).toBe('Part of 203.0.113.0/24 belongs to 7 data centers.')
    expect((await look('203.0.113.0/30')).message).toMatch(/^203\.0\.113\.0\/30 belongs to /)
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
    expect(body).toMatch(/<form [^>]*action="\/northwall\.net\/ip-ranges"[^>]*>.*name="address"/s)
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

describe('"Where am I?"', () => {
  let proxied: TestApp
  beforeAll(async () => {
    proxied = await testApp({ holder, config: { trustedProxies: ['127.0.0.1'] } })
  })
  afterAll(() => proxied.app.close())

  function askFrom(address: string, { to = site, query = '', headers = {} } = {}) {
    return to.app.inject({ url: `/api/where${query}`, remoteAddress: address, headers })
  }

  test('names the data center of the request and its status, and is cached nowhere', async () => {
    const { prefix, dataCenterTid } = firstRange()
    const address = prefix.slice(0, prefix.indexOf('/'))
    const center = edition.site.dataCenters.get(dataCenterTid)
    const calm = {
      ...edition,
      records: nextShelf(edition.records, { changed: [], withdrawn: everyOpenId() }),
    }
    holder.hold(calm)
    const answer = await askFrom(address)
    expect(answer.headers['cache-control']).toBe('private, no-store')
    expect(answer.json()).toMatchObject({
      address,
      message: `You reach us through ${center?.name}, which is running.`,
      data_centers: [{ tid: dataCenterTid, state: 'operational' }],
    })
    expect((await askFrom(`::ffff:${address}`)).json()).toMatchObject({ address })
  })

  test('shows the status on the chosen cloud only', async () => {
    const { prefix, dataCenterTid } = firstRange()
    const address = prefix.slice(0, prefix.indexOf('/'))
    const isThere = ({ regions }: (typeof edition.site.clouds)[number]) =>
      regions.some(({ dataCenters }) => dataCenters.some(({ tid }) => tid === dataCenterTid))
    const [one, two] = edition.site.clouds.filter(isThere)
    const elsewhere = edition.site.clouds.find((cloud) => !isThere(cloud))
    const [incident] = edition.site.clouds.flatMap(({ id }) => openIncidents(edition.records, id))
    if (one === undefined || two === undefined || elsewhere === undefined || incident === undefined) {
      throw new Error('The demo has shared data centers and an open incident.')
    }
    const struck = {
      ...incident,
      clouds: [one.id],
      dataCenters: [dataCenterTid],
      severity_tid: SEVERITY.serviceDisruption,
    }
    const others = everyOpenId().filter((id) => id !== incident.id)
    holder.hold({
      ...edition,
      records: nextShelf(edition.records, { changed: [struck], withdrawn: others }),
    })
    const messageOn = async (cloud?: string) =>
      (await askFrom(address, { query: cloud === undefined ? '' : `?cloud=${cloud}` })).json().message
    expect(await messageOn(one.machine_name)).toMatch(/, which is disrupted\.$/)
    expect(await messageOn(two.machine_name)).toMatch(/, which is running\.$/)
    expect(await messageOn()).toMatch(/, which is disrupted\.$/)
    expect(await messageOn(elsewhere.machine_name)).toMatch(`, which is not part of ${elsewhere.domain}.`)
    expect((await askFrom(address, { query: '?cloud=nowhere' })).statusCode).toBe(404)
  })

  test('names all data centers of an anycast range', async () => {
    const { message } = (await askFrom('2001:db8:a::53')).json()
    expect(message.match(/ or /g)).toHaveLength(3)
  })

  test('never guesses outside of the ranges or behind an unknown proxy', async () => {
    expect((await askFrom('8.8.8.8')).json()).toEqual({
      address: '8.8.8.8',
      message:
        'Your address, 8.8.8.8, is not in our published ranges, so we can’t tell which data center you use.',
      data_centers: [],
    })
    expect((await askFrom('172.17.0.1')).json().message).toBe(
      'This site sees you at 172.17.0.1, which is private (RFC 1918), so it can’t tell which data center you use.',
    )
    const { prefix } = firstRange()
    const inside = prefix.slice(0, prefix.indexOf('/'))
    const forwarded = { headers: { 'x-forwarded-for': '8.8.8.8' } }
    expect((await askFrom(inside, forwarded)).json()).toEqual({
      address: null,
      message: 'This site is behind a proxy and can’t see your address.',
      data_centers: [],
    })
  })

  test('uses the address that a trusted proxy saw, even if the reader’s own proxy added one', async () => {
    const { prefix } = firstRange()
    const inside = prefix.slice(0, prefix.indexOf('/'))
    const headers = { 'x-forwarded-for': `10.1.2.3, ${inside}` }
    expect((await askFrom('127.0.0.1', { to: proxied, headers })).json()).toMatchObject({ address: inside })
    // Not through the proxy: the header is the client’s own claim.
    expect((await askFrom('8.8.8.8', { to: proxied, headers })).json()).toMatchObject({ address: '8.8.8.8' })
  })

  function everyOpenId() {
    return edition.site.clouds
      .flatMap(({ id }) => [
        ...openIncidents(edition.records, id),
        ...runningWorks(edition.records, { id }, new Date()),
      ])
      .map(({ id }) => id)
  }
})
