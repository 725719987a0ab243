import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PartOverview } from '../../src/contract/admin/site/overview.ts'
import type { Role } from '../../src/domain/access.ts'
import { isShort } from '../size.ts'
import { type AccountSite, accountSite } from '../support/account-site.ts'
import { signIn } from '../support/sign-in.ts'
import { siteEditor } from '../support/site-editor.ts'

let site: AccountSite

beforeAll(async () => {
  site = await accountSite()
})

afterAll(() => site.stop())

test.skipIf(isShort)(
  'Z-04 the overview counts active rows, with the last change and who made it',
  async () => {
    const editor = await siteEditor(site)
    const before = await partOf('products', ['trust_admin'])
    const product = await editor.create('products', { title: 'Quantum Access', machine_name: 'quantum' })
    const after = await partOf('products', ['trust_admin'])
    expect(after.count).toBe((before.count ?? 0) + 1)
    expect(after.changed_by).toBe('trust_admin')
    expect(after.changed_at).toBe(site.clock.now.toISOString())
    await editor.retire('products', product)
    expect((await partOf('products', ['trust_admin'])).count).toBe(before.count)
  },
)

test('Z-04 each setting has its own last change, and no count', async () => {
  const editor = await siteEditor(site)
  const { version } = (await editor.get('maintenance')).json<{ data: { version: number } }>().data
  await editor.done('maintenance', { version, values: { is_on: false, message: 'Soon.', ends_at: null } })
  const maintenance = await partOf('maintenance', ['administrator'])
  expect(maintenance).toMatchObject({ count: null, changed_by: 'trust_admin' })
  expect((await partOf('provider', ['administrator'])).changed_at).not.toBe(maintenance.changed_at)
})

test.each<[Role, string[]]>([
  ['jab_compliance', ['compliance', 'compliance-texts']],
  ['legal_team', ['list-messages', 'terms', 'policies']],
  ['url_editor', ['list-messages', 'terms']],
  ['customer_success_manager', []],
])('Z-05 the overview of %s has only what the role may edit', async (role, parts) => {
  expect((await overviewFor([role])).map(({ part }) => part)).toEqual(parts)
})

async function partOf(part: PartOverview['part'], roles: readonly Role[]) {
  const found = (await overviewFor(roles)).find((overview) => overview.part === part)
  if (found === undefined) throw new Error(`${part} is not in the overview.`)
  return found
}

async function overviewFor(roles: readonly Role[]): Promise<PartOverview[]> {
  const { cookie } = await signIn(site.database.db, { roles })
  const answer = await site.app.inject({ url: '/api/admin/site', headers: { cookie } })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ data: PartOverview[] }>().data
}
