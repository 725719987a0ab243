import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Global } from '../../src/contract/global.ts'
import { defaultPath } from '../../src/domain/menu.ts'
import { isShort, sized } from '../size.ts'
import { type AccountSite, accountSite } from '../support/account-site.ts'
import { type AnyRow, type SiteEditor, showNewest, siteEditor, valuesOf } from '../support/site-editor.ts'

let site: AccountSite
let editor: SiteEditor

beforeAll(async () => {
  site = await accountSite()
  editor = await siteEditor(site)
})

afterAll(() => site.stop())

const RUNS = sized({ short: 1, long: 20 })
const RETIRABLE = [
  'products',
  'clouds',
  'menu-items',
  'services',
  'data-centers',
  'severities',
  'statuses',
  'terms',
]
const PATHS = [
  ...RETIRABLE,
  'cloud-banners',
  'banners',
  'service-categories',
  'regions',
  'compliance-rows',
  'compliance-texts',
  'list-messages',
  'policies',
  'faq',
]

const typed = fc.oneof(
  fc.constantFrom<unknown>(
    '',
    ' ',
    '/',
    '/faq',
    '/cloud-status',
    '//x',
    'home',
    'a-b',
    'x.example',
    '#aabbcc',
  ),
  fc.constantFrom<unknown>(
    '<h2>A</h2><p>b',
    '"><script>',
    '2026-01-01',
    '2020-02-30',
    'é\0\ud800',
    'commercial',
  ),
  fc.constantFrom<unknown>(null, true, false, 0, 1, 2, 91, [], [1], [1, 2]),
)

const step = fc.record({
  path: fc.constantFrom(...PATHS),
  verb: fc.constantFrom('create', 'save', 'save', 'save', 'retire', 'restore', 'remove', 'order'),
  which: fc.nat(),
  field: fc.nat(),
  value: typed,
})
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

// The short run covers changes that would break the site, in site-editing-rules.test.ts.
test.skipIf(isShort)(
  'Z-04 whatever is saved, the site still loads, answers, and every cloud opens',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 25 }), async (steps) => {
        for (const each of steps) {
          const { statusCode, body } = await take(each)
          expect([200, 204, 400, 404, 409, 422], `${JSON.stringify(each)}: ${body}`).toContain(statusCode)
        }
        await showNewest(site)
        const global = await answers<Global>('/api/global')
        expect(global.clouds.length).toBeGreaterThan(0)
        for (const cloud of global.clouds) {
          const { machine_name: name } = cloud
          await answers(`/api/cloud-status?cloud=${name}&requestType=public`)
          await answers(`/api/cloud-status?cloud=${name}&requestType=core_cloud_services`)
          await answers(`/api/incident?cloud=${name}`)
          await answers(`/api/compliance?cloud=${name}`)
          await answers(`/api/basic-page/faq?cloud=${name}`)
        }
        const [first] = global.clouds
        if (first !== undefined) {
          expect((await site.app.inject({ url: defaultPath(first) })).statusCode).toBe(200)
        }
      }),
      // Shrinking would start from a changed site.
      { numRuns: RUNS, endOnFailure: true },
    )
  },
  60_000,
)

async function answers<Answer>(url: string): Promise<Answer> {
  const answer = await site.app.inject({ url })
  expect(answer.statusCode, `${url}: ${answer.body}`).toBe(200)
  return answer.json<Answer>()
}

async function take({ path, verb, which, field, value }: Step) {
  const rows = await editor.list(path)
  const row: AnyRow | undefined = rows[which % Math.max(rows.length, 1)]
  if (row === undefined) return editor.get(path)
  const { id, version } = row
  const values = valuesOf(row)
  const names = Object.keys(values)
  const changed = { ...values, [names[field % names.length] ?? '']: value }
  switch (verb) {
    case 'create':
      return editor.post(path, { values: changed })
    case 'save':
      return editor.post(`${path}/${id}`, { version, values: changed })
    case 'order':
      return editor.post(`${path}/order`, { ids: rows.map((each) => each.id).reverse() })
    default:
      return editor.post(`${path}/${id}/${verb}`, { version })
  }
}
