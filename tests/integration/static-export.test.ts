import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as canaries from '../../src/demo/canaries.ts'
import { SERVICE_UNAVAILABLE } from '../../src/domain/texts.ts'
import type { Edition } from '../../src/edition/edition.ts'
import { demoEdition } from '../support/demo-edition.ts'
import { type ExportedSite, exportedSite } from '../support/exported-site.ts'
import { NO_NGINX } from '../support/nginx.ts'
import { FUTURE_BANNER, ODD_IMAGE, ODD_ROUTE, withOddThings } from '../support/odd-edition.ts'
import { getAsIs } from '../support/raw-http.ts'
import { smallEdition, withFewCenters } from '../support/small-edition.ts'

const CLOUDS = ['northwall.net', 'agent.northwall.net']
const EXPORT_WITHIN_MS = 240_000
const EXPORTED_AT = new Date()

let edition: Edition
let site: ExportedSite

// The whole file needs a real nginx; if there is none, the reason is printed.
describe.skipIf(NO_NGINX !== '')('the site as files behind nginx', () => {
  beforeAll(async () => {
    edition = withOddThings(withFewCenters(smallEdition(await demoEdition(), CLOUDS)))
    site = await exportedSite(edition, { now: EXPORTED_AT })
  }, EXPORT_WITHIN_MS)

  afterAll(() => site?.remove())

  describe('answers like the site', () => {
    test.each([
      // One of each kind of file, view and header: other tests cover what a page says.
      '/northwall.net',
      '/northwall.net/cloud-status?week=3&centers=premium&troubled=1',
      '/northwall.net/incidents',
      '/northwall.net/incidents?page=2',
      '/privacy-compliance/cookie-policy',
      '/log',
      '/api/global',
      '/api/edition',
      '/api/cloud-status?cloud=northwall_net&requestType=public&dateOffset=3',
      '/api/incident?cloud=northwall_net&category=2',
      '/api/notifications?notification_type=advisories&page=0',
      '/api/calendar?cloud=northwall_net&type=recent_incident',
      '/api/threats?category=malware&period=7d',
      `/images/${ODD_IMAGE.name}`,
      '/api/openapi.json',
      '/rss-feed',
      '/rss-feed/incidents?cloud=northwall_net',
      '/rss-feed/security-advisories?format=atom',
      '/rss-feed/cloud_app?_format=json&items=updates',
      '/northwall.net/api/v2/scheduled-maintenances/upcoming.json',
      '/northwall.net/incidents.json',
      '/api/for-machines?cloud=northwall_net',
      '/northwall.net/badge.svg?theme=light&style=for-the-badge',
      '/northwall.net/badge.json',
      '/llms.txt',
      '/calendar/maintenance.ics?cloud=northwall_net',
      '/sitemap.xml',
      '/robots.txt',
      '/site.webmanifest',
      '/assets/site-1a2b.js',
    ])('%s', async (path) => {
      const expected = await site.app.inject(path)
      const answer = await site.ask(path, { headers: { 'accept-encoding': 'identity' } })
      expect([answer.status, await answer.text()]).toEqual([expected.statusCode, expected.body])
      expect(comparable(Object.fromEntries(answer.headers))).toEqual(comparable(expected.headers))
    })

    test('a CSV, under a plain file name', async () => {
      const path = '/threats.csv?category=malware&period=90d'
      const answer = await site.ask(path)
      expect([answer.status, await answer.text()]).toEqual([200, (await site.app.inject(path)).body])
      expect(answer.headers.get('content-disposition')).toBe('attachment; filename=threats.csv')
    })

    test('browsers are not asked for reports, which nothing would receive', async () => {
      const { headers } = await site.ask('/northwall.net')
      expect(headers.get('content-security-policy')).toContain('trusted-types candor')
      expect(headers.get('content-security-policy')).not.toContain('report-')
      expect(headers.get('reporting-endpoints')).toBeNull()
    })

    test('every URL of the sitemap exists, with its canonical URL', async () => {
      const map = await (await site.ask('/sitemap.xml')).text()
      const urls = [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
        ([, url = '']) => new URL(url.replaceAll('&amp;', '&')),
      )
      expect(urls.length).toBeGreaterThan(50)
      for (const { pathname, href } of urls) {
        const answer = await site.ask(pathname)
        expect(answer.status, pathname).toBe(200)
        const canonical = `<link rel="canonical" href="${href.replaceAll('&', '&amp;')}">`
        expect((await answer.text()).includes(canonical), canonical).toBe(true)
      }
    })

    test('O-06 pages say that this is the backup site, and the age of its content', async () => {
      const page = await (await site.ask('/northwall.net')).text()
      expect(page).toContain('backup site')
      expect(page).toContain(`dateTime="${edition.publishedAt.toISOString()}"`)
    })

    test('pages don’t offer to look up what files can’t know', async () => {
      for (const page of ['cloud-status', 'ip-ranges']) {
        const text = await (await site.ask(`/northwall.net/${page}`)).text()
        expect(text).toContain('<h1')
        expect(text).not.toMatch(/Where am I\?|Which data center|Look up/)
      }
    })

    test('open pages learn the edition and since when it is unconfirmed', async () => {
      const state = (await (await site.ask('/api/edition')).json()) as Record<string, unknown>
      expect(state).toMatchObject({
        number: edition.number,
        in_maintenance: false,
        stale_since: EXPORTED_AT.toISOString(),
      })
    })
  })

  describe('responses', () => {
    test('come as Brotli or gzip if accepted, with an ETag each', async () => {
      const ask = async (encoding: string) => {
        const { headers, body } = await raw('/northwall.net', { 'accept-encoding': encoding })
        return { encoding: headers['content-encoding'], etag: headers.etag, vary: headers.vary, body }
      }
      const [br, gzip, plain, refused] = await Promise.all(
        ['gzip, br', 'gzip', 'identity', 'br;q=0, gzip'].map(ask),
      )
      expect([br?.encoding, gzip?.encoding, plain?.encoding, refused?.encoding]).toEqual([
        'br',
        'gzip',
        undefined,
        'gzip',
      ])
      expect(new Set([br?.etag, gzip?.etag, plain?.etag]).size).toBe(3)
      expect(br?.vary).toBe('Accept-Encoding')
      expect(brotliDecompressSync(br?.body ?? Buffer.alloc(0)).equals(plain?.body ?? Buffer.alloc(0))).toBe(
        true,
      )
    })

    test('cost a 304 if unchanged', async () => {
      const { headers } = await raw('/api/global', { 'accept-encoding': 'br' })
      const again = await raw('/api/global', {
        'accept-encoding': 'br',
        'if-none-match': String(headers.etag),
      })
      expect([again.status, again.body.length]).toEqual([304, 0])
      expect(again.headers['content-security-policy']).toBeDefined()
    })

    test('for badge options that were not exported fall back to the badge without them', async () => {
      const plain = await raw('/northwall.net/badge.svg?theme=dark')
      const labelled = await raw('/northwall.net/badge.svg?label=Our+cloud&theme=dark')
      expect(labelled.status).toBe(200)
      expect(labelled.body).toEqual(plain.body)
      expect(labelled.headers['content-security-policy']).toBe(
        "default-src 'none'; style-src 'unsafe-inline'",
      )
      expect((await raw('/northwall.net/badge/service/999999.svg?theme=dark')).status).toBe(404)
    })

    test('for build files are immutable', async () => {
      const answer = await site.ask('/assets/site-1a2b.js')
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    })
  })

  describe('URLs', () => {
    test.each([
      ['/northwall.net?utm_source=mail&gclid=1', '/northwall.net'],
      ['/northwall.net/incidents?utm_source=mail&page=2', '/northwall.net/incidents?page=2'],
      ['/northwall.net/incidents?page=1', '/northwall.net/incidents'],
      ['/northwall.net/cloud-status?troubled=1&week=2', '/northwall.net/cloud-status?week=2&troubled=1'],
      ['/api/incident?page=0&cloud=northwall_net', '/api/incident?cloud=northwall_net'],
      ['/%6eorthwall.net/./incidents', '/northwall.net/incidents'],
    ])('%s is %s', async (given, canonical) => {
      const answers = await Promise.all([given, canonical].map((path) => site.ask(path)))
      const [a, b] = await Promise.all(answers.map((answer) => answer.text()))
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      expect(a).toBe(b)
    })

    test.each([
      ['/northwall.net/incidents?category=2&date=2020-01-01', '/northwall.net/incidents'],
      ['/northwall.net/incidents?datacenter=1&datacenter=2', '/northwall.net/incidents'],
      ['/northwall.net/faq?search=tunnel', '/northwall.net/faq'],
      ['/northwall.net/incidents?page=4000', '/northwall.net/incidents'],
      ['/northwall.net/cloud-status?week=2&post=77', '/northwall.net/posts/77'],
      ['/northwall.net/cloud-status?mine=s12', '/northwall.net/cloud-status'],
      ['/northwall.net?edition=3', '/northwall.net'],
    ])('a view that was not exported, %s, falls back to %s', async (given, location) => {
      const answer = await site.ask(given)
      expect([answer.status, answer.headers.get('location')]).toEqual([302, location])
    })

    test('a day without records leads to its month, and its list is empty', async () => {
      const day = await dayWithoutRecords()
      const page = await site.ask(`/northwall.net/incidents?date=${day}`)
      expect(page.headers.get('location')).toBe(`/northwall.net/incidents?month=${day.slice(0, 7)}`)
      expect((await site.ask(page.headers.get('location') ?? '')).status).toBe(200)
      const list = `/api/incident?cloud=northwall_net&date=${day}`
      const expected = await site.app.inject(list)
      const answer = await site.ask(list)
      expect([answer.status, await answer.text()]).toEqual([200, expected.body])
    })

    test('each day with records has its list and, for the last year, its page', async () => {
      const calendar = await readJson<{ calendar: Record<string, string> }>(
        '/api/calendar?cloud=northwall_net&type=recent_incident',
      )
      const days = Object.keys(calendar.calendar)
      expect(days.length).toBeGreaterThan(5)
      for (const day of days) {
        const list = `/api/incident?cloud=northwall_net&date=${day}`
        expect(await (await site.ask(list)).text(), list).toBe((await site.app.inject(list)).body)
      }
      const newest = days.sort().at(-1)
      expect((await site.ask(`/northwall.net/incidents?date=${newest}`)).status).toBe(200)
    })

    test.each(['category=2&date=2026-01-01', 'datacenter=1&datacenter=2', 'page=4000', 'mine=s12'])(
      'an API list that was not exported, %s, says so instead of returning another',
      async (query) => {
        const answer = await site.ask(`/api/incident?cloud=northwall_net&${query}`)
        expect(answer.status).toBe(404)
        expect((await answer.json()) as object).toEqual({
          message: expect.stringContaining('one filter at a time'),
        })
      },
    )

    test('nothing of an earlier edition is answered from this one', async () => {
      const answer = await site.ask('/api/cloud-status?cloud=northwall_net&edition=3')
      expect(answer.status).toBe(404)
    })

    test.each(['/api/posts/999999?cloud=northwall_net', '/api/notification/999999/northwall_net'])(
      '%s is an empty answer',
      async (path) => {
        expect(await (await site.ask(path)).text()).toBe((await site.app.inject(path)).body)
      },
    )

    test('paths with odd characters, or longer than a file name, are found', async () => {
      const path = `/northwall.net${encodeURI(ODD_ROUTE)}`
      const answer = await site.ask(path)
      expect([answer.status, await answer.text()]).toEqual([200, (await site.app.inject(path)).body])
      expect(readFileSync(join(site.folder, 'current/nginx/maps.conf'), 'utf8')).toContain('/.long/')
    })

    test.each([
      '/..%2f..%2f..%2fetc/passwd',
      '/northwall.net/incidents?page=../../../../../etc/passwd',
      '/northwall.net/incidents?page=2/../../x',
      `/northwall.net/incidents?page=${'9'.repeat(4000)}`,
      `/northwall.net/${'x'.repeat(3000)}`,
      '/northwall.net/incidents?page=%00',
      '/.errors/html/404.html',
      '/.candor/rss',
      '/.long/x',
      '/export.json',
      '/nginx/site.conf',
    ])('%s leads nowhere else', async (path) => {
      const { status, body } = await raw(path, {})
      expect([200, 302, 308, 400, 404, 414]).toContain(status)
      expect(body.toString()).not.toMatch(/root:|add_header|"exported_at"/)
      if (status === 200) expect(path).toContain('/incidents')
    })
  })

  describe('redirects', () => {
    test.each([
      ['/', {}, 302, '/northwall.net'],
      ['/', { cookie: 'cloud=agent_northwall_net' }, 302, '/agent.northwall.net/cloud-status'],
      ['/?utm_source=x', { cookie: 'cloud=nobody' }, 302, '/northwall.net?utm_source=x'],
      ['/posts/12', { cookie: 'cloud=northwall_net' }, 302, '/northwall.net/posts/12'],
      ['/northwall.net/incidents/?page=2', {}, 308, '/northwall.net/incidents?page=2'],
      ['/agent.northwall.net/data-center-map', {}, 302, undefined],
      ['/?cloud=trust.agent.northwall.net', {}, 302, '/agent.northwall.net/cloud-status'],
      ['/agent.northwall.net/faq?a=1&cloud=trust.northwall.net&b=2', {}, 302, '/northwall.net/faq?a=1&b=2'],
      ['/agent.northwall.net/faq?cloud=Northwall_Net', {}, 302, '/northwall.net/faq'],
      ['/agent.northwall.net/faq?cloud=TRUST.northwall.net', {}, 302, '/northwall.net/faq'],
      ['/agent.northwall.net/faq?cloud=trust.retired.example&a=1', {}, 302, '/agent.northwall.net/faq?a=1'],
      ['/?cloud=', { cookie: 'cloud=agent_northwall_net' }, 302, '/agent.northwall.net/cloud-status'],
      ['/posts/12?a=1&cloud=nobody', {}, 302, '/northwall.net/posts/12?a=1'],
      [
        '/agent.northwall.net/notification/5?cloud=trust.northwall.net',
        {},
        302,
        '/agent.northwall.net/notification/5',
      ],
    ] as const)('%s with %o', async (path, headers, status, location) => {
      const expected = await site.app.inject({ url: path, headers })
      const answer = await site.ask(path, { headers })
      const outcome = { status: answer.status, location: answer.headers.get('location') }
      expect(outcome).toEqual({ status: expected.statusCode, location: expected.headers.location })
      expect(outcome).toEqual({ status, location: location ?? outcome.location })
      expect(answer.headers.getSetCookie()).toEqual([expected.headers['set-cookie'] ?? []].flat())
      expect(answer.headers.get('cache-control')).toBe(expected.headers['cache-control'])
    })

    test('G-11 moved posts redirect', async () => {
      const moved = [...edition.records.byId.values()].filter(
        ({ redirect, clouds }) => redirect !== null && clouds.length > 0,
      )
      expect(moved.length).toBeGreaterThan(0)
      for (const { id, kind, clouds } of moved) {
        const domain = edition.site.clouds.find((cloud) => cloud.id === clouds[0])?.domain
        const path = `/${domain}/${kind === 'notification' ? 'notification' : 'posts'}/${id}`
        const answer = await site.ask(path)
        const expected = await site.app.inject(path)
        expect([answer.status, answer.headers.get('location')]).toEqual([
          expected.statusCode,
          expected.headers.location,
        ])
      }
    })
  })

  describe('what is not exported', () => {
    test.each(['/nowhere', '/agent.northwall.net/nowhere', '/northwall.net/x/y?page=2'])(
      "%s is the site's 404 page",
      async (path) => {
        const expected = await site.app.inject(path)
        const answer = await site.ask(path)
        expect([answer.status, await answer.text()]).toEqual([404, expected.body])
        expect(answer.headers.get('content-security-policy')).toBe(
          withoutReports(expected.headers['content-security-policy']),
        )
      },
    )

    test('a withdrawn post has its note', async () => {
      const [note] = edition.records.notes.values()
      const path = `/northwall.net/posts/${note?.id}`
      const expected = await site.app.inject(path)
      const answer = await site.ask(path)
      expect([answer.status, await answer.text()]).toEqual([410, expected.body])
      const read = `/api/posts/${note?.id}?cloud=northwall_net`
      expect(await (await site.ask(read)).text()).toBe((await site.app.inject(read)).body)
    })

    test.each([
      '/api/nothing',
      '/assets/nothing.js',
      '/rss-feed/nothing',
      '/rss-feed/incidents?format=pdf',
      '/api/incidents/1',
    ])('%s is JSON', async (path) => {
      const answer = await site.ask(path)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        404,
        'application/json; charset=utf-8',
      ])
      expect(await answer.json()).toHaveProperty('message')
    })

    test.each([
      ['POST', '/user/login', 'application/json'],
      ['POST', '/api/subscriptions', 'application/json'],
      ['GET', '/api/user/status', 'application/json'],
      ['GET', '/api/v1/incidents', 'application/json'],
      ['GET', '/calendar/own/secret.ics', ''],
      ['POST', '/sign-in', 'application/x-www-form-urlencoded'],
      ['GET', '/sso/login', ''],
      ['GET', '/admin/dashboard', ''],
    ])("O-06 %s %s answers 503 with the site's text", async (method, path, type) => {
      const answer = await site.ask(path, {
        method,
        headers: type === '' ? {} : { 'content-type': type },
        ...(method === 'POST' && { body: '{}' }),
      })
      expect(answer.status).toBe(503)
      expect(answer.headers.get('retry-after')).toBe('300')
      expect(answer.headers.get('cache-control')).toBe('private, no-store')
      expect((await answer.text()).replaceAll('&#x27;', "'")).toContain(SERVICE_UNAVAILABLE)
    })

    test('other methods are rejected with a message', async () => {
      const answer = await site.ask('/northwall.net', { method: 'POST', body: 'x' })
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
      expect(await answer.json()).toEqual({ message: 'This address doesn’t support this method.' })
    })

    test('L-09 no file contains anything internal, unpublished or planned', () => {
      const secrets = [...Object.values(canaries), FUTURE_BANNER]
      const ran = execFileSync('sh', [
        '-c',
        `grep -rlaE '${secrets.join('|')}' "$1" || true`,
        'sh',
        `${site.folder}/current/`,
      ])
      expect(ran.toString()).toBe('')
    })
  })

  test('nginx logged no warnings', () => {
    expect(site.nginx.said()).not.toMatch(/\[(?:warn|error|crit|alert|emerg)\]/)
  })
})

async function raw(path: string, headers: Record<string, string> = {}) {
  return getAsIs(site.nginx.url, path, headers)
}

async function readJson<T>(path: string): Promise<T> {
  return (await (await site.ask(path)).json()) as T
}

async function dayWithoutRecords(): Promise<string> {
  const { calendar } = await readJson<{ calendar: Record<string, string> }>(
    '/api/calendar?cloud=northwall_net&type=recent_incident',
  )
  for (let back = 40; back < 300; back++) {
    const day = new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10)
    if (calendar[day] === undefined) return day
  }
  throw new Error('Every day has records.')
}

/** Without headers that every server sets itself, and those a file can't have. */
function comparable(headers: Record<string, unknown>) {
  const own = [
    'accept-ranges',
    'connection',
    'content-length',
    'date',
    'etag',
    'keep-alive',
    'last-modified',
    'reporting-endpoints',
    'server',
    'transfer-encoding',
    'x-request-id',
    'surrogate-key',
    'cache-tag',
    'candor-edition',
    'server-timing',
    'cdn-cache-control',
    'surrogate-control',
    'vary',
  ]
  const rest = Object.entries(headers).filter(([name]) => !own.includes(name))
  return Object.fromEntries(
    rest.map(([name, value]) => [name, name === 'content-security-policy' ? withoutReports(value) : value]),
  )
}

function withoutReports(policy: unknown): string {
  return String(policy).replace(/; report-to .*/, '')
}
