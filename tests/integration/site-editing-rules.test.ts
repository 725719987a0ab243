import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isShort } from '../size.ts'
import { type AccountSite, accountSite } from '../support/account-site.ts'
import { type AnyRow, type SiteEditor, showNewest, siteEditor, valuesOf } from '../support/site-editor.ts'

let site: AccountSite
let editor: SiteEditor

beforeAll(async () => {
  site = await accountSite()
  editor = await siteEditor(site)
})

afterAll(() => site.stop())

const WRONG: [path: string, change: object, errors: Record<string, string>][] = [
  ['products', { title: ' ' }, { title: 'Please give it a name.' }],
  [
    'products',
    { machine_name: 'Two words' },
    { machine_name: 'Please use lowercase letters, digits and _ only.' },
  ],
  ['clouds', { domain: 'nowhere' }, { domain: 'Please enter a domain, such as cloud.example.com.' }],
  [
    'clouds',
    { domain: 'robots.txt' },
    { domain: 'The site has a file of this name. Please choose another domain.' },
  ],
  [
    'clouds',
    { machine_name: 'commercial' },
    { machine_name: 'This name means all other clouds. Please choose another.' },
  ],
  ['clouds', { product_id: 999_999 }, { product_id: 'There is no such product.' }],
  [
    'clouds',
    { default_page: 'https://evil.example' },
    { default_page: 'Please enter a path of the menu, such as /cloud-status.' },
  ],
  ['banners', { text: '\n' }, { text: 'Please enter a text.' }],
  ['banners', { cloud_id: 999_999 }, { cloud_id: 'There is no such cloud.' }],
  [
    'banners',
    { link_url: '//evil.example', link_text: 'Click' },
    { link_url: 'Please enter a path of this site or an https address.' },
  ],
  ['banners', { link_url: '/faq', link_text: ' ' }, { link_text: 'Please enter the link text.' }],
  ['banners', { link_url: null, link_text: 'Click' }, { link_url: 'Please say where the link leads.' }],
  [
    'banners',
    { starts_at: '2026-11-15T10:00:00Z', ends_at: '2026-11-15T10:00:00Z' },
    { ends_at: 'It must end after it begins.' },
  ],
  ['banners', { starts_at: 'tomorrow' }, { starts_at: 'Not a valid time.' }],
  ['services', { category_tid: 999_999 }, { category_tid: 'There is no such category.' }],
  [
    'services',
    { started_on: '2026-02-02', ended_on: '2026-02-01' },
    { ended_on: 'It cannot end before it begins.' },
  ],
  [
    'services',
    { goals: [{ from: '2020-01', percent: 99.9 }] },
    { goals: 'Months that are over keep their goal. A change can count from this month on.' },
  ],
  [
    'data-centers',
    { goals: [{ from: '2100-01', percent: 9.99 }] },
    { goals: 'A goal is from 90 to 100%, with up to 3 decimals.' },
  ],
  ['data-centers', { latitude: 91 }, { latitude: 'A latitude is between −90 and 90.' }],
  ['data-centers', { longitude: -180.1 }, { longitude: 'A longitude is between −180 and 180.' }],
  [
    'data-centers',
    { country_code: 'ZZ' },
    { country_code: 'Please enter the two letters of a country, such as CH.' },
  ],
  [
    'data-centers',
    { opened_on: '2026-02-02', closed_on: '2026-02-01' },
    { closed_on: 'It cannot close before it opens.' },
  ],
  ['data-centers', { clouds: [999_999] }, { clouds: 'There is no such cloud.' }],
  ['data-centers', { region_tid: 999_999 }, { region_tid: 'There is no such region.' }],
  ['severities', { color_code: 'red' }, { color_code: 'Please enter a color as #rrggbb, such as #b3261e.' }],
  ['terms', { group_name: '' }, { group_name: 'Please enter its heading.' }],
  ['compliance-rows', { description: '' }, { description: 'Please say what it is about.' }],
  ['policies', { title: '' }, { title: 'Please give it a title.' }],
  ['policies', { slug: 'terms-of-use' }, { slug: 'The site shows one policy: cookie-policy.' }],
  [
    'faq',
    { sections: [{ id: null, title: '', intro: '', questions: [] }] },
    { sections: 'A section needs a title.' },
  ],
]

describe('Z-04 bad input gets an error by field, and nothing is changed', () => {
  test.each(WRONG)('%s with %j', async (path, change, errors) => {
    const before = await editor.list(path)
    const row = newestOf(before)
    const { id, version } = row
    expect(await editor.wrong(`${path}/${id}`, { version, values: { ...valuesOf(row), ...change } })).toEqual(
      errors,
    )
    expect(await editor.list(path)).toEqual(before)
  })

  test.each([
    ['products', ['machine_name', 'title']],
    ['clouds', ['machine_name', 'title', 'domain']],
    ['menu-items', ['key']],
    ['service-categories', ['title']],
    ['services', ['name']],
    ['regions', ['title']],
    ['data-centers', ['name']],
    ['severities', ['name']],
    ['statuses', ['name', 'class']],
    ['terms', ['name']],
  ])('%s: no two have the same %j', async (path, fields) => {
    const row = newestOf(await editor.list(path))
    const errors = await editor.wrong(path, { values: valuesOf(row) })
    for (const field of fields) expect(errors[field]).toMatch(/another/i)
  })

  test.each([
    ['policies', 'There is already one for all clouds.'],
    ['faq', 'There is already one for all clouds.'],
  ])('%s: one for all clouds', async (path, sentence) => {
    const row = (await editor.list(path)).find(({ cloud_id }) => cloud_id === null)
    if (row === undefined) throw new Error('The demo has none.')
    expect(await editor.wrong(path, { values: valuesOf(row) })).toEqual({ cloud_id: sentence })
  })

  test('a body that does not match the schema is rejected first', async () => {
    for (const payload of [
      {},
      { values: {} },
      { values: { title: 5 } },
      { values: { title: 'x'.repeat(101) } },
    ]) {
      expect((await editor.post('regions', payload)).statusCode).toBe(400)
    }
    expect((await editor.post('services/abc', { version: 1, values: {} })).statusCode).toBe(400)
  })
})

describe('Z-04 menus', () => {
  const ITEM = {
    menu: 'main',
    key: 'news',
    parent_id: null,
    label: 'News',
    route: '/news',
    component: 'notification',
    deep_link: true,
    hidden_clouds: [],
    cloud_routes: [],
  }
  const wrong = (change: object) => editor.wrong('menu-items', { values: { ...ITEM, ...change } })

  test.each([
    [{ route: '/faq' }, { route: '“FAQ” and “News” of the main menu have the same path.' }],
    [{ route: '/:cloud' }, { route: 'Please enter a path, such as /cloud-status, or an https address.' }],
    [{ route: 'javascript:alert(1)' }, { route: expect.stringContaining('Please enter a path') }],
    [{ route: '/posts/7' }, { route: 'The site has pages of its own there.' }],
    [{ route: '/sign-in', deep_link: false }, { route: 'The site has pages of its own there.' }],
    [{ component: 'casino' }, { component: 'The site has no such page.' }],
    [{ component: null }, { component: 'Please choose what the path shows.' }],
    [{ key: 'Not a key' }, { key: 'Please use lowercase letters, digits and - only.' }],
    [{ parent_id: 999_999 }, { parent_id: 'There is no such item of the main menu.' }],
    [{ hidden_clouds: [999_999] }, { hidden_clouds: 'There is no such cloud.' }],
    [
      { menu: 'top', route: 'ftp://files.example' },
      { route: 'Please enter a path of this site or an https address.' },
    ],
    [
      { menu: 'top', cloud_routes: [{ cloud_id: 1, route: '//evil' }] },
      expect.objectContaining({ cloud_routes: 'Please enter a path of this site or an https address.' }),
    ],
  ])('an item with %j is rejected', async (change, errors) => {
    expect(await wrong(change)).toEqual(errors)
  })

  test("an item can't contain itself, nor a dropdown another dropdown", async () => {
    const items = await editor.list('menu-items')
    const dropdown = named(items, 'threats')
    const save = (row: AnyRow, parent_id: number) =>
      editor.wrong(`menu-items/${row.id}`, { version: row.version, values: { ...valuesOf(row), parent_id } })
    expect(await save(dropdown, dropdown.id)).toEqual({ parent_id: 'An item can’t contain itself.' })
    expect(await save(dropdown, named(items, 'notifications').id)).toEqual({
      parent_id: 'This is a dropdown itself. Move its entries out first.',
    })
    expect(await wrong({ parent_id: named(items, 'analytics').id })).toEqual({
      parent_id: 'A dropdown can’t contain another dropdown.',
    })
  })

  test('an item moved into a dropdown comes last there', async () => {
    const items = await editor.list('menu-items')
    const dropdown = named(items, 'notifications')
    const item = await editor.create('menu-items', ITEM)
    const moved = await editor.save('menu-items', item, { ...ITEM, parent_id: dropdown.id, component: null })
    const entries = (await editor.list('menu-items')).filter(({ parent_id }) => parent_id === dropdown.id)
    expect(entries.at(-1)?.id).toBe(moved.id)
    expect((await editor.remove('menu-items', moved)).kind).toBe('removed')
  })
})

describe('Z-04 changes that would break the site are rejected', () => {
  test('removing the home page, or hiding it where a cloud opens', async () => {
    const home = named(await editor.list('menu-items'), 'home')
    const { id, version } = home
    const sentence = expect.stringContaining('The main menu needs its home')
    expect(await editor.remove('menu-items', home)).toEqual({ kind: 'needed', message: sentence })
    expect(await editor.wrong(`menu-items/${id}/retire`, { version })).toEqual({ form: sentence })
    expect(
      await editor.wrong(`menu-items/${id}`, { version, values: { ...valuesOf(home), route: '/start' } }),
    ).toEqual({ form: sentence })
    const cloud = (await editor.list('clouds')).find(({ default_page }) => default_page === '/')
    expect(
      await editor.wrong(`menu-items/${id}`, {
        version,
        values: { ...valuesOf(home), hidden_clouds: [cloud?.id] },
      }),
    ).toEqual({
      hidden_clouds: `${cloud?.title} opens at /, and its menu has no such page. Choose another first page for it.`,
    })
  })

  test('a cloud whose first page does not exist', async () => {
    const cloud = newestOf(await editor.list('clouds'))
    const { id, version, title } = cloud
    expect(
      await editor.wrong(`clouds/${id}`, {
        version,
        values: { ...valuesOf(cloud), default_page: '/nowhere' },
      }),
    ).toEqual({
      default_page: `${title} opens at /nowhere, and its menu has no such page. Choose another first page for it.`,
    })
  })

  test('a new site can be built step by step, but its last cloud can’t be retired', async () => {
    const own = await accountSite({ isEmpty: true })
    const admin = await siteEditor(own)
    const product = await admin.create('products', { machine_name: 'first', title: 'First' })
    const cloud = {
      product_id: product.id,
      title: 'One',
      machine_name: 'one',
      domain: 'one.example',
      default_page: '/',
      is_gov: false,
      shows_core_services: true,
      shows_data_centers: true,
      shows_premium_data_centers: false,
    }
    expect(await admin.wrong('clouds', { values: cloud })).toEqual({
      default_page: 'One opens at /, and its menu has no such page. Choose another first page for it.',
    })
    await admin.create('menu-items', {
      menu: 'main',
      key: 'home',
      parent_id: null,
      label: 'Home',
      route: '/',
      component: 'home',
      deep_link: true,
      hidden_clouds: [],
      cloud_routes: [],
    })
    const { id, version, title } = await admin.create('clouds', cloud)
    expect(title).toBe('One')
    expect(await admin.wrong(`clouds/${id}/retire`, { version })).toEqual({
      form: 'The site needs at least one cloud.',
    })
    await own.stop()
  })
})

function newestOf(rows: readonly AnyRow[]): AnyRow {
  const newest = rows.toSorted((a, b) => b.id - a.id)[0]
  if (newest === undefined) throw new Error('There is none.')
  return newest
}

function named(rows: readonly AnyRow[], key: string): AnyRow {
  const row = rows.find((candidate) => candidate.key === key)
  if (row === undefined) throw new Error(`There is no ${key}.`)
  return row
}

// The short run covers goals that are judged by month, in availability.test.ts.
test.skipIf(isShort)('a goal that is raised or removed leaves the months before as they were', async () => {
  const thisMonth = site.clock.now.toISOString().slice(0, 'YYYY-MM'.length)
  const [category] = await editor.list('service-categories')
  const service = await editor.create('services', {
    category_tid: category?.id,
    name: 'Goal Keeper',
    info: '',
    started_on: '2020-01-01',
    ended_on: null,
    goals: [{ from: '2021-01', percent: 99.9 }],
  })
  const raised = await editor.save('services', service, {
    ...valuesOf(service),
    goals: [
      { from: '2021-01', percent: 99.9 },
      { from: '2100-01', percent: 99.99 },
      { from: thisMonth, percent: 99.99 },
    ],
  })
  expect(raised.goals).toEqual([
    { from: '2021-01', percent: 99.9 },
    { from: thisMonth, percent: 99.99 },
  ])
  // A tab from before the upgrade doesn't know goals.
  const { goals: _, ...older } = valuesOf(raised)
  expect(await editor.save('services', raised, older)).toEqual(raised)
  const removed = { version: raised.version, values: { ...valuesOf(raised), goals: [] } }
  expect(await editor.wrong(`services/${service.id}`, removed)).toEqual({
    goals: 'Months that are over keep their goal. A change can count from this month on.',
  })
  const { site: shown } = await showNewest(site)
  expect(shown.services.get(service.id)?.goals).toEqual(raised.goals)
  const entry = await site.database.db
    .selectFrom('audit_log')
    .where('entity', '=', 'service')
    .where('entity_id', '=', String(service.id))
    .where('action', '=', 'change')
    .select(['before', 'after'])
    .executeTakeFirstOrThrow()
  expect(entry).toEqual({ before: { goals: service.goals }, after: { goals: raised.goals } })
})
