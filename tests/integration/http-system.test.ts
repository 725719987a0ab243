import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { calls } from '../../src/contract/calls.ts'
import { publicReads } from '../../src/contract/public-reads.ts'
import { v1Calls } from '../../src/contract/v1/v1-calls.ts'
import * as canaries from '../../src/demo/canaries.ts'
import { WHERE_PATH } from '../../src/domain/ip-ranges/ip-ranges-query.ts'
import { DOCUMENT_ROUTES } from '../../src/edition/documents/families.ts'
import type { Edition } from '../../src/edition/edition.ts'
import { sized } from '../size.ts'
import { demoEdition } from '../support/demo-edition.ts'
import {
  type StandingHolder,
  standingHolder,
  type TestApp,
  testApp,
  testConfig,
} from '../support/test-app.ts'

const VERIFIED_AT = new Date('2026-11-15T10:00:00Z')
const NOW = new Date('2026-11-15T10:00:42Z')
const { publicUrl } = testConfig()

let edition: Edition
let holder: StandingHolder
let site: TestApp

beforeAll(async () => {
  edition = await demoEdition()
  holder = standingHolder(VERIFIED_AT)
  site = await testApp({ holder, clock: () => NOW })
})

afterAll(() => site.app.close())

describe('right after a start, without content', () => {
  let starting: TestApp

  beforeAll(async () => {
    starting = await testApp({ holder: standingHolder(VERIFIED_AT) })
  })

  afterAll(() => starting.app.close())

  test('the process is healthy and not ready', async () => {
    expect((await starting.app.inject('/healthz')).json()).toEqual({ status: 'ok' })
    const ready = await starting.app.inject('/readyz')
    expect([ready.statusCode, ready.json()]).toEqual([503, { status: 'starting' }])
  })

  test('G-20 readers are asked to come back, programs in JSON and people on a page', async () => {
    const json = await starting.app.inject('/api/global')
    expect(json.statusCode).toBe(503)
    expect(json.headers).toMatchObject({ 'retry-after': '5', 'cache-control': 'private, no-store' })
    expect(json.json()).toEqual({ message: 'The site is starting and has no content yet.' })
    for (const path of ['/', '/northwall.net', '/?cloud=trust.northwall.net', '/sitemap.xml']) {
      const page = await starting.app.inject(path)
      expect([path, page.statusCode]).toEqual([path, 503])
      expect(page.headers['retry-after']).toBe('5')
      expect(page.body).toMatch(/<h1\b/)
    }
  })

  test('the metrics are available', async () => {
    expect(await starting.metrics.registry.metrics()).toMatch(/^candor_edition_number 0$/m)
  })
})

describe('with content', () => {
  beforeEach(() => {
    holder.hold(edition)
  })

  test('the process is ready and reports the age of its content', async () => {
    const { statusCode, headers, body } = await site.app.inject('/readyz')
    expect(statusCode).toBe(200)
    expect(headers['cache-control']).toBe('private, no-store')
    expect(JSON.parse(body)).toEqual({
      status: 'ready',
      edition: edition.number,
      published_at: edition.publishedAt.toISOString(),
      verified_at: VERIFIED_AT.toISOString(),
      age_seconds: 42,
    })
  })

  test('promise 1: without its database it still serves, and reports that it is stale', async () => {
    holder.hold(edition, VERIFIED_AT)
    const { statusCode, body } = await site.app.inject('/readyz')
    expect(statusCode).toBe(200)
    expect(JSON.parse(body)).toMatchObject({ status: 'stale', age_seconds: 42 })
  })

  test('the metrics count requests by route and status, and describe the edition', async () => {
    await site.app.inject('/api/global')
    await site.app.inject('/api/global')
    await site.app.inject('/northwall.net')
    await site.app.inject('/nowhere-1')
    await site.app.inject('/nowhere-2')
    await site.app.inject('/api/incident')
    const body = await site.metrics.registry.metrics()
    expect((await site.app.inject('/metrics')).statusCode).toBe(404)
    for (const line of [
      'candor_http_requests_total{route="/api/global",status="200"} 2',
      'candor_http_requests_total{route="/*",status="404"} 2',
      'candor_http_requests_total{route="/api/incident",status="400"} 1',
      `candor_edition_number ${edition.number}`,
      `candor_edition_records ${edition.records.byId.size}`,
      'candor_edition_unverified_seconds 42',
      'candor_answers_kept 3',
    ]) {
      expect(body.split('\n')).toContain(line)
    }
    expect(body).toMatch(/^candor_http_request_duration_seconds_count\{route="\/api\/global"\} 2$/m)
    expect(body).not.toContain('nowhere')
  })

  test('robots.txt names the sitemap', async () => {
    const { headers, body } = await site.app.inject('/robots.txt')
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(body).toContain(`Sitemap: ${publicUrl}/sitemap.xml`)
  })
})

describe('the sitemap', () => {
  /** No divisor of the number of clouds or of pages, so that all kinds of addresses have their turn. */
  const EVERY_URL = sized({ short: 401, long: 79 })
  const ENTRY = /^<url><loc>([^<>"&]+)<\/loc>(?:<lastmod>([^<]+)<\/lastmod>)?<\/url>$/

  test('is well-formed, and each of its URLs is of this site and unique', async () => {
    holder.hold(edition)
    const { headers, body } = await site.app.inject('/sitemap.xml')
    expect(headers['content-type']).toBe('application/xml; charset=utf-8')
    const [declaration, open, ...rest] = body.trimEnd().split('\n')
    expect(declaration).toBe('<?xml version="1.0" encoding="UTF-8"?>')
    expect(open).toBe('<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">')
    expect(rest.pop()).toBe('</urlset>')
    expect(rest.filter((line) => !ENTRY.test(line))).toEqual([])
    const addresses = rest.map((line) => ENTRY.exec(line)?.[1] ?? '')
    expect(addresses.filter((address) => new URL(address).origin !== publicUrl)).toEqual([])
    expect(new Set(addresses).size).toBe(addresses.length)
    expect(addresses).toContain(`${publicUrl}/northwall.net/incidents`)
  })

  test('names exactly the published posts that readers can open', async () => {
    holder.hold(edition)
    const { body } = await site.app.inject('/sitemap.xml')
    const named = [...body.matchAll(/\/(?:posts|notification)\/(\d+)<\/loc>/g)].map(([, id]) => Number(id))
    const readable = [...edition.records.byId.values()].filter(
      ({ redirect, kind, clouds }) => redirect === null && (kind === 'notification' || clouds.length > 0),
    )
    expect(named.toSorted((a, b) => a - b)).toEqual(readable.map(({ id }) => id).toSorted((a, b) => a - b))
    expect(readable.length).toBeLessThan(edition.records.byId.size)
    expect(body).not.toMatch(new RegExp(Object.values(canaries).join('|')))
  })

  test('has URLs that answer 200', async () => {
    holder.hold(edition)
    const { body } = await site.app.inject('/sitemap.xml')
    const paths = [...body.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
      ([, address]) => new URL(address ?? '').pathname,
    )
    for (const path of paths.filter((_, index) => index % EVERY_URL === 0)) {
      expect([path, (await site.app.inject(path)).statusCode]).toEqual([path, 200])
    }
  })

  test('leaves out links to other sites, and posts that only retired clouds have', async () => {
    const { site: content } = edition
    const [first] = content.menu.main_menu
    const [retired, ...clouds] = content.clouds
    const abroad = {
      ...first,
      id: 'abroad',
      route: 'https://elsewhere.example/',
      deep_link: false,
      sub_menus: undefined,
    }
    holder.hold({
      ...edition,
      site: {
        ...content,
        clouds,
        menu: {
          ...content.menu,
          main_menu: [...content.menu.main_menu, abroad] as typeof content.menu.main_menu,
        },
      },
    })
    const { body } = await site.app.inject('/sitemap.xml')
    expect(body).not.toContain('elsewhere.example')
    expect(body).not.toContain(`/${retired?.domain}/`)
    const shared = [...edition.records.byId.values()].find(
      (record) =>
        record.kind !== 'notification' && record.clouds.length > 1 && record.clouds[0] === retired?.id,
    )
    expect(body).toContain(`/posts/${shared?.id}</loc>`)
  })
})

describe('the contract', () => {
  test('is an OpenAPI 3.1 document of every read, call, feed, document and data file, and nothing else', async () => {
    const { headers, body } = await site.app.inject('/api/openapi.json')
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'content-type': 'application/json; charset=utf-8',
    })
    const document = JSON.parse(body)
    expect(document).toMatchObject({ openapi: '3.1.0', servers: [{ url: publicUrl }] })
    const named = [
      ...Object.keys(publicReads).map((path) => `GET ${path}`),
      `GET ${WHERE_PATH}`,
      ...Object.keys(calls),
      ...Object.keys(v1Calls),
    ]
    const {
      '/rss-feed/{type}': feeds,
      '/threats.csv': threatFile,
      '/api/admin/audit.csv': auditFile,
      '/api/admin/subscribers.csv': subscribersFile,
      '/api/admin/imports/subscribers/{id}/left-out.csv': leftOutFile,
      '/api/admin/records/export': recordsFile,
      '/api/admin/images': staffImages,
      '/api/v1/images': programImages,
      '/api/admin/attachments': staffAttachments,
      '/api/v1/attachments': programAttachments,
      '/api/admin/site/brand/images/{as}': brandImages,
      '/api/v1/alerts': alerts,
      '/api/v1/alerts/{key}': alertsByKey,
      '/api/cloud-status.json': legacyStatus,
      '/mcp': mcp,
      ...reads
    } = document.paths
    expect(feeds.get.parameters.map(({ name }: { name: string }) => name)).toContain('format')
    const { 200: feed, 304: unchanged, '4XX': refused, 503: _, ...others } = feeds.get.responses
    expect(others).toEqual({})
    expect(Object.keys(feed.content).toSorted()).toEqual([
      'application/atom+xml',
      'application/feed+json',
      'application/rss+xml',
    ])
    expect(unchanged.content).toBeUndefined()
    expect(refused.content['application/json'].schema).toMatchObject({ properties: { message: {} } })
    expect(mcp.post.summary).toContain('Model Context Protocol')
    for (const asked of [
      legacyStatus,
      mcp,
      subscribersFile,
      recordsFile,
      staffImages,
      programImages,
      staffAttachments,
      programAttachments,
      brandImages,
      alerts,
      alertsByKey,
    ])
      expect(Object.keys(asked)).toEqual(['post'])
    for (const file of [threatFile, auditFile, leftOutFile])
      expect(file.get.responses['200'].content).toHaveProperty(['text/csv'])
    for (const { path, summary, type, query } of DOCUMENT_ROUTES) {
      const name = path.replace(/:(\w+)/g, '{$1}')
      const { get, ...others } = reads[name] ?? {}
      expect(get, name).toMatchObject({ summary, responses: { 304: {}, '4XX': {} } })
      expect(get.responses['200'].content, name).toHaveProperty([type.split(';')[0] as string])
      expect(others, name).toEqual({})
      expect(get.tags, name).toHaveLength(1)
      const parameters = get.parameters?.map((each: { name: string }) => each.name) ?? []
      expect(parameters, name).toEqual(expect.arrayContaining(Object.keys(query?.properties ?? {})))
      delete reads[name]
    }
    const operations = Object.entries<Record<string, Operation>>(reads).flatMap(([path, byMethod]) =>
      Object.entries(byMethod).map(([method, operation]) => ({ method, path, operation })),
    )
    expect(operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`).toSorted()).toEqual(
      named.map((name) => name.replace(/:(\w+)/g, '{$1}')).toSorted(),
    )
    for (const { path, operation } of operations) {
      const { summary, responses, parameters = [] } = operation
      expect(summary, path).not.toBe('')
      const isAnswered =
        (responses['200'] ?? responses['201'])?.content['application/json']?.schema !== undefined
      expect(isAnswered || responses['204'] !== undefined, path).toBe(true)
      expect(responses['4XX']?.content['application/json']?.schema, path).toMatchObject({
        properties: { message: {} },
      })
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      expect(parameters.filter((each) => each.in === 'path').map((each) => each.name)).toEqual(inPath)
      expect(parameters.every((each) => each.schema !== undefined)).toBe(true)
    }
  })

  test('has a human-readable page without scripts', async () => {
    const { headers, body } = await site.app.inject('/api/docs')
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    const scripts = [...body.matchAll(/<script([^>]*)>/g)].map(([, attributes]) => attributes)
    expect(scripts).toEqual([''])
    for (const [path, { summary }] of Object.entries(publicReads)) {
      const text = body.replace(/<[^>]+>/g, '')
      expect(text).toContain(path.replace(/:(\w+)/g, '{$1}'))
      expect(text).toContain(summary.replace(/`/g, ''))
    }
    // Menus may link elsewhere; nothing is loaded from there.
    expect(body).not.toMatch(/(src|<link[^>]*href)="(https?:)?\/\/(?!trust\.northwall\.example)/)
  })

  test("G-01 has the site's name and header, and its first example answers 200", async () => {
    const { body } = await site.app.inject('/api/docs')
    expect(body).toContain('<h1>Northwall ')
    expect(body).toMatch(/<header class="shell">.*<nav [^>]*aria-label="Main".*<\/header><main/s)
    const [, example = ''] = /curl &#x27;(https?:[^&']*(?:&amp;[^&']*)*)&#x27;/.exec(body) ?? []
    const { pathname, search } = new URL(example.replaceAll('&amp;', '&'))
    expect((await site.app.inject(pathname + search)).statusCode).toBe(200)
  })
})

interface Operation {
  summary: string
  parameters?: { name: string; in: string; schema?: object }[]
  responses: Record<string, { content: Record<string, { schema: object }> }>
}
