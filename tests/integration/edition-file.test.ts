import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publicReads } from '../../src/contract/public-reads.ts'
import * as canaries from '../../src/demo/canaries.ts'
import type { Edition } from '../../src/edition/edition.ts'
import type { EditionHeader } from '../../src/edition/file/edition-header.ts'
import { readPublicKey, type SigningKey, signText } from '../../src/edition/file/edition-keys.ts'
import { packEdition } from '../../src/edition/file/pack-edition.ts'
import { unpackEdition } from '../../src/edition/file/unpack-edition.ts'
import type { LoadedEdition } from '../../src/edition/load-edition.ts'
import { filesToWarm, pagesToWarm } from '../../src/server/answers/addresses-to-warm.ts'
import { type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import { sized } from '../size.ts'
import { editionOf } from '../support/demo-edition.ts'
import { editionKeys } from '../support/edition-keys.ts'
import { raiseSite } from '../support/raise-edition.ts'
import { standingHolder, type TestApp, testApp } from '../support/test-app.ts'
import { withoutRows } from '../support/written-edition.ts'

const NOW = new Date()
const RECORDS_LOOKED_AT = sized({ short: 2, long: 20 })
/** How many pages and files are compared, evenly spread. */
const ADDRESSES = sized({ short: 8, long: Number.POSITIVE_INFINITY })
/** Of the two lines that are signed. */
const EVERY_BYTE = sized({ short: 3, long: 1 })
/** Some hundred pages are rendered twice. */
const PAGES_WITHIN_MS = 180_000
/** The default quality takes seconds, too long for files that are only rejected. */
const FAST = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }

const { key, publicKey } = editionKeys()
const known = readPublicKey(publicKey)
const keys = new Map(known === undefined ? [] : [[known.id, known.key]])

let database: TestDatabase
let edition: LoadedEdition
let file: Buffer

beforeAll(async () => {
  database = await testDatabase('demo')
  await addPlannedBanner()
  await addRetired()
  await raiseSite(database.db)
  edition = await editionOf(database.db)
  file = (await packEdition(edition, { key, now: NOW })).bytes
})

afterAll(() => database.drop())

describe('an edition as a file', { timeout: PAGES_WITHIN_MS }, () => {
  let sites: TestApp[]

  beforeAll(async () => {
    sites = await Promise.all([edition, await unpacked(file)].map(siteOf))
  })

  afterAll(async () => {
    for (const { app } of sites) await app.close()
  })

  test("is read back as written, except for what readers may not see yet or don't need", async () => {
    const whole = withoutRows(edition)
    const { provider, banners } = edition.site
    const { site, records, ...rest } = await unpacked(file)
    const begun = banners.filter(({ startsAt }) => startsAt === null || startsAt <= NOW)
    expect(begun.length).toBe(banners.length - 1)
    const expected = { ...edition.site, provider: { ...provider, staff_domains: [] }, banners: begun }
    // Without a diff, which would be as long as the edition.
    expect(isDeepStrictEqual(site, expected)).toBe(true)
    expect(isDeepStrictEqual(records.byId, edition.records.byId)).toBe(true)
    expect(idsOf(records.lists)).toStrictEqual(idsOf(edition.records.lists))
    expect(
      isDeepStrictEqual({ ...rest, site: null, records: null }, { ...whole, site: null, records: null }),
    ).toBe(true)
  })

  test('gives the same pages, feeds and files, byte by byte', async () => {
    const warmed = [...pagesToWarm(edition.site), ...filesToWarm(edition.site)]
    const step = Math.max(1, warmed.length / ADDRESSES)
    const addresses = [...warmed.filter((_, index) => index % step < 1), ...recordPages()]
    expect(addresses.length).toBeGreaterThan(RECORDS_LOOKED_AT)
    for (const address of addresses) {
      const [before, after] = await askBoth(address)
      expect(before.status, address).toBe(200)
      expect(withoutStaffDomains(after.body), address).toBe(withoutStaffDomains(before.body))
      expect(after.type, address).toBe(before.type)
    }
  })

  test('gives the same API answers, byte by byte', async () => {
    for (const address of readAddresses()) {
      const [before, after] = await askBoth(address)
      expect(withoutStaffDomains(after.body), address).toBe(withoutStaffDomains(before.body))
      expect(after.status, address).toBe(before.status)
    }
  })

  async function askBoth(address: string) {
    const answers = await Promise.all(sites.map(({ app }) => app.inject(address)))
    const [before, after] = answers.map(({ statusCode, headers, body }) => ({
      status: statusCode,
      type: headers['content-type'],
      body,
    }))
    if (before === undefined || after === undefined) throw new Error('There are two sites.')
    return [before, after] as const
  }
})

test('promise 4: the file contains no internal field, draft, scheduled or withdrawn post, and no future banner', () => {
  const content = contentOf(file)
  expect(content).toContain(edition.site.provider.legal_name)
  for (const canary of [...Object.values(canaries), 'BANNER-TO-COME', 'internal_note', 'staff_domains']) {
    expect(content, canary).not.toContain(canary)
  }
})

test('promise 4: the file has no rows of retired clouds, products and menu items, and no message of planned maintenance', () => {
  expect(contentOf(file)).not.toContain('RETIRED')
  expect(contentOf(file)).not.toContain('PLANNED-MESSAGE')
})

describe('a tampered file is rejected with one line', () => {
  test('changed in any byte of its first two lines', async () => {
    const [first = '', second = ''] = linesOf(file)
    const length = first.length + second.length + 2
    for (let at = 0; at < length; at += EVERY_BYTE) {
      const forged = Buffer.from(file)
      forged[at] = (forged[at] ?? 0) ^ 1
      const line = await refusalOf(forged)
      expect(line, `byte ${at}`).toMatch(
        /not an edition file|newer version|signature is wrong|unknown key|bytes of content/,
      )
    }
  })

  test.each([0, 0.5, 0.999_999])('changed in a bit of its content, %f of the way through', async (share) => {
    const forged = Buffer.from(file)
    const { start } = partsOf(file)
    const at = start + Math.floor((file.length - start) * share)
    forged[at] = (forged[at] ?? 0) ^ 0b100
    expect(await refusalOf(forged)).toBe('its content is not the one that was signed')
  })

  test('truncated anywhere', async () => {
    for (const length of [0, 1, 100, partsOf(file).start, file.length - 1]) {
      expect(await refusalOf(file.subarray(0, length)), `${length} bytes`).toMatch(
        /not an edition file|bytes of/,
      )
    }
    expect(await refusalOf(Buffer.concat([file, Buffer.from('x')]))).toMatch(/bytes of content/)
  })

  test('signed with another key', async () => {
    expect(await refusalOf(signedBy(editionKeys().key))).toMatch(
      /^it is signed with the unknown key [0-9a-f]{16}$/,
    )
  })

  test('signed with another key under our key ID', async () => {
    expect(await refusalOf(signedBy({ ...editionKeys().key, id: key.id }))).toBe('its signature is wrong')
  })

  function signedBy(other: SigningKey) {
    const { header, start } = partsOf(file)
    const line = JSON.stringify({ ...header, key: other.id })
    return Buffer.concat([Buffer.from(`${line}\n${signText(other, line)}\n`), file.subarray(start)])
  }
})

describe('a signed file that is not an edition is rejected with one line', () => {
  const RECORDS_LINE = 2

  test.each<[string, RegExp, (lines: string[]) => string[]]>([
    ['invalid JSON', /^its content cannot be unpacked \(/, () => ['{"provider":']],
    ['another shape', /^its content cannot be unpacked \(/, () => ['[]', '[]']],
    ['an empty content', /^the site is missing$/, () => []],
    ['missing threat figures', /^the threat figures is missing$/, (lines) => lines.slice(0, 1)],
    ['missing records', /^it has \d+ records and should have \d+$/, (lines) => lines.slice(0, -1)],
    [
      'a short column',
      /^records has columns of different lengths$/,
      (lines) => changed(lines, RECORDS_LINE, ({ records }) => records?.columns.title?.pop()),
    ],
    [
      'an invalid time',
      /^updates has a time that is not valid$/,
      (lines) =>
        changed(lines, RECORDS_LINE, ({ updates }) => updates?.columns.posted_on?.splice(0, 1, 'noon')),
    ],
  ])('%s', async (_, line, change) => {
    const forged = signed(change(contentOf(file).trimEnd().split('\n')))
    const refusal = await refusalOf(forged)
    expect(refusal).toMatch(line)
    expect(refusal).not.toContain('\n')
  })

  test('content larger than declared, however well compressed', async () => {
    const bomb = Buffer.alloc(16 * 1024 * 1024, ' ')
    const forged = signed([], { payload: brotliCompressSync(bomb, FAST), content_bytes: 1_000 })
    expect(forged.length).toBeLessThan(100_000)
    expect(await refusalOf(forged)).toBe('it unpacks to more than it should')
  })

  test.each([{ version: 0 }, { number: -1 }, { published_at: '2026-02-31T25:00:00.000Z' }, { bytes: 1e15 }])(
    'a header with %o',
    async (wrong) => {
      expect(await refusalOf(signed([], wrong))).toBe('it is not an edition file')
    },
  )

  test('a version that only a newer release reads', async () => {
    expect(await refusalOf(signed([], { version: 3 }))).toBe('it is of a newer version: update this site')
  })

  function signed(lines: string[], wrong: Record<string, unknown> & { payload?: Buffer } = {}) {
    const content = Buffer.from(lines.map((line) => `${line}\n`).join(''))
    const { payload = brotliCompressSync(content, FAST), ...fields } = wrong
    const header = {
      ...partsOf(file).header,
      bytes: payload.length,
      content_bytes: content.length,
      sha256: createHash('sha256').update(payload).digest('hex'),
      ...fields,
    }
    const line = JSON.stringify(header)
    return Buffer.concat([Buffer.from(`${line}\n${signText(key, line)}\n`), payload])
  }

  function changed(lines: string[], at: number, change: (tables: Tables) => unknown) {
    return lines.map((line, index) => {
      if (index !== at) return line
      const tables = JSON.parse(line) as Tables
      change(tables)
      return JSON.stringify(tables)
    })
  }
})

type Tables = Partial<Record<string, { columns: Partial<Record<string, unknown[]>>; times: string[] }>>

async function addPlannedBanner() {
  await database.db
    .insertInto('site_banners')
    .values({
      gravity: 'critical',
      text: 'BANNER-TO-COME',
      starts_at: new Date(NOW.getTime() + 3_600_000),
    })
    .execute()
}

async function addRetired() {
  const { db } = database
  const retired_at = NOW
  const { id: product_id } = await db
    .insertInto('products')
    .values({ machine_name: 'retired', title: 'RETIRED', retired_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: cloud_id } = await db
    .insertInto('clouds')
    .values({ product_id, machine_name: 'retired', title: 'RETIRED', domain: 'retired.example', retired_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('cloud_banners').values({ cloud_id, title: 'RETIRED' }).execute()
  await db.insertInto('site_banners').values({ cloud_id, text: 'RETIRED' }).execute()
  await db.insertInto('pages').values({ cloud_id, slug: 'retired', title: 'RETIRED' }).execute()
  await db.insertInto('compliance_rows').values({ cloud_id, description: 'RETIRED' }).execute()
  await db.insertInto('service_categories').values({ cloud_id, title: 'RETIRED' }).execute()
  const { id: schedule_region_id } = await db
    .insertInto('schedule_regions')
    .values({ cloud_id, title: 'RETIRED' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('schedule_cells').values({ schedule_region_id, weekday: 1, value: 'RETIRED' }).execute()
  const item = { menu: 'main' as const, label: 'RETIRED', route: '/retired', component: 'faq' }
  const { id: parent_id } = await db
    .insertInto('menu_items')
    .values({ ...item, key: 'retired', retired_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('menu_items')
    .values({ ...item, key: 'retired-child', parent_id })
    .execute()
  const value = JSON.stringify({ is_on: false, message: 'PLANNED-MESSAGE' })
  await db
    .insertInto('settings')
    .values({ key: 'maintenance', value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

function idsOf(lists: Edition['records']['lists']) {
  const pairs = [...lists].map(([name, records]) => [name, records.map(({ id }) => id)] as const)
  return pairs.sort(([a], [b]) => (a < b ? -1 : 1))
}

function siteOf(held: Edition) {
  const holder = standingHolder(NOW)
  holder.hold(held)
  return testApp({ holder, clock: () => NOW, config: { isTrustDR: true } })
}

async function unpacked(bytes: Buffer) {
  const outcome = await unpackEdition(bytes, keys)
  if (outcome.kind === 'refused') throw new Error(outcome.line)
  return outcome.edition
}

async function refusalOf(bytes: Buffer) {
  const outcome = await unpackEdition(bytes, keys)
  if (outcome.kind === 'unpacked') throw new Error('The file was taken.')
  return outcome.line
}

function recordPages() {
  const { domain, machine_name } = edition.site.clouds[0] ?? { domain: '', machine_name: '' }
  const ofCloud = [...edition.records.byId.values()].filter(
    ({ kind, clouds, redirect }) =>
      kind !== 'notification' && redirect === null && clouds.includes(edition.site.clouds[0]?.id ?? 0),
  )
  expect(machine_name).not.toBe('')
  return ofCloud.slice(0, RECORDS_LOOKED_AT).map(({ id }) => `/${domain}/posts/${id}`)
}

function readAddresses() {
  const cloud = edition.site.clouds[0]?.machine_name ?? ''
  const [record] = edition.records.byId.keys()
  return Object.keys(publicReads).map((path) => {
    const address = path.replace(/:(\w+)/g, (_, name) => (name === 'cloud' ? cloud : String(record)))
    return `${address}?cloud=${cloud}`
  })
}

/** The one intended difference: there is no sign-in on the other side. */
function withoutStaffDomains(body: string) {
  return body.replace(/"staff_domains":\[[^\]]*\]/g, '"staff_domains":[]')
}

function linesOf(bytes: Buffer) {
  return bytes.toString('latin1').split('\n', 2)
}

function partsOf(bytes: Buffer) {
  const [first = '', second = ''] = linesOf(bytes)
  return { header: JSON.parse(first) as EditionHeader, start: first.length + second.length + 2 }
}

function contentOf(bytes: Buffer) {
  return brotliDecompressSync(bytes.subarray(partsOf(bytes).start)).toString('utf8')
}
