import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  DRAFT_CANARY,
  INTERNAL_CANARY,
  SCHEDULED_CANARY,
  UNPUBLISHED_CANARY,
} from '../../src/demo/canaries.ts'
import { verdictOf } from '../../src/edition/answers/verdict-answer.ts'
import type { Edition } from '../../src/edition/edition.ts'
import { nextShelf, openIncidents, recordsOfCloud, whenOf } from '../../src/edition/record-shelf.ts'
import { testDatabase } from '../cluster/test-database.ts'
import { sized } from '../size.ts'
import { demoEdition } from '../support/demo-edition.ts'
import { standingHolder, type TestApp, testApp } from '../support/test-app.ts'

const CANARIES = [INTERNAL_CANARY, DRAFT_CANARY, SCHEDULED_CANARY, UNPUBLISHED_CANARY]
const HOSTILE = 'Web & "Mail" <b>]]></b> \u0007 𝄞 שלום \u202eסוף 🚒'
const URL_OF_SITE = 'https://trust.northwall.example'
const RECORDS = sized({ short: 30, long: 600 })

let edition: Edition
let hiddenIds: number[]
let site: TestApp
let client: Client
const holder = standingHolder(new Date())

beforeAll(async () => {
  const database = await testDatabase('demo')
  try {
    edition = await demoEdition()
    const hidden = await database.db
      .selectFrom('records')
      .where('state', '!=', 'published')
      .select('id')
      .execute()
    hiddenIds = hidden.map(({ id }) => id)
  } finally {
    await database.drop()
  }
  site = await testApp({ holder })
  const origin = await site.app.listen({ port: 0, host: '127.0.0.1' })
  client = new Client({ name: 'test', version: '1' })
  holder.hold(edition)
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', origin)) as Transport)
})

beforeEach(() => {
  holder.hold(edition)
})

afterAll(async () => {
  await client.close()
  await site.app.close()
})

async function call(name: string, given: Record<string, unknown> = {}) {
  return (await client.callTool({ name, arguments: given })) as CallToolResult
}

async function found<T>(name: string, given: Record<string, unknown> = {}): Promise<T> {
  const { content, structuredContent, isError } = await call(name, given)
  const [block] = content
  expect(isError).toBeFalsy()
  expect(block?.type === 'text' && JSON.parse(block.text)).toEqual(structuredContent)
  return structuredContent as T
}

async function refusalOf(name: string, given: Record<string, unknown>) {
  const { content, isError } = await call(name, given)
  expect(isError).toBe(true)
  return content[0]?.type === 'text' ? content[0].text : ''
}

interface Facts {
  id: number
  title: string
  url: string
  begins_at: string
  is_open: boolean
}

describe('MCP over the protocol', () => {
  test("a client learns the site's name, and every tool is marked read-only", async () => {
    expect(client.getServerVersion()).toMatchObject({ name: 'candor', title: 'Northwall Trust' })
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'get_status',
        'list_incidents',
        'get_record',
        'list_maintenance',
        'list_data_centers',
      ]),
    )
    for (const { annotations, description, inputSchema } of tools) {
      expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false })
      expect(description?.length).toBeGreaterThan(20)
      for (const property of Object.values(inputSchema.properties ?? {})) {
        expect(property).toMatchObject({ description: expect.any(String) })
      }
    }
  })

  test('the status of every cloud is the verdict of its page', async () => {
    const { clouds } = await found<{ clouds: { cloud: string; state: string; message: string }[] }>(
      'get_status',
    )
    expect(clouds.map(({ cloud, state, message }) => [cloud, state, message])).toEqual(
      edition.site.clouds.map((cloud) => {
        const { state, trouble, rest } = verdictOf(edition, cloud, new Date())
        return [cloud.machine_name, state, trouble + rest]
      }),
    )
  })

  test('a cloud is found by machine name and domain; an unknown one is rejected with the list of clouds', async () => {
    const [cloud] = edition.site.clouds
    const byName = await found('get_status', { cloud: cloud?.machine_name })
    expect(await found('get_status', { cloud: cloud?.domain })).toEqual(byName)
    for (const tool of ['get_status', 'list_incidents', 'list_maintenance', 'list_data_centers']) {
      const words = await refusalOf(tool, { cloud: 'nowhere' })
      for (const { machine_name } of edition.site.clouds) expect(words).toContain(machine_name)
    }
  })

  test('incidents are newest first over all clouds, each once, within the limit', async () => {
    const { incidents } = await found<{ incidents: Facts[] }>('list_incidents', { limit: 50 })
    expect(incidents).toHaveLength(50)
    expect(new Set(incidents.map(({ id }) => id)).size).toBe(50)
    const begins = incidents.map(({ begins_at }) => begins_at)
    expect(begins).toEqual(begins.toSorted().toReversed())
    const newest = [...edition.records.byId.values()]
      .filter(({ kind, clouds }) => kind === 'incident' && clouds.length > 0)
      .toSorted((a, b) => whenOf(b) - whenOf(a))
    expect(begins[0]).toBe(new Date(whenOf(newest[0] ?? Object.create(null))).toISOString())
    expect(await refusalOf('list_incidents', { limit: 51 })).toContain('limit')
    expect(await refusalOf('list_incidents', { limit: '5' })).toContain('limit')
    expect(await refusalOf('list_incidents', { surprise: 1 })).toContain('surprise')
  })

  test("a cloud's open incidents match the site", async () => {
    for (const { id, machine_name } of edition.site.clouds) {
      const { incidents } = await found<{ incidents: Facts[] }>('list_incidents', {
        cloud: machine_name,
        open_only: true,
        limit: 50,
      })
      const open = openIncidents(edition.records, id).map((record) => record.id)
      expect(incidents.map((incident) => incident.id).toSorted()).toEqual(open.toSorted())
      expect(incidents.every(({ is_open }) => is_open)).toBe(true)
    }
  })

  test('maintenance is either active, upcoming or past', async () => {
    const [cloud] = edition.site.clouds
    const lists = await Promise.all(
      ['active', 'upcoming', 'past'].map((when) =>
        found<{ maintenance: Facts[] }>('list_maintenance', { cloud: cloud?.machine_name, when, limit: 50 }),
      ),
    )
    const ids = lists.flatMap(({ maintenance }) => maintenance.map(({ id }) => id))
    expect(new Set(ids).size).toBe(ids.length)
    const now = new Date().toISOString()
    const [active, upcoming] = lists
    expect(active?.maintenance.every(({ begins_at }) => begins_at <= now)).toBe(true)
    expect(upcoming?.maintenance.length).toBeGreaterThan(0)
    const begins = upcoming?.maintenance.map(({ begins_at }) => begins_at) ?? []
    expect(begins.every((begin) => begin > now)).toBe(true)
    expect(begins).toEqual(begins.toSorted())
  })

  test('data centers are found by parts of name and place, with the status on the map', async () => {
    const [cloud] = edition.site.clouds
    const { datacenters } = (await site.app.inject({ url: `/api/dc_map/${cloud?.machine_name}` })).json<{
      data: { datacenters: { tid: number; state: string; city: string }[] }
    }>().data
    const all = await found<{ total: number; data_centers: { tid: number; state: string }[] }>(
      'list_data_centers',
      { cloud: cloud?.machine_name, limit: 200 },
    )
    expect(all.total).toBe(datacenters.length)
    expect(all.data_centers.map(({ tid, state }) => [tid, state]).toSorted()).toEqual(
      datacenters.map(({ tid, state }) => [tid, state]).toSorted(),
    )
    const city = datacenters[0]?.city ?? ''
    const some = await found<{ total: number; data_centers: { city: string }[] }>('list_data_centers', {
      cloud: cloud?.machine_name,
      search: ` ${city.toUpperCase()} `,
    })
    expect(some.total).toBeGreaterThan(0)
    expect(some.total).toBeLessThan(all.total)
  })

  test('a record is returned in full, with its page URL', async () => {
    const [incident] = recordsOfCloud(edition.records, 'incident', edition.site.clouds[0]?.id ?? 0)
    const story = await found<Facts & { updates: unknown[]; text: string }>('get_record', {
      id: incident?.id,
    })
    expect(story).toMatchObject({ id: incident?.id, title: incident?.title })
    expect(story.updates).toHaveLength(Math.min(20, incident?.updates.length ?? 0))
    expect(story.text).not.toMatch(/<\w/)
    expect(story.url.startsWith(`${URL_OF_SITE}/`)).toBe(true)
    expect((await site.app.inject({ url: story.url.slice(URL_OF_SITE.length) })).statusCode).toBe(200)
  })

  test('an address is looked up as on the page, and an invalid one is rejected in words', async () => {
    const range = edition.site.ipRanges.find(({ removedOn }) => removedOn === null)
    const address = range?.prefix.split('/')[0] ?? ''
    const { data_centers, ...about } = await found<{ message: string; data_centers: { tid: number }[] }>(
      'find_ip_range',
      { address },
    )
    expect(data_centers.map(({ tid }) => tid)).toContain(range?.dataCenterTid)
    const read = (await site.app.inject({ url: `/api/ip-lookup?${new URLSearchParams({ address })}` })).json()
    expect(about.message).toBe(read.message)
    expect(await refusalOf('find_ip_range', { address: 'somewhere' })).toContain('Not a valid IP address')
    const wide = await found<{ data_centers: unknown[]; data_centers_count: number }>('find_ip_range', {
      address: '2001:db8::/32',
    })
    expect(wide.data_centers).toHaveLength(20)
    expect(wide.data_centers_count).toBeGreaterThan(20)
  })

  test('titles are returned as written', async () => {
    const [incident] = recordsOfCloud(edition.records, 'incident', edition.site.clouds[0]?.id ?? 0)
    if (incident === undefined) throw new Error('The demo has incidents.')
    const records = nextShelf(edition.records, { changed: [{ ...incident, title: HOSTILE }], withdrawn: [] })
    holder.hold({ ...edition, records })
    expect(await found('get_record', { id: incident.id })).toMatchObject({ title: HOSTILE })
  })

  test('an unknown tool is a protocol error, not a server error', async () => {
    await expect(client.callTool({ name: 'delete_everything', arguments: {} })).rejects.toThrow(
      'There is no tool',
    )
    expect(site.log.filter(({ level }) => level >= 50)).toEqual([])
  })
})

describe('MCP reveals nothing unpublished', () => {
  test('draft, scheduled and withdrawn records are not found', async () => {
    expect(hiddenIds.length).toBeGreaterThan(2)
    for (const id of hiddenIds) {
      expect(await refusalOf('get_record', { id })).toMatch(
        new RegExp(
          `^(There is no published record ${id}|Record ${id} was withdrawn on \\S+ because the alarm .*)\\.$`,
        ),
      )
    }
  })

  test('no tool returns an internal word, whatever the arguments', async () => {
    const said: unknown[] = [
      await call('get_status'),
      await call('list_incidents', { limit: 50 }),
      await call('list_incidents', { open_only: true, limit: 50 }),
      await call('list_advisories', { limit: 50 }),
      await call('list_data_centers', { limit: 200 }),
    ]
    for (const when of ['active', 'upcoming', 'past']) {
      said.push(await call('list_maintenance', { when, limit: 50 }))
    }
    said.push(await call('find_ip_range', { address: '0.0.0.0/0' }))
    for (const canary of CANARIES) said.push(await call('list_data_centers', { search: canary }))
    const ids = [...edition.records.byId.keys()]
    const step = Math.ceil(ids.length / RECORDS)
    for (const id of ids.filter((_, index) => index % step === 0)) said.push(await call('get_record', { id }))
    // These answers don't echo their arguments.
    const words = JSON.stringify(said)
    for (const canary of CANARIES) expect(words).not.toContain(canary)
  })
})
