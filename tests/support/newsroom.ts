import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { AdminRecord } from '../../src/contract/admin/record-content.ts'
import type { Role } from '../../src/domain/access.ts'
import { emptyContent } from '../../src/domain/newsroom/empty-content.ts'
import type { RecordContent } from '../../src/domain/newsroom/record-content.ts'
import { sized } from '../size.ts'
import type { AccountSite } from './account-site.ts'
import { editionOf } from './demo-edition.ts'
import { smallEdition, withFewCenters } from './small-edition.ts'
import type { SmallCloud } from './small-site.ts'
import { subscriber } from './subscriber.ts'
import type { StandingHolder } from './test-app.ts'

export async function newsroomStaff(site: AccountSite, ...roles: Role[]) {
  const { uid, cookie, post } = await subscriber(site, { roles: roles.length > 0 ? roles : ['trust_admin'] })
  const get = (url: string) => site.app.inject({ url, headers: { cookie } })

  async function done(url: string, payload: object): Promise<AdminRecord> {
    const answer = await post(url, payload)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json<{ data: AdminRecord }>().data
  }

  const save = (id: number, version: number, content: RecordContent) =>
    post(`/api/admin/records/${id}/draft`, { version, content })
  const publish = (id: number, version: number, of: object = {}) =>
    post(`/api/admin/records/${id}/publish`, {
      version,
      notifies: true,
      idempotency_key: randomUUID(),
      ...of,
    })

  return {
    uid,
    get,
    post,
    done,
    save,
    publish,
    create: (content: RecordContent) => done('/api/admin/records', { content }),
    read: async (id: number) => {
      const answer = await get(`/api/admin/records/${id}`)
      expect(answer.statusCode, answer.body).toBe(200)
      return answer.json<{ data: AdminRecord }>().data
    },
    saved: async (id: number, version: number, content: RecordContent) => {
      const answer = await save(id, version, content)
      expect(answer.statusCode, answer.body).toBe(200)
      return answer.json<{ data: { version: number; saved_at: string } }>().data.version
    },
    published: async (id: number, version: number, of: object = {}) => {
      const answer = await publish(id, version, of)
      expect(answer.statusCode, answer.body).toBe(200)
      return answer.json<{ data: AdminRecord }>().data
    },
  }
}

export type Staff = Awaited<ReturnType<typeof newsroomStaff>>

export function incidentOn(cloud: SmallCloud, fields: Partial<RecordContent> = {}): RecordContent {
  return {
    ...emptyContent({ kind: 'incident' }),
    title: 'Sign-in is slow',
    summary: 'Some wait for a minute.',
    body: '<p>We are looking into it.</p>',
    clouds: [cloud.id],
    services: [cloud.service],
    severity_tid: 19,
    ...fields,
  }
}

/**
 * Everything public that could mention it, on its cloud and without any cache of an earlier edition. The edition is all
 * that readers' pages, feeds and answers are made from; the long run reads more of these, too.
 */
export async function publicText(site: AccountSite, of: { id: number; cloud: SmallCloud }): Promise<string> {
  const { machineName: cloud, domain } = of.cloud
  const edition = await editionOf(site.database.db)
  const small = withFewCenters(smallEdition(edition, [domain]))
  expect(small.records.byId.has(of.id)).toBe(edition.records.byId.has(of.id))
  ;(site.holder as StandingHolder).hold(small)
  // One by one, because the site has nothing cached.
  const answers = await inTurn(
    [
      `/api/posts/${of.id}?cloud=${cloud}`,
      `/${domain}/posts/${of.id}`,
      `/rss-feed/incidents?cloud=${cloud}`,
      ...sized({
        short: [],
        long: [
          `/api/posts/${of.id}`,
          `/api/notification/${of.id}/${cloud}`,
          `/api/incidents?cloud=${cloud}`,
          `/api/maintenance?cloud=${cloud}`,
          `/api/advisories?cloud=${cloud}`,
          `/api/cloud-status?cloud=${cloud}&requestType=core_cloud_services`,
          `/api/global`,
          `/${domain}/incidents`,
          `/${domain}/maintenance`,
          `/${domain}/cloud-status`,
          `/${domain}`,
          '/sitemap.xml',
        ],
      }),
    ],
    (url) => site.app.inject(url),
  )
  expect(answers.every(({ statusCode }) => statusCode < 500)).toBe(true)
  const { records, siteRows } = small
  const inEdition = JSON.stringify([[...records.byId.values()], [...records.notes.values()], siteRows])
  return [...answers.map(({ body }) => body), inEdition].join('\n')
}

export async function auditOf(site: AccountSite, recordId: number) {
  const rows = await site.database.db
    .selectFrom('audit_log')
    .where('entity', '=', 'record')
    .where('entity_id', '=', String(recordId))
    .select(['action', 'actor', 'actor_user_id', 'before', 'after'])
    .orderBy('id')
    .execute()
  return rows
}

async function inTurn<T>(urls: readonly string[], ask: (url: string) => Promise<T>): Promise<T[]> {
  const answers: T[] = []
  for (const url of urls) answers.push(await ask(url))
  return answers
}
