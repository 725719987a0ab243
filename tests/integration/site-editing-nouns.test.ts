import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { currentEdition } from '../../src/db/edition.ts'
import { sized } from '../size.ts'
import { type AccountSite, accountSite } from '../support/account-site.ts'
import { type AnyRow, type SiteEditor, siteEditor, valuesOf } from '../support/site-editor.ts'
import { SITE_EXAMPLES } from '../support/site-examples.ts'

/** The steps that are the same code for all nouns: the short run takes one noun of each sort. */
const inEveryStep = (path: string) =>
  sized({ short: ['clouds', 'menu-items', 'terms', 'policies'].includes(path), long: true })

let site: AccountSite
let editor: SiteEditor

beforeAll(async () => {
  site = await accountSite()
  editor = await siteEditor(site)
})

afterAll(() => site.stop())

describe.each(SITE_EXAMPLES)('Z-04 $path', (example) => {
  const { path, entity, change } = example
  const isPublic = example.isHidden !== true
  let row: AnyRow

  test('one is added, with an audit entry', async () => {
    const before = await siteNumber()
    const values = await example.values(editor)
    row = await editor.create(path, values)
    expect(await editor.list(path)).toContainEqual(row)
    expect(row.version).toBe(1)
    expect(await editor.audit()).toMatchObject({
      actor: 'trust_admin',
      actor_user_id: editor.uid,
      action: 'create',
      entity,
      entity_id: String(row.id),
      before: null,
      after: valuesOf(row),
    })
    expect((await siteNumber()) > before).toBe(isPublic)
  })

  test('it is changed, and the audit log has the changes', async () => {
    const before = await siteNumber()
    const after = await editor.save(path, row, { ...valuesOf(row), ...change })
    expect(after).toMatchObject({ id: row.id, version: 2, ...change })
    const entry = await editor.audit()
    expect(entry).toMatchObject({ action: 'change', entity, entity_id: String(row.id), after: change })
    expect(Object.keys(entry.before ?? {}).sort()).toEqual(Object.keys(change).sort())
    expect((await siteNumber()) > before).toBe(isPublic)
    row = after
  })

  test.runIf(inEveryStep(path))('saving it unchanged has no effect', async () => {
    const before = await siteNumber()
    expect(await editor.save(path, row, valuesOf(row))).toEqual(row)
    expect(await siteNumber()).toBe(before)
  })

  test.runIf(inEveryStep(path))(
    'Z-07 a change based on an older version is rejected, and nothing is overwritten',
    async () => {
      const { id } = row
      const old = { version: row.version - 1 }
      expect((await editor.post(`${path}/${id}`, { ...old, values: valuesOf(row) })).statusCode).toBe(409)
      expect((await editor.post(`${path}/${id}/remove`, old)).statusCode).toBe(409)
      expect(await editor.one(path, id)).toEqual(row)
    },
  )

  const testOrder = example.scope === undefined || !inEveryStep(path) ? undefined : test
  const testRetiring = example.canRetire === true && inEveryStep(path) ? test : undefined

  testOrder?.('they are put into another order, and back', async () => {
    const scope = await scopeOf(path, row)
    const turned = scope.toReversed()
    expect((await editor.post(`${path}/order`, { ids: turned })).statusCode).toBe(204)
    expect(await scopeOf(path, row)).toEqual(turned)
    expect(await editor.audit()).toMatchObject({
      action: 'order',
      entity,
      before: { order: scope },
      after: { order: turned },
    })
    // Reordering does not conflict with an edit of one of them.
    expect((await editor.one(path, row.id)).version).toBe(row.version)
    expect((await editor.post(`${path}/order`, { ids: scope })).statusCode).toBe(204)
    expect(await scopeOf(path, row)).toEqual(scope)
    row = await editor.one(path, row.id)
  })

  testOrder?.('an order of others than there are is refused', async () => {
    const scope = await scopeOf(path, row)
    for (const ids of [scope.slice(1), [...scope, 999_999], [999_999]]) {
      if (ids.length === 0) continue
      expect((await editor.post(`${path}/order`, { ids })).statusCode).toBe(409)
    }
    expect(await scopeOf(path, row)).toEqual(scope)
  })

  testRetiring?.('it is retired and comes back', async () => {
    const retired = await editor.retire(path, row)
    expect(retired).toMatchObject({ is_retired: true, version: row.version + 1 })
    expect(await editor.audit()).toMatchObject({
      action: 'retire',
      before: { is_retired: false },
      after: { is_retired: true },
    })
    row = await editor.restore(path, retired)
    expect(row).toMatchObject({ is_retired: false, version: retired.version + 1 })
    expect(await editor.audit()).toMatchObject({ action: 'restore', entity })
  })

  test('it is removed, and recreated as it was', async () => {
    const removed = await editor.remove(path, row)
    expect(removed).toEqual({ kind: 'removed', row })
    expect(await editor.audit()).toMatchObject({ action: 'remove', before: valuesOf(row), after: null })
    expect((await editor.list(path)).map(({ id }) => id)).not.toContain(row.id)
    expect((await editor.post(`${path}/${row.id}`, { version: 1, values: valuesOf(row) })).statusCode).toBe(
      404,
    )
    if (!inEveryStep(path)) return

    const again = await editor.create(path, valuesOf(row), { id: row.id, position: row.position ?? 0 })
    expect(again).toEqual({
      ...row,
      version: 1,
      ...(row.updated_at !== undefined && { updated_at: again.updated_at }),
    })
    const twice = await editor.post(path, {
      values: { ...valuesOf(row), ...example.toBeAnother },
      again: { id: row.id },
    })
    expect(twice.statusCode).toBe(422)
    expect((await editor.remove(path, again)).kind).toBe('removed')
    if (row.is_retired === undefined) return
    const retired = await editor.create(path, valuesOf(row), { id: row.id, is_retired: true })
    expect(retired.is_retired).toBe(true)
    expect((await editor.remove(path, retired)).kind).toBe('removed')
  })
})

describe('Z-04 cloud headings', () => {
  test('have the ID of their cloud', async () => {
    const [row] = await editor.list('cloud-banners')
    if (row === undefined) throw new Error('The demo has no heading.')
    expect(row.id).toBe(row.cloud_id)
    const changed = await editor.save('cloud-banners', row, { ...valuesOf(row), title: 'Hello' })
    expect(changed).toMatchObject({ title: 'Hello', version: row.version + 1 })
    expect((await editor.remove('cloud-banners', changed)).kind).toBe('removed')
    expect(await editor.create('cloud-banners', valuesOf(row))).toMatchObject(valuesOf(row))
    expect(await editor.wrong('cloud-banners', { values: valuesOf(row) })).toEqual({
      cloud_id: 'This cloud already has a heading.',
    })
  })
})

test("Z-04 an ID that was never used can't be claimed", async () => {
  for (const id of [2_000_000_000, 17]) {
    const values = { title: `Region ${id}` }
    expect(await editor.wrong('regions', { values, again: { id } })).toEqual({
      form: `The number ${id} is no longer free.`,
    })
  }
})

async function scopeOf(path: string, row: AnyRow) {
  const fields = SITE_EXAMPLES.find((example) => example.path === path)?.scope ?? []
  const rows = await editor.list(path)
  return rows.filter((other) => fields.every((field) => other[field] === row[field])).map(({ id }) => id)
}

async function siteNumber() {
  return (await currentEdition(site.database.db)).siteNumber
}
