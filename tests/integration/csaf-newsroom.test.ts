import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyContent } from '../../src/domain/newsroom/empty-content.ts'
import type { RecordContent } from '../../src/domain/newsroom/record-content.ts'
import { publishScheduled } from '../../src/publishing/records/publish-scheduled.ts'
import { isShort } from '../size.ts'
import { type AccountSite, accountSite } from '../support/account-site.ts'
import { csafFaults } from '../support/csaf-faults.ts'
import { demoCloud } from '../support/demo-cloud.ts'
import { editionOf } from '../support/demo-edition.ts'
import { newsroomStaff, type Staff } from '../support/newsroom.ts'
import type { SmallCloud } from '../support/small-site.ts'
import { CLOUD } from '../support/subscriber.ts'
import type { StandingHolder } from '../support/test-app.ts'

const FACTS = {
  product_status: 'known_affected' as const,
  remediations: [
    { category: 'vendor_fix' as const, details: 'Install 4.2.', url: 'https://help.example/4.2' },
  ],
  references: [{ summary: 'Notes of the release', url: 'https://help.example/notes' }],
}

let site: AccountSite
let cloud: SmallCloud
let staff: Staff

beforeAll(async () => {
  site = await accountSite()
  cloud = await demoCloud(site.database.db, CLOUD)
  staff = await newsroomStaff(site)
})

afterAll(() => site.stop())

function advisory(fields: Partial<RecordContent> = {}): RecordContent {
  return {
    ...emptyContent({ kind: 'advisory' }),
    title: 'Weak key',
    summary: 'A key was too short.',
    clouds: [cloud.id],
    services: [cloud.service],
    cve_ids: ['CVE-2026-12345'],
    cvss_score: 9.8,
    cvss_vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
    advisory: FACTS,
    ...fields,
  }
}

/** As an editor of the previous version sends it. */
function asBefore({ advisory: _, ...content }: RecordContent): RecordContent {
  return content
}

async function publicly(...addresses: string[]): Promise<{ status: number; body: string }[]> {
  ;(site.holder as StandingHolder).hold(await editionOf(site.database.db))
  const answers: { status: number; body: string }[] = []
  for (const url of addresses) {
    const { statusCode: status, body } = await site.app.inject(url)
    answers.push({ status, body })
  }
  return answers
}

function fileOf(id: number) {
  const year = site.clock.now.getUTCFullYear()
  return `/csaf/white/${year}/sa-${year}-${String(id).padStart(4, '0')}.json`
}

async function documentOf(id: number) {
  const [answer] = await publicly(fileOf(id))
  return JSON.parse(answer?.body ?? '')
}

test('P-03 an advisory is a CSAF document once published, with a revision per publication; readers see remedies, references and a link to it; withdrawn, it is in no list', async () => {
  const { id, version } = await staff.create(advisory())
  expect(await publicly(fileOf(id))).toMatchObject([{ status: 404 }])
  const opened = await staff.published(id, version)
  const first = await documentOf(id)
  expect(await csafFaults(first)).toEqual([])
  expect(first.document.tracking).toMatchObject({ version: '1', status: 'interim' })
  expect(first.vulnerabilities).toMatchObject([
    {
      cve: 'CVE-2026-12345',
      product_status: { known_affected: [`service-${cloud.service}`] },
      scores: [{ cvss_v3: { baseScore: 9.8, baseSeverity: 'CRITICAL' } }],
      remediations: [{ details: 'Install 4.2.', url: 'https://help.example/4.2' }],
    },
  ])

  const [api, page] = await publicly(
    `/api/posts/${id}?cloud=${cloud.machineName}`,
    `/${cloud.domain}/posts/${id}`,
  )
  expect(JSON.parse(api?.body ?? '').data).toMatchObject(FACTS)
  for (const words of ['Install 4.2.', 'https://help.example/notes', 'Notes of the release', fileOf(id)])
    expect(page?.body).toContain(words)

  site.clock.pass(3600)
  const changed = { ...opened.content, title: 'Weak keys', advisory: { ...FACTS, product_status: null } }
  const saved = await staff.saved(id, opened.version, changed)
  await staff.published(id, saved, { notifies: false })
  await staff.done(`/api/admin/records/${id}/resolve`, {
    body: '<p>All have it.</p>',
    notifies: false,
    idempotency_key: `resolve ${id}`,
  })
  const last = await documentOf(id)
  expect(await csafFaults(last)).toEqual([])
  expect(last.document).toMatchObject({
    title: 'Weak keys',
    tracking: { id: first.document.tracking.id, version: '3', status: 'final' },
  })
  expect(last.vulnerabilities[0].product_status).toEqual({ fixed: [`service-${cloud.service}`] })

  const lists = ['/csaf/white/index.txt', '/csaf/white/changes.csv', '/csaf/white/csaf-feed-tlp-white.json']
  const name = fileOf(id).slice('/csaf/white/'.length)
  for (const { body } of await publicly(...lists)) expect(body).toContain(name)
  const { version: next } = await staff.read(id)
  await staff.done(`/api/admin/records/${id}/unpublish`, { version: next, reason: 'By mistake.' })
  for (const { body } of await publicly(...lists)) expect(body).not.toContain(name)
  expect(await publicly(fileOf(id), `${fileOf(id)}.sha256`)).toMatchObject([{ status: 404 }, { status: 404 }])
})

test.skipIf(isShort)(
  'Z-07 content from an editor of the previous version keeps the advisory facts',
  async () => {
    const { id, version } = await staff.create(advisory())
    const published = await staff.published(id, version)
    const saved = await staff.saved(
      id,
      published.version,
      asBefore({ ...published.content, title: 'Weak keys' }),
    )
    expect((await staff.read(id)).draft?.content).toMatchObject({ title: 'Weak keys', advisory: FACTS })
    await sql`update record_drafts set content = content - 'advisory' where record_id = ${id}`.execute(
      site.database.db,
    )
    const again = await staff.published(id, saved)
    expect(again.content).toMatchObject({ title: 'Weak keys', advisory: FACTS })
    const created = await staff.create(asBefore(advisory()))
    expect((await staff.published(created.id, created.version)).content.advisory).toBeNull()
  },
)

test('Z-07 saving unchanged content changes nothing, whatever key order the database returns', async () => {
  const { id, version } = await staff.create(advisory())
  const published = await staff.published(id, version)
  expect(await staff.saved(id, published.version, published.content)).toBe(published.version)
  expect((await staff.read(id)).draft).toBeNull()
})

test('Z-02 errors are reported by field, when publishing and when scheduling', async () => {
  const wrong = advisory({
    cvss_vector: 'CVSS:3.1/AV:N',
    advisory: {
      product_status: null,
      remediations: [{ category: 'workaround', details: ' ', url: null }],
      references: [{ summary: 'x', url: 'javascript:alert(1)' }],
    },
  })
  const { id, version } = await staff.create(wrong)
  const errors = {
    cvss_vector: expect.stringContaining('Not a valid CVSS vector'),
    'advisory.remediations': 'Remedy 1: Please enter a description.',
    'advisory.references': 'Reference 1: Please enter a full address starting with https://.',
  }
  const refused = await staff.publish(id, version)
  expect([refused.statusCode, refused.json().errors]).toEqual([422, errors])
  const publish_at = new Date(site.clock.now.getTime() + 3_600_000).toISOString()
  const schedule = await staff.post(`/api/admin/records/${id}/schedule`, {
    version,
    publish_at,
    notifies: false,
  })
  expect([schedule.statusCode, schedule.json().errors]).toEqual([422, errors])
})

test('Z-02 an advisory scheduled by the previous version with an incomplete vector is published when due', async () => {
  const { id, version } = await staff.create(advisory())
  const at = new Date(site.clock.now.getTime() + 3_600_000)
  await staff.done(`/api/admin/records/${id}/schedule`, {
    version,
    publish_at: at.toISOString(),
    notifies: false,
  })
  const loose = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:X'
  await sql`update record_drafts set content = content || ${JSON.stringify({ cvss_vector: loose })}::jsonb
    where record_id = ${id}`.execute(site.database.db)
  // The previous version stored no copy of what goes out.
  await site.database.db.deleteFrom('record_schedules').where('record_id', '=', id).execute()
  const outcome = await site.database.db
    .transaction()
    .execute((trx) => publishScheduled(trx, { recordId: id, now: at }))
  expect(outcome).toMatchObject({ kind: 'published' })
  const document = await documentOf(id)
  expect(await csafFaults(document)).toEqual([])
  expect(document.vulnerabilities[0].scores).toBeUndefined()
})
