import type { Insertable, Kysely } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { DB, SiteBanners } from '../../src/db/database.ts'
import { type EditionHolder, holdEdition } from '../../src/edition/hold-edition.ts'
import { type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import { raiseSite } from '../support/raise-edition.ts'
import { addSmallSite, type SmallCloud } from '../support/small-site.ts'
import { type TestApp, testApp } from '../support/test-app.ts'

const NEVER_MS = 1_000_000_000
const NOON = new Date('2026-11-15T12:00:00.000Z')

let database: TestDatabase
let db: Kysely<DB>
let alpha: SmallCloud
let beta: SmallCloud
let holder: EditionHolder
let site: TestApp
let now: Date

beforeAll(async () => {
  database = await testDatabase()
  db = database.db
  const clouds = await addSmallSite(db)
  alpha = clouds.alpha
  beta = clouds.beta
  await raiseSite(db)
  holder = holdEdition({ db, url: database.url, clock: () => now, pollEveryMs: NEVER_MS })
  site = await testApp({ holder, clock: () => now })
})

beforeEach(async () => {
  now = NOON
  await db.deleteFrom('site_banners').execute()
})

afterAll(async () => {
  await site.app.close()
  await holder.stop()
  await database.drop()
})

test('O-01 a banner is on every page of its cloud and on no other, in the page and in the API', async () => {
  await publishBanners({ text: 'Only alpha', cloud_id: alpha.id }, { text: 'Every cloud' })
  for (const path of [`/${alpha.domain}`, `/${alpha.domain}/nowhere`]) {
    expect(await textOf(path)).toMatch(/Every cloud.*Only alpha|Only alpha.*Every cloud/s)
  }
  const other = await textOf(`/${beta.domain}`)
  expect(other).toContain('Every cloud')
  expect(other).not.toContain('Only alpha')
  expect((await site.app.inject('/api/global')).json().banners).toEqual([
    { id: expect.any(Number), cloud: null, gravity: 'notice', text: 'Every cloud', link: null },
    { id: expect.any(Number), cloud: 'alpha', gravity: 'notice', text: 'Only alpha', link: null },
  ])
})

test('O-01 several banners are ordered by severity', async () => {
  await publishBanners(
    { text: 'Mild', gravity: 'notice' },
    { text: 'Grave', gravity: 'critical' },
    { text: 'Middling', gravity: 'warning' },
  )
  expect(await textOf(`/${alpha.domain}`)).toMatch(/Grave.*Middling.*Mild/s)
})

test('O-01 a page shows a banner from its starting minute on, without a publication', async () => {
  await publishBanners({
    text: 'Planned work',
    starts_at: new Date('2026-11-15T12:30:00.000Z'),
    ends_at: new Date('2026-11-15T13:00:00.000Z'),
  })
  const seen: [string, boolean, boolean, string | null][] = []
  for (const time of ['12:00:00', '12:29:59', '12:30:00', '12:59:59', '13:00:00']) {
    now = new Date(`2026-11-15T${time}.000Z`)
    const page = await site.app.inject(`/${alpha.domain}`)
    const global = await site.app.inject('/api/global')
    const { turned_at } = (await site.app.inject('/api/edition')).json()
    seen.push([time, page.body.includes('Planned work'), global.body.includes('Planned work'), turned_at])
  }
  expect(seen).toEqual([
    ['12:00:00', false, false, null],
    ['12:29:59', false, false, null],
    ['12:30:00', true, true, '2026-11-15T12:30:00.000Z'],
    ['12:59:59', true, true, '2026-11-15T12:30:00.000Z'],
    ['13:00:00', false, false, '2026-11-15T13:00:00.000Z'],
  ])
})

test('O-01 a period that starts within a minute starts with the next one, and is not revealed before', async () => {
  await publishBanners({ text: 'Planned work', starts_at: new Date('2026-11-15T12:30:20.000Z') })
  const isTold = async (time: string) => {
    now = new Date(`2026-11-15T${time}.000Z`)
    return (await site.app.inject('/api/global')).body.includes('Planned work')
  }
  expect([await isTold('12:30:10'), await isTold('12:30:59'), await isTold('12:31:00')]).toEqual([
    false,
    false,
    true,
  ])
})

test('O-01 between two changes the answers stay cached: time alone creates no new ones', async () => {
  await publishBanners({ text: 'Planned work', starts_at: new Date('2026-11-15T15:00:00.000Z') })
  const read = async () => {
    const answers = await Promise.all(
      ['/sign-in', '/api/global', '/api/edition'].map((url) => site.app.inject(url)),
    )
    return answers.map(({ headers }) => headers.etag)
  }
  const first = await read()
  const kept = holder.current()?.answers.entries
  now = new Date('2026-11-15T14:59:59.000Z')
  expect(await read()).toEqual(first)
  expect(holder.current()?.answers.entries).toBe(kept)
})

test('O-01 the text of a banner is escaped', async () => {
  await publishBanners({ text: '<script>alert(1)</script> & more' })
  const { body } = await site.app.inject(`/${alpha.domain}`)
  expect(body).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; more')
  expect(body).not.toContain('<script>alert')
})

test.each(['http://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])(
  'O-01 the database rejects a banner that links to %s',
  async (link_url) => {
    await expect(publishBanners({ text: 'Read this', link_url, link_text: 'Read' })).rejects.toThrow(
      'site_banners_link_is_a_path_or_address',
    )
  },
)

async function publishBanners(...banners: Insertable<SiteBanners>[]) {
  for (const banner of banners) await db.insertInto('site_banners').values(banner).execute()
  await raiseSite(db)
  await holder.refresh()
}

async function textOf(path: string) {
  const { body } = await site.app.inject(path)
  return body
    .slice(body.indexOf('<div id="root">'), body.indexOf('<script type="application/json"'))
    .replace(/<[^>]*>/g, '')
}
