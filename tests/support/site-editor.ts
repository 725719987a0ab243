import { expect } from 'vitest'
import type { Role } from '../../src/domain/access.ts'
import { type AccountSite, SITE } from './account-site.ts'
import { editionOf } from './demo-edition.ts'
import { signIn } from './sign-in.ts'
import type { StandingHolder } from './test-app.ts'

export interface AnyRow {
  id: number
  version: number
  position?: number
  is_retired?: boolean
  [field: string]: unknown
}

export type SiteEditor = Awaited<ReturnType<typeof siteEditor>>

export async function siteEditor(site: AccountSite, roles: readonly Role[] = ['trust_admin']) {
  const { uid, cookie, csrf } = await signIn(site.database.db, { roles })
  const get = (path: string) => site.app.inject({ url: `/api/admin/site/${path}`, headers: { cookie } })
  const post = (path: string, payload: object = {}) =>
    site.app.inject({
      method: 'POST',
      url: `/api/admin/site/${path}`,
      payload,
      headers: { cookie, origin: SITE, 'x-csrf-token': csrf },
    })

  async function done<Data = AnyRow>(path: string, payload: object): Promise<Data> {
    const answer = await post(path, payload)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json<{ data: Data }>().data
  }

  async function list<Data = AnyRow>(path: string): Promise<Data[]> {
    const answer = await get(path)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json<{ data: Data[] }>().data
  }

  return {
    uid,
    get,
    post,
    done,
    list,
    one: async (path: string, id: number) => {
      const row = (await list(path)).find((candidate) => candidate.id === id)
      if (row === undefined) throw new Error(`There is no ${path} ${id}.`)
      return row
    },
    create: (path: string, values: object, again?: object) =>
      done(path, { values, ...(again !== undefined && { again }) }),
    save: (path: string, { id, version }: AnyRow, values: object) =>
      done(`${path}/${id}`, { version, values }),
    retire: (path: string, { id, version }: AnyRow) => done(`${path}/${id}/retire`, { version }),
    restore: (path: string, { id, version }: AnyRow) => done(`${path}/${id}/restore`, { version }),
    remove: (path: string, { id, version }: AnyRow) =>
      done<{ kind: string; message?: string; uses?: object[]; can_retire?: boolean; row?: AnyRow }>(
        `${path}/${id}/remove`,
        { version },
      ),
    wrong: async (path: string, payload: object) => {
      const answer = await post(path, payload)
      expect(answer.statusCode, answer.body).toBe(422)
      return answer.json<{ errors: Record<string, string> }>().errors
    },
    audit: () =>
      site.database.db
        .selectFrom('audit_log')
        .select(['actor', 'actor_user_id', 'action', 'entity', 'entity_id', 'before', 'after'])
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow(),
  }
}

export function valuesOf(row: AnyRow): Record<string, unknown> {
  const { id: _i, version: _v, position: _p, is_retired: _r, is_fixed: _f, updated_at: _u, ...values } = row
  return values
}

export async function showNewest(site: AccountSite) {
  const edition = await editionOf(site.database.db)
  ;(site.holder as StandingHolder).hold(edition)
  return edition
}

export async function readPublic<Answer>(site: AccountSite, url: string): Promise<Answer> {
  await showNewest(site)
  const answer = await site.app.inject({ url })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Answer>()
}
