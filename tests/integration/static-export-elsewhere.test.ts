import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as canaries from '../../src/demo/canaries.ts'
import { SERVICE_UNAVAILABLE } from '../../src/domain/texts.ts'
import type { Edition } from '../../src/edition/edition.ts'
import { demoEdition } from '../support/demo-edition.ts'
import { type ExportedSite, exportedSite } from '../support/exported-site.ts'
import { NO_NGINX } from '../support/nginx.ts'
import { FUTURE_BANNER, withOddThings } from '../support/odd-edition.ts'
import { smallEdition } from '../support/small-edition.ts'

const CLOUDS = ['northwallbeta.net', 'agent.northwall.net']
const EXPORT_WITHIN_MS = 240_000

let edition: Edition
let site: ExportedSite

describe.skipIf(NO_NGINX !== '')('the site as files behind nginx', () => {
  beforeAll(async () => {
    edition = withOddThings(smallEdition(await demoEdition(), CLOUDS))
    site = await exportedSite(edition, { now: new Date() })
  }, EXPORT_WITHIN_MS)

  afterAll(() => site?.remove())

  describe('redirects', () => {
    test.each([
      ['/', {}, 302, '/northwallbeta.net'],
      ['/', { cookie: 'cloud=agent_northwall_net' }, 302, '/agent.northwall.net/cloud-status'],
      ['/?utm_source=x', { cookie: 'cloud=nobody' }, 302, '/northwallbeta.net?utm_source=x'],
      ['/posts/12', { cookie: 'cloud=northwallbeta_net' }, 302, '/northwallbeta.net/posts/12'],
      ['/northwallbeta.net/incidents/?page=2', {}, 308, '/northwallbeta.net/incidents?page=2'],
      ['/northwallbeta.net/security-advisories', {}, 302, undefined],
      ['/?cloud=trust.agent.northwall.net', {}, 302, '/agent.northwall.net/cloud-status'],
      [
        '/agent.northwall.net/faq?a=1&cloud=trust.northwallbeta.net&b=2',
        {},
        302,
        '/northwallbeta.net/faq?a=1&b=2',
      ],
      [
        '/agent.northwall.net/notification/5?cloud=trust.northwallbeta.net',
        {},
        302,
        '/agent.northwall.net/notification/5',
      ],
    ] as const)('%s with %o', async (path, headers, status, location) => {
      const expected = await site.app.inject({ url: path, headers })
      const answer = await site.ask(path, { headers })
      const told = { status: answer.status, location: answer.headers.get('location') }
      expect(told).toEqual({ status: expected.statusCode, location: expected.headers.location })
      expect(told).toEqual({ status, location: location ?? told.location })
      expect(answer.headers.getSetCookie()).toEqual([expected.headers['set-cookie'] ?? []].flat())
      expect(answer.headers.get('cache-control')).toBe(expected.headers['cache-control'])
    })

    test('G-11 posts that have moved lead where they moved', async () => {
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

  describe('what is not here', () => {
    test.each(['/nowhere', '/agent.northwall.net/nowhere', '/northwallbeta.net/x/y?page=2'])(
      '%s is the 404 page of the site',
      async (path) => {
        const expected = await site.app.inject(path)
        const answer = await site.ask(path)
        expect([answer.status, await answer.text()]).toEqual([404, expected.body])
        expect(answer.headers.get('content-security-policy')).toBe(
          expected.headers['content-security-policy'],
        )
      },
    )

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
    ])('O-06 %s %s answers 503 in the words of the site', async (method, path, type) => {
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

    test('other methods are refused with a word', async () => {
      const answer = await site.ask('/northwallbeta.net', { method: 'POST', body: 'x' })
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
      expect(await answer.json()).toEqual({ message: 'This address does not answer to this method.' })
    })

    test('L-09 no file has anything internal, unpublished or planned', () => {
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
})
