import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeSetting } from '../../src/db/site-editing/settings.ts'
import { type AccountSite, accountSite } from '../support/account-site.ts'
import { addBareCloud, addCloudOfItsOwn } from '../support/edited-cloud.ts'
import { type AnyRow, type SiteEditor, siteEditor, valuesOf } from '../support/site-editor.ts'
import { addDraft, addSubscriber, type SmallCloud } from '../support/small-site.ts'
import { untilSomeoneWaits } from '../support/until-someone-waits.ts'

let site: AccountSite
let editor: SiteEditor
let alpha: SmallCloud
let recordId: number

beforeAll(async () => {
  site = await accountSite()
  editor = await siteEditor(site)
  alpha = await addCloudOfItsOwn(editor)
  recordId = await addDraft(site.database.db, { clouds: [alpha], title: 'The only record' })
  await addSubscriber(site.database.db, [
    { scope: 'service', cloud_id: alpha.id, tid: alpha.service },
    { scope: 'data_center', cloud_id: alpha.id, tid: alpha.dataCenter },
  ])
})

afterAll(() => site.stop())

describe('Z-04 something in use is not removed, and the answer says where it is used', () => {
  test('a service, with its records and number of subscriptions', async () => {
    const service = await editor.one('services', alpha.service)
    expect(await editor.remove('services', service)).toEqual({
      kind: 'in-use',
      message:
        'Used by 1 record and 1 subscription. Retire it instead: it stays where it is used but is no longer offered.',
      uses: [
        {
          what: 'record',
          count: 1,
          examples: [{ label: 'The only record', path: `/admin/records/${recordId}` }],
        },
        { what: 'subscription', count: 1, examples: [] },
      ],
      can_retire: true,
    })
    expect(await editor.one('services', alpha.service)).toEqual(service)
    const retired = await editor.retire('services', service)
    expect(retired).toMatchObject({ is_retired: true, ended_on: site.clock.now.toISOString().slice(0, 10) })
    expect(await editor.remove('services', retired)).toMatchObject({
      kind: 'in-use',
      message: 'Used by 1 record and 1 subscription. It can’t be removed while they use it.',
      can_retire: false,
    })
    expect(await editor.restore('services', retired)).toMatchObject({ is_retired: false, ended_on: null })
  })

  test('a service and a severity that only the history of a record names', async () => {
    const { db } = site.database
    const service = await editor.create('services', {
      ...valuesOf(await editor.one('services', alpha.service)),
      name: 'Affected for an hour',
    })
    const { tid } = await db
      .insertInto('severities')
      .values({ name: 'Grave for an hour', color_code: '#808080', status_icon: 'x', rank: 15 })
      .returning('tid')
      .executeTakeFirstOrThrow()
    const severity = await editor.one('severities', tid)
    await db
      .insertInto('record_changes')
      .values({
        record_id: recordId,
        made_on: new Date(),
        services_removed: [Number(service.id)],
        severity_before: tid,
        severity_after: 20,
      })
      .execute()
    const uses = [{ what: 'record', count: 1 }]
    expect(await editor.remove('services', service)).toMatchObject({ kind: 'in-use', uses })
    expect(await editor.remove('severities', severity)).toMatchObject({ kind: 'in-use', uses })
    await db.deleteFrom('record_changes').execute()
    expect((await editor.remove('services', service)).kind).not.toBe('in-use')
  })

  test('a data center', async () => {
    const center = await editor.one('data-centers', alpha.dataCenter)
    expect(await editor.remove('data-centers', center)).toMatchObject({
      uses: [
        { what: 'record', count: 1 },
        { what: 'subscription', count: 1 },
      ],
    })
    expect(await editor.retire('data-centers', center)).toMatchObject({ is_retired: true })
  })

  test('their parents: category, region, product, cloud', async () => {
    const categories = await editor.list('service-categories')
    const category = found(categories.find(({ cloud_id }) => cloud_id === alpha.id))
    expect(await editor.remove('service-categories', category)).toMatchObject({
      kind: 'in-use',
      uses: [{ what: 'service', count: 1, examples: [{ label: 'Alpha Gateway' }] }],
      can_retire: false,
    })
    const center = await editor.one('data-centers', alpha.dataCenter)
    const region = await editor.one('regions', Number(center.region_tid))
    expect(await editor.remove('regions', region)).toMatchObject({
      kind: 'in-use',
      message: 'Used by 1 data center. It can’t be removed while they use it.',
    })
    const cloud = await editor.one('clouds', alpha.id)
    expect(await editor.remove('clouds', cloud)).toMatchObject({
      kind: 'in-use',
      uses: [
        { what: 'record' },
        { what: 'subscriptions', count: 2 },
        { what: 'service category' },
        { what: 'data center' },
      ],
      can_retire: true,
    })
    const product = await editor.one('products', Number(cloud.product_id))
    expect(await editor.remove('products', product)).toMatchObject({
      kind: 'in-use',
      uses: [{ what: 'cloud', count: 1, examples: [{ label: 'Alpha' }] }],
    })
  })

  test('a cloud used only by the menu, a banner or a page', async () => {
    const cloud = await addBareCloud(editor, 'Gamma', Number((await editor.list('products'))[0]?.id))
    const db = site.database.db
    const item = found((await editor.list('menu-items')).find(({ key }) => key === 'faq'))
    await editor.save('menu-items', item, {
      ...valuesOf(item),
      hidden_clouds: [...(item.hidden_clouds as number[]), cloud.id],
    })
    await db.insertInto('site_banners').values({ cloud_id: cloud.id, text: 'Hello' }).execute()
    await db.insertInto('pages').values({ slug: 'faq', cloud_id: cloud.id, title: 'Questions' }).execute()
    await db.insertInto('schedule_regions').values({ cloud_id: cloud.id, title: 'Europe' }).execute()
    expect(await editor.remove('clouds', cloud)).toMatchObject({
      uses: [
        { what: 'menu item', examples: [{ label: 'FAQ', path: `/admin/site/menus/${item.id}` }] },
        { what: 'banner' },
        { what: 'page' },
        { what: 'row of the update schedule' },
      ],
    })
  })

  test('a cloud with an import of subscribers that has not ended', async () => {
    const cloud = await addBareCloud(editor, 'Delta', Number((await editor.list('products'))[0]?.id))
    const now = new Date()
    await site.database.db
      .insertInto('subscriber_imports')
      .values({
        plan: 'delta',
        cloud_id: cloud.id,
        file_name: 'people.csv',
        are_confirmed: true,
        people: 1,
        actor: 'administrator',
        created_at: now,
      })
      .execute()
    expect(await editor.remove('clouds', cloud)).toMatchObject({
      kind: 'in-use',
      uses: [{ what: 'subscriber import', examples: [{ label: 'people.csv', path: '/admin/imports' }] }],
    })
    await site.database.db
      .updateTable('subscriber_imports')
      .set({ state: 'done', ended_at: now })
      .where('plan', '=', 'delta')
      .execute()
    expect(await editor.remove('clouds', cloud)).toMatchObject({ kind: 'removed' })
  })

  test('a cloud whose records need approval', async () => {
    const cloud = await addBareCloud(editor, 'Epsilon', Number((await editor.list('products'))[0]?.id))
    const rule = (clouds: number[]) =>
      site.database.db.transaction().execute((trx) =>
        writeSetting(trx, {
          key: 'approval',
          value: { kinds: [], clouds, updates: false },
          at: new Date(),
        }),
      )
    await rule([cloud.id])
    expect(await editor.remove('clouds', cloud)).toMatchObject({
      kind: 'in-use',
      uses: [{ what: 'approval rule', examples: [{ label: 'Approval', path: '/admin/site/approval' }] }],
    })
    await rule([])
    expect(await editor.remove('clouds', cloud)).toMatchObject({ kind: 'removed' })
  })

  test('something used only by a draft, a template or a series', async () => {
    const db = site.database.db
    const term = await editor.create('terms', {
      notification_type: 'cloud_app',
      group_name: 'Apps',
      name: 'Only in drafts',
    })
    const now = new Date()
    const content = JSON.stringify({ terms: [term.id], services: [alpha.service], status_id: 3 })
    await db.insertInto('record_drafts').values({ record_id: recordId, content, saved_at: now }).execute()
    await db
      .insertInto('record_templates')
      .values({ name: 'Usual', kind: 'notification', purpose: 'record', content, updated_at: now })
      .execute()
    await db
      .insertInto('maintenance_series')
      .values({ title: 'Weekly', rule: '{}', content, days_ahead: 7, made_until: now, updated_at: now })
      .execute()
    expect(await editor.remove('terms', term)).toMatchObject({
      uses: [
        { what: 'record', count: 1 },
        { what: 'template', count: 1, examples: [{ label: 'Usual', path: '/admin/templates' }] },
        { what: 'recurring maintenance', count: 1 },
      ],
      can_retire: true,
    })
    expect(await editor.remove('services', await editor.one('services', alpha.service))).toMatchObject({
      uses: [{ count: 1 }, { what: 'template' }, { what: 'recurring maintenance' }, { what: 'subscription' }],
    })
  })

  test('something that only the confirmed version of a scheduled record names', async () => {
    const { db } = site.database
    const service = await editor.create('services', {
      ...valuesOf(await editor.one('services', alpha.service)),
      name: 'Only scheduled',
    })
    const status = await editor.create('statuses', {
      name: 'Only scheduled',
      class: 'only-scheduled',
      icon: 'eye',
      is_closed: false,
    })
    await db
      .insertInto('record_schedules')
      .values({
        record_id: recordId,
        content: JSON.stringify({ services: [service.id], status_id: status.id }),
        confirmed_at: new Date(),
      })
      .execute()
    const uses = [{ what: 'record', count: 1 }]
    expect(await editor.remove('services', service)).toMatchObject({ kind: 'in-use', uses })
    expect(await editor.remove('statuses', status)).toMatchObject({ kind: 'in-use', uses })
    await db.deleteFrom('record_schedules').execute()
  })

  test('the defaults of a sender', async () => {
    const { db } = site.database
    const severity = await editor.create('severities', {
      name: 'Of alerts',
      color_code: '#808080',
      status_icon: 'x',
      rank: 15,
      in_legend: true,
    })
    const now = new Date()
    const { id: tokenId } = await db
      .insertInto('api_tokens')
      .values({
        name: 'Pager',
        hint: 'cnd_x',
        token_hash: Buffer.alloc(32, 7),
        scopes: ['alerts'],
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id } = await db
      .insertInto('senders')
      .values({
        token_id: tokenId,
        preset: 'other',
        is_on: true,
        publishes: true,
        notifies: true,
        clouds: [alpha.id],
        services: [alpha.service],
        data_centers: [alpha.dataCenter],
        severity_tid: Number(severity.id),
        mapping: '{}',
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const use = { what: 'sender', count: 1, examples: [{ label: 'Pager', path: `/admin/senders/${id}` }] }
    for (const [path, of] of [
      ['clouds', alpha.id],
      ['services', alpha.service],
      ['data-centers', alpha.dataCenter],
      ['severities', Number(severity.id)],
    ] as const)
      expect(await editor.remove(path, await editor.one(path, of))).toMatchObject({
        kind: 'in-use',
        uses: expect.arrayContaining([use]),
      })
    await db.deleteFrom('senders').execute()
  })

  test('a status or severity of a record or an update', async () => {
    const status = await editor.create('statuses', {
      name: 'Waiting',
      class: 'waiting',
      icon: 'eye',
      is_closed: false,
    })
    const severity = await editor.create('severities', {
      name: 'Odd',
      color_code: '#abcdef',
      status_icon: 'odd',
      rank: 15,
      in_legend: true,
    })
    await site.database.db
      .insertInto('record_updates')
      .values({
        record_id: recordId,
        posted_on: new Date(),
        status_id: status.id,
        severity_tid: severity.id,
        body: '<p>Waiting.</p>',
      })
      .execute()
    const closes = { version: status.version, values: { ...valuesOf(status), is_closed: true } }
    expect(await editor.wrong(`statuses/${status.id}`, closes)).toEqual({
      is_closed: 'It is in use, so whether it closes a record can’t change. Add another status instead.',
    })
    for (const [path, row] of [
      ['statuses', status],
      ['severities', severity],
    ] as const) {
      expect(await editor.remove(path, row)).toMatchObject({
        kind: 'in-use',
        uses: [{ what: 'record', count: 1 }],
      })
      expect(await editor.retire(path, row)).toMatchObject({ is_retired: true })
    }
  })

  test('a region with threat figures, and a dropdown with entries', async () => {
    const region = await editor.create('regions', { title: 'The Moon' })
    await site.database.db
      .insertInto('threat_counts')
      .values({ day: '2026-01-01', category: 'malware', family: 'Moth', region_tid: region.id, blocked: 3 })
      .execute()
    expect(await editor.remove('regions', region)).toMatchObject({
      message: 'Used by 1 threat figure. It can’t be removed while they use it.',
    })
    const dropdown = found((await editor.list('menu-items')).find(({ key }) => key === 'threats'))
    expect(await editor.remove('menu-items', dropdown)).toMatchObject({
      uses: [{ what: 'menu items', count: 2 }],
      can_retire: true,
    })
  })
})

describe('Z-04 built-in rows are protected', () => {
  test('the six severities and the eight statuses can be neither removed nor retired', async () => {
    const severities = (await editor.list('severities')).filter(({ is_fixed }) => is_fixed === true)
    const statuses = (await editor.list('statuses')).filter(({ is_fixed }) => is_fixed === true)
    expect([severities.length, statuses.length]).toEqual([6, 8])
    for (const [path, rows] of [
      ['severities', severities],
      ['statuses', statuses],
    ] as const) {
      for (const row of rows) {
        const { kind, message } = await editor.remove(path, row)
        expect([kind, message]).toEqual(['needed', expect.stringContaining(`${row.name} is one of the`)])
        expect(await editor.wrong(`${path}/${row.id}/retire`, { version: row.version })).toEqual({
          form: message,
        })
      }
    }
  })

  test('their names, ranks and classes are fixed, and the rest may change', async () => {
    const severity = await editor.one('severities', 20)
    const save = (values: object) => ({
      version: severity.version,
      values: { ...valuesOf(severity), ...values },
    })
    expect(await editor.wrong('severities/20', save({ name: 'Down', rank: 1 }))).toEqual({
      name: 'Pages and messages know it as Service Disruption.',
      rank: 'Subscribers rely on its rank, 50.',
    })
    expect(await editor.save('severities', severity, save({ color_code: '#AA0000' }).values)).toMatchObject({
      color_code: '#aa0000',
    })
    const status = await editor.one('statuses', 5)
    expect(
      await editor.wrong('statuses/5', {
        version: status.version,
        values: { ...valuesOf(status), name: 'Done', class: 'done', is_closed: false },
      }),
    ).toEqual({
      name: 'Pages and messages know it as Resolved.',
      class: 'This class can’t change: rules depend on it.',
      is_closed: 'Whether it closes a record can’t change: rules depend on it.',
    })
  })
})

test('a subscription added while its service is being removed is not lost', async () => {
  const category = found(
    (await editor.list('service-categories')).find(({ cloud_id }) => cloud_id === alpha.id),
  )
  const service = await editor.create('services', {
    category_tid: category.id,
    name: 'Short-lived',
    info: '',
    started_on: '2026-01-01',
    ended_on: null,
    goals: [],
  })
  const { db } = site.database
  const { id: userId } = await db.selectFrom('users').select('id').limit(1).executeTakeFirstOrThrow()
  let removal: ReturnType<SiteEditor['remove']> | undefined
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('subscriptions')
      .values({ user_id: userId, scope: 'service', cloud_id: alpha.id, tid: service.id })
      .execute()
    removal = editor.remove('services', service)
    await untilSomeoneWaits(site.database.db)
  })
  expect(await removal).toMatchObject({ kind: 'in-use', uses: [{ what: 'subscription', count: 1 }] })
})

function found(row: AnyRow | undefined): AnyRow {
  if (row === undefined) throw new Error('It is not there.')
  return row
}
