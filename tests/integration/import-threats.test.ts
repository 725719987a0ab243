import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ThreatsSaid } from '../../src/contract/imports.ts'
import { currentEdition } from '../../src/db/edition.ts'
import { isShort } from '../size.ts'
import { type AccountSite, accountSite } from '../support/account-site.ts'
import { subscriber } from '../support/subscriber.ts'

const URL_OF_IMPORT = '/api/admin/imports/threats'
const COUNTS = `day,category,family,region,blocked
2026-11-01,malware,Imported family,Europe,1200
2026-11-02,malware,Imported family,europe,1300`

let site: AccountSite
let staff: Awaited<ReturnType<typeof subscriber>>

beforeAll(async () => {
  site = await accountSite()
  staff = await subscriber(site, { roles: ['trust_admin'] })
})

afterAll(() => site.stop())

describe('O-05 importing blocked threat figures', () => {
  test('previews first, then imports and raises the edition; a second import replaces the same rows', async () => {
    const before = await currentEdition(site.database.db)
    const looked = await look(COUNTS)
    expect(looked).toMatchObject({
      is_done: false,
      table: 'counts',
      lines: 2,
      replaced: 0,
      blocked: 2500,
      first_day: '2026-11-01',
      last_day: '2026-11-02',
    })
    expect(await figures()).toEqual([])
    expect(await look(COUNTS, looked.plan)).toMatchObject({ is_done: true })
    expect(await figures()).toEqual([1200, 1300])
    const after = await currentEdition(site.database.db)
    expect(after.threatNumber).toBe(before.number + 1)
    expect(await look(COUNTS)).toMatchObject({ replaced: 2 })
  })

  test('also takes origins by country and data center', async () => {
    const center = await site.database.db.selectFrom('data_centers').select('name').executeTakeFirstOrThrow()
    const text = `day,country,data_center,category,family,blocked\n2026-11-01,CH,${center.name},ba,Imported family,7`
    const { plan, table } = await look(text)
    expect(table).toBe('origins')
    expect(await look(text, plan)).toMatchObject({ is_done: true, lines: 1 })
  })

  test.each([
    ['a day in the future', '2126-01-01,malware,x,Europe,1', 'is not a day up to today'],
    ['an invalid day', '2026-02-30,malware,x,Europe,1', 'is not a day up to today'],
    ['an unknown category', '2026-11-01,spam,x,Europe,1', 'is not one of malware'],
    ['an unknown region', '2026-11-01,malware,x,Atlantis,1', 'There is no region "Atlantis"'],
    ['a fraction of a threat', '2026-11-01,malware,x,Europe,1.5', 'is not a whole number'],
    ['an empty family', '2026-11-01,malware,,Europe,1', 'needs a name'],
    ['a formula', '2026-11-01,malware,=1+1,Europe,1', 'Formulas are not allowed'],
  ])('rejects %s completely, with its line', async (_, line, message) => {
    const said = await look(`${COUNTS}\n${line}`)
    expect(said).toMatchObject({
      is_done: false,
      lines: 0,
      problems: [{ where: expect.stringMatching(/^Line 4\b/) }],
    })
    expect(said.problems[0]?.message).toContain(message)
  })

  test('rejects duplicate lines, and a file without lines', async () => {
    const [head = '', line = ''] = COUNTS.split('\n')
    expect((await look(`${head}\n${line}\n${line}`)).problems).toEqual([
      { where: 'Line 3', message: 'It repeats line 2.' },
    ])
    expect((await look(head)).problems).toHaveLength(1)
  })

  test.skipIf(isShort)('rejects too many lines, and says from which line on', async () => {
    const [head = ''] = COUNTS.split('\n')
    const lines = Array.from({ length: 200_001 }, () => '2026-11-01,malware,x,Europe,1')
    const said = await look([head, ...lines].join('\n'))
    expect(said.problems).toEqual([
      { where: 'Line 200002', message: 'The file has more than 200,000 lines, the limit for one import.' },
    ])
  })

  test('rejects a request that is far too large', async () => {
    const answer = await staff.post(URL_OF_IMPORT, {
      file: { name: 'x', text: 'x'.repeat(25 * 1024 * 1024) },
    })
    expect(answer.statusCode).toBe(413)
  })
})

async function look(text: string, plan?: string): Promise<ThreatsSaid> {
  const answer = await staff.post(URL_OF_IMPORT, {
    file: { name: 'threats.csv', text },
    ...(plan !== undefined && { plan }),
  })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ data: ThreatsSaid }>().data
}

async function figures() {
  const rows = await site.database.db
    .selectFrom('threat_counts')
    .where('family', '=', 'Imported family')
    .select('blocked')
    .orderBy('day')
    .execute()
  return rows.map(({ blocked }) => blocked)
}
