import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Edition } from '../../src/edition/edition.ts'
import type { EditionRecord } from '../../src/edition/edition-record.ts'
import type { Held } from '../../src/edition/hold-edition.ts'
import { demoEdition } from '../support/demo-edition.ts'
import {
  type StandingHolder,
  standingHolder,
  type TestApp,
  testApp,
  testConfig,
} from '../support/test-app.ts'

const MAIN = 'northwall.net'
const WITHOUT_PREMIUM = 'northwallbeta.net'
const UNUSED_ID = 2_000_000_000
const NOINDEX = '<meta name="robots" content="noindex">'
const { publicUrl } = testConfig()

let edition: Edition
let holder: StandingHolder
let site: TestApp
let held: Held

beforeAll(async () => {
  edition = await demoEdition()
  holder = standingHolder(new Date())
  site = await testApp({ holder })
})

beforeEach(() => {
  held = holder.hold(edition)
})

afterAll(() => site.app.close())

test('P-04 an unknown post, or one of another cloud or of no cloud, is not found, and the timeline is shown', async () => {
  const here = cloudId(MAIN)
  const elsewhere = aPost(({ clouds }) => clouds.length > 0 && !clouds.includes(here))
  const nowhere = { ...aPost(({ clouds }) => clouds.includes(here)), clouds: [] }
  held = holder.hold({
    ...edition,
    records: { ...edition.records, byId: new Map([...edition.records.byId, [nowhere.id, nowhere]]) },
  })
  for (const id of [UNUSED_ID, elsewhere.id, nowhere.id]) {
    const { statusCode, body } = await get(`/${MAIN}/cloud-status?post=${id}`)
    expect([id, statusCode]).toEqual([id, 404])
    expect(body).toContain(NOINDEX)
    expect(body).not.toMatch(/rel="canonical"|og:url/)
    expect(body).toContain('>Core Cloud Services</h2>')
  }
  // Posts that are invisible here share one document, whatever the ID.
  const before = await get(`/${MAIN}/cloud-status?post=${UNUSED_ID}`)
  const { entries } = held.answers
  for (const id of [UNUSED_ID - 1, elsewhere.id]) {
    expect((await get(`/${MAIN}/cloud-status?post=${id}`)).body).toBe(before.body)
  }
  expect(held.answers.entries).toBe(entries)
})

test('S-04 a post in the URL sets the page title, and its own page is canonical', async () => {
  const here = cloudId(MAIN)
  const { id, title } = aPost(({ clouds, redirect }) => clouds.includes(here) && redirect === null)
  const { statusCode, body } = await get(`/${MAIN}/cloud-status?week=2&post=${id}`)
  expect(statusCode).toBe(200)
  expect(body).not.toContain(NOINDEX)
  expect(textOf(body, 'title')).toBe(`${title} · Cloud Status · ${MAIN} · Northwall Trust`)
  expect(body).toContain(`<link rel="canonical" href="${publicUrl}/${MAIN}/posts/${id}">`)
})

test('S-06 a cloud without premium data centers has no separate premium page', async () => {
  const path = `/${WITHOUT_PREMIUM}/cloud-status`
  const { body } = await get(path)
  expect((await get(`${path}?centers=premium`)).body).toBe(body)
  expect(held.answers.entries).toBe(1)
  const onMain = await get(`/${MAIN}/cloud-status?centers=premium`)
  expect(onMain.body).toContain(
    `<link rel="canonical" href="${publicUrl}/${MAIN}/cloud-status?centers=premium">`,
  )
})

function get(url: string) {
  return site.app.inject(url)
}

function cloudId(domain: string) {
  return edition.site.clouds.find((cloud) => cloud.domain === domain)?.id ?? 0
}

function aPost(isWanted: (record: EditionRecord) => boolean): EditionRecord {
  const found = [...edition.records.byId.values()].find(
    (record) => record.kind !== 'notification' && isWanted(record),
  )
  if (found === undefined) throw new Error('The demo content has no such post.')
  return found
}

function textOf(html: string, tag: string) {
  return new RegExp(`<${tag}>(.*?)</${tag}>`)
    .exec(html)?.[1]
    ?.replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}
