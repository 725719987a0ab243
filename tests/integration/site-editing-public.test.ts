import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CloudStatus } from '../../src/contract/cloud-status.ts'
import type { Global } from '../../src/contract/global.ts'
import type { ListResponse } from '../../src/contract/records.ts'
import { isShort } from '../size.ts'
import { type AccountSite, accountSite } from '../support/account-site.ts'
import { demoCloud } from '../support/demo-cloud.ts'
import { publish } from '../support/publish.ts'
import { type AnyRow, readPublic, type SiteEditor, siteEditor, valuesOf } from '../support/site-editor.ts'
import { addDraft } from '../support/small-site.ts'

const CLOUD = 'northwall_net'
let site: AccountSite
let editor: SiteEditor

beforeAll(async () => {
  site = await accountSite()
  editor = await siteEditor(site)
})

afterAll(() => site.stop())

const global = () => readPublic<Global>(site, '/api/global')
const cloudStatus = (requestType: string) =>
  readPublic<CloudStatus>(site, `/api/cloud-status?cloud=${CLOUD}&requestType=${requestType}`)

describe('Z-04 readers see what staff change', () => {
  test.skipIf(isShort)('a cloud is renamed, moved and retired', async () => {
    const clouds = await editor.list('clouds')
    const [first] = clouds
    const changed = await editor.save('clouds', found(first), {
      ...valuesOf(found(first)),
      title: 'The First',
    })
    expect((await global()).clouds[0]?.title).toBe('The First')
    const ids = clouds.map(({ id }) => id)
    await editor.post('clouds/order', { ids: ids.toReversed() })
    expect((await global()).clouds.map(({ id }) => id)).toEqual(ids.toReversed())
    await editor.post('clouds/order', { ids })
    const retired = await editor.retire('clouds', changed)
    expect((await global()).clouds.map(({ id }) => id)).toEqual(ids.slice(1))
    await editor.save('clouds', await editor.restore('clouds', retired), valuesOf(found(first)))
    expect((await global()).clouds[0]?.title).toBe(first?.title)
  })

  test("a retired cloud's content is not public", async () => {
    const gov = found((await editor.list('clouds')).find(({ is_gov }) => is_gov === true))
    const { machine_name } = gov as unknown as { machine_name: string }
    const routesOf = async () => JSON.stringify((await global()).menu)
    expect(await routesOf()).toContain(`"${machine_name}"`)
    const retired = await editor.retire('clouds', gov)
    const menu = await routesOf()
    expect(menu).not.toContain(`"${machine_name}"`)
    expect(menu).not.toContain('""')
    await editor.restore('clouds', retired)
  })

  test.skipIf(isShort)('a retired product stays while a cloud has it', async () => {
    const product = await editor.create('products', { machine_name: 'short', title: 'Short' })
    const names = async () => (await global()).products.map(({ machine_name }) => machine_name)
    expect(await names()).toContain('short')
    await editor.retire('products', product)
    expect(await names()).not.toContain('short')
    const [cloud] = await editor.list('clouds')
    const used = await editor.one('products', Number(cloud?.product_id))
    const retired = await editor.retire('products', used)
    expect(await names()).toContain(used.machine_name)
    await editor.restore('products', retired)
  })

  // The short run covers the menu items of site-editing-rules.test.ts.
  test.skipIf(isShort)(
    'a menu item is renamed, hidden on a cloud, and retired with its entries',
    async () => {
      const items = await editor.list('menu-items')
      const faq = keyed(items, 'faq')
      const [cloud] = await editor.list('clouds')
      const hidden = await editor.save('menu-items', faq, {
        ...valuesOf(faq),
        label: 'Questions',
        hidden_clouds: [cloud?.id],
      })
      const shown = async (key: string) => (await global()).menu.main_menu.find(({ id }) => id === key)
      expect(await shown('faq')).toMatchObject({ item: 'Questions', hide_from_clouds: [CLOUD] })
      const retired = await editor.retire('menu-items', hidden)
      expect(await shown('faq')).toBeUndefined()
      expect((await site.app.inject({ url: '/northwall-two.net/faq' })).statusCode).toBe(404)
      await editor.restore('menu-items', retired)
      expect((await shown('faq'))?.item).toBe('Questions')

      const dropdown = keyed(items, 'threats')
      const away = await editor.retire('menu-items', dropdown)
      expect(await shown('threats')).toBeUndefined()
      await editor.restore('menu-items', away)
      expect((await shown('threats'))?.sub_menus?.length).toBe(2)
      const entry = await editor.retire('menu-items', keyed(items, 'threat-map'))
      expect((await shown('threats'))?.sub_menus?.map(({ id }) => id)).toEqual(['analytics'])
      await editor.restore('menu-items', entry)
    },
  )

  // The short run covers the top menu of http-pages.test.ts.
  test.skipIf(isShort)('a top menu item has its own route on one cloud', async () => {
    const [cloud] = await editor.list('clouds')
    const community = keyed(await editor.list('menu-items'), 'community')
    await editor.save('menu-items', community, {
      ...valuesOf(community),
      cloud_routes: [{ cloud_id: cloud?.id, route: 'https://first.example/' }],
    })
    const item = (await global()).menu.top_menu.find(({ item }) => item === 'Community')
    expect(item?.route).toEqual({ [CLOUD]: 'https://first.example/', commercial: community.route })
  })

  test('a banner is shown during its period', async () => {
    const now = site.clock.now
    const banner = await editor.create('banners', {
      cloud_id: null,
      gravity: 'critical',
      text: 'Now',
      link_url: null,
      link_text: null,
      starts_at: new Date(now.getTime() - 60_000).toISOString(),
      ends_at: null,
    })
    const texts = async () => (await global()).banners.map(({ text }) => text)
    expect((await texts())[0]).toBe('Now')
    await editor.save('banners', banner, {
      ...valuesOf(banner),
      starts_at: new Date(now.getTime() + 60_000).toISOString(),
    })
    expect(await texts()).not.toContain('Now')
  })

  test('services, data centers and their order change', async () => {
    const [category] = (await cloudStatus('core_cloud_services')).data.category
    const [service] = category?.subCategory ?? []
    const row = await editor.one('services', service?.tid ?? 0)
    await editor.save('services', row, { ...valuesOf(row), name: 'Renamed' })
    const names = async () =>
      (await cloudStatus('core_cloud_services')).data.category[0]?.subCategory.map(({ name }) => name) ?? []
    expect((await names())[0]).toBe('Renamed')
    const tids = category?.subCategory.map(({ tid }) => tid) ?? []
    await editor.post('services/order', { ids: tids.toReversed() })
    expect((await names()).at(-1)).toBe('Renamed')

    const [region] = (await cloudStatus('public')).data.category
    const [center] = region?.subCategory ?? []
    const place = await editor.one('data-centers', center?.tid ?? 0)
    await editor.save('data-centers', place, { ...valuesOf(place), clouds: [] })
    const centers = (await cloudStatus('public')).data.category.flatMap(({ subCategory }) => subCategory)
    expect(centers.map(({ tid }) => tid)).not.toContain(center?.tid)
  })

  // The short run covers a retired severity that stays with its records, in newsroom-publish.test.ts.
  test.skipIf(isShort)('a retired severity leaves the legend', async () => {
    const severity = await editor.create('severities', {
      name: 'Slightly Odd',
      color_code: '#123456',
      status_icon: 'odd',
      rank: 15,
      in_legend: true,
    })
    const legend = async () => (await cloudStatus('public')).data.severity.map(({ name }) => name)
    expect(await legend()).toContain('Slightly Odd')
    await editor.retire('severities', severity)
    expect(await legend()).not.toContain('Slightly Odd')
  })

  test('L-02 a status is in the filters while a published record has it, retired or not', async () => {
    const status = await editor.create('statuses', {
      name: 'Waiting',
      class: 'waiting',
      icon: 'eye',
      is_closed: false,
    })
    const offered = async (kind: string) =>
      (await readPublic<ListResponse>(site, `/api/${kind}?cloud=${CLOUD}`)).categories.map(({ name }) => name)
    expect(await offered('incident')).not.toContain('Waiting')
    const db = site.database.db
    const recordId = await addDraft(db, { clouds: [await demoCloud(db, CLOUD)], status_id: status.id })
    await publish(db, recordId, { notifies: false })
    expect(await offered('incident')).toContain('Waiting')
    await editor.retire('statuses', status)
    expect(await offered('incident')).toContain('Waiting')
    expect(await offered('maintenance')).not.toContain('Waiting')
  })
})

test('Z-07 of two simultaneous saves one gets a conflict', async () => {
  const other = await siteEditor(site, ['administrator'])
  const [region] = await editor.list('regions')
  const save = (by: SiteEditor, title: string) =>
    by.post(`regions/${region?.id}`, { version: region?.version, values: { title } })
  const answers = await Promise.all([save(editor, 'One'), save(other, 'Other')])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  const saved = answers.find(({ statusCode }) => statusCode === 200)?.json().data
  expect(await editor.one('regions', region?.id ?? 0)).toEqual(saved)
})

function found(row: AnyRow | undefined): AnyRow {
  if (row === undefined) throw new Error('It is not there.')
  return row
}

function keyed(rows: readonly AnyRow[], key: string): AnyRow {
  return found(rows.find((row) => row.key === key))
}
