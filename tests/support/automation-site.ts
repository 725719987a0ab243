import type { LightMyRequestResponse } from 'fastify'
import { makeToken } from '../../src/accounts/tokens/make-token.ts'
import type { LimitChoice } from '../../src/db/cloud-limits.ts'
import { SCOPES, type Scope } from '../../src/domain/access.ts'
import { SYSTEM } from '../../src/domain/actor.ts'
import type { PublicationStep } from '../../src/domain/notifying/publication.ts'
import { type LoadedEdition, loadEdition } from '../../src/edition/load-edition.ts'
import { type AccountSite, accountSite, type SiteOptions } from './account-site.ts'
import type { StandingHolder } from './test-app.ts'

export type Asked = { method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS' } & {
  body?: unknown
  headers?: Record<string, string>
  address?: string
}

export interface AutomationSite extends AccountSite {
  /** A program with its own token; every scope by default. */
  program(of?: {
    scopes?: readonly Scope[]
    expiresAt?: Date
    name?: string
    limit?: LimitChoice
  }): Promise<Program>
  /** What readers get, with everything published so far. */
  publicly(path: string): Promise<LightMyRequestResponse>
  publications(recordId: number): Promise<{ step: PublicationStep; notifies: boolean }[]>
}

export interface Program {
  token: string
  id: number
  name: string
  ask(path: string, asked?: Asked): Promise<LightMyRequestResponse>
}

let programs = 0

export async function automationSite(options: SiteOptions = {}): Promise<AutomationSite> {
  const site = await accountSite(options)
  const { db } = site.database
  return {
    ...site,
    program: async ({ scopes = SCOPES, expiresAt = null, name = `monitoring ${++programs}`, limit } = {}) => {
      const made = await makeToken(
        { db },
        { name, scopes, expiresAt, ...(limit && { limit }), actor: SYSTEM, now: site.clock.now },
      )
      if (made.kind !== 'made') throw new Error(made.kind)
      return { ...made, name, ask: (path, asked) => askWith(site, `Bearer ${made.token}`, path, asked) }
    },
    publicly: async (path) => {
      const held = site.holder.current()?.edition as LoadedEdition
      const edition = await loadEdition(db, held)
      if (edition !== held) (site.holder as StandingHolder).hold(edition)
      return site.app.inject({ url: path })
    },
    publications: (recordId) =>
      db
        .selectFrom('publications')
        .where('record_id', '=', recordId)
        .select(['step', 'notifies'])
        .orderBy('id')
        .execute(),
  }
}

export function askWith(
  site: Pick<AccountSite, 'app'>,
  authorization: string | undefined,
  path: string,
  { method = 'GET', body, headers = {}, address = '203.0.113.7' }: Asked = {},
): Promise<LightMyRequestResponse> {
  return site.app.inject({
    method,
    url: `/api/v1${path}`,
    remoteAddress: address,
    headers: { ...(authorization !== undefined && { authorization }), ...headers },
    ...(body !== undefined && { payload: body as object }),
  })
}
