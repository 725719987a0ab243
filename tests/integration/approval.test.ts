import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { prepareAccountMail } from '../../src/accounts/mails/prepare-account-mail.ts'
import { signInStaff } from '../../src/accounts/sign-on/sign-in-staff.ts'
import type { AdminRecord } from '../../src/contract/admin/record-content.ts'
import { claimAccountMail, dropAccountMail } from '../../src/db/account-mails.ts'
import { OPEN_VAULT } from '../../src/db/at-rest/vault.ts'
import { writeLimitOfPerson } from '../../src/db/cloud-limits.ts'
import { SCOPES } from '../../src/domain/access.ts'
import { actorNamed } from '../../src/domain/actor.ts'
import { emptyContent } from '../../src/domain/newsroom/empty-content.ts'
import { MAY_EDIT_ALL } from '../../src/domain/newsroom/may-edit.ts'
import { emptyPostMortem } from '../../src/domain/post-mortem.ts'
import { DAY_MS } from '../../src/domain/time.ts'
import { approve } from '../../src/publishing/approval/decide-approval.ts'
import { isShort, sized } from '../size.ts'
import { SITE } from '../support/account-site.ts'
import {
  ALL,
  type ApprovalSite,
  ASK,
  approvalSite,
  decide,
  LATER_YEAR,
  maintenanceOn,
  OFF,
  step,
} from '../support/approval-site.ts'
import type { Program } from '../support/automation-site.ts'
import { auditOf, incidentOn, newsroomStaff, type Staff } from '../support/newsroom.ts'
import type { SmallCloud } from '../support/small-site.ts'
import { testTimetable } from '../support/timetable.ts'

/* A second person before publishing: every way to publish is gated, and each request is about exactly one version. */
let on: ApprovalSite
let site: ApprovalSite['site']
let cloud: SmallCloud
let other: SmallCloud
let ann: Staff
let ben: Staff
let program: Program

beforeAll(async () => {
  on = await approvalSite()
  ;({ site, cloud, other, ann, ben, program } = on)
})

afterAll(() => site.stop())

const rule: ApprovalSite['rule'] = (value) => on.rule(value)
const published: ApprovalSite['published'] = (content) => on.published(content)
const publicationsOf: ApprovalSite['publicationsOf'] = (id) => on.publicationsOf(id)

beforeEach(() => rule(OFF))

function limitTo({ uid }: Staff, clouds: number[]) {
  return site.database.db
    .transaction()
    .execute((trx) => writeLimitOfPerson(trx, { uid, limit: { clouds, products: [] } }))
}

const publishing = ({ version }: { version: number }) => ({
  version,
  notifies: false,
  idempotency_key: randomUUID(),
})
const WITHOUT = { approval: { kind: 'without', reason: 'The site is down' } }

interface Way {
  record: () => Promise<AdminRecord>
  call: (record: AdminRecord) => [string, object]
}

async function withUpdate(): Promise<AdminRecord> {
  const record = await published(incidentOn(cloud))
  return ann.done(`/api/admin/records/${record.id}/updates`, step(record))
}
const ofUpdate = ({ id, updates }: AdminRecord) => `/api/admin/records/${id}/updates/${updates.at(-1)?.id}`

const WAYS: Record<string, Way> = {
  'first publication': {
    record: () => ann.create(incidentOn(cloud)),
    call: (record) => [`/api/admin/records/${record.id}/publish`, publishing(record)],
  },
  'publication of changes': {
    record: async () => {
      const { id, version } = await published(incidentOn(cloud))
      await ann.saved(id, version, incidentOn(cloud, { title: 'Changed' }))
      return ann.read(id)
    },
    call: (record) => [`/api/admin/records/${record.id}/publish`, publishing(record)],
  },
  'publication of a withdrawn record': {
    record: async () => {
      const { id } = await published(incidentOn(cloud))
      return ann.done(`/api/admin/records/${id}/unpublish`, { reason: 'A mistake' })
    },
    call: (record) => [`/api/admin/records/${record.id}/publish`, publishing(record)],
  },
  schedule: {
    record: () => ann.create(incidentOn(cloud)),
    call: ({ id, version }) => [
      `/api/admin/records/${id}/schedule`,
      { version, notifies: false, publish_at: `${LATER_YEAR}-01-01T00:00:00.000Z` },
    ],
  },
  withdrawal: {
    record: () => published(incidentOn(cloud)),
    call: ({ id }) => [`/api/admin/records/${id}/unpublish`, { reason: 'A mistake' }],
  },
  archive: {
    record: () => published(incidentOn(cloud)),
    call: ({ id, version }) => [`/api/admin/records/${id}/archive`, { version }],
  },
  update: {
    record: () => published(incidentOn(cloud)),
    call: (record) => [`/api/admin/records/${record.id}/updates`, step(record)],
  },
  'corrected update': {
    record: withUpdate,
    call: (record) => [ofUpdate(record), { version: record.version, body: '<p>Better words.</p>' }],
  },
  'removed update': {
    record: withUpdate,
    call: (record) => [`${ofUpdate(record)}/remove`, { version: record.version }],
  },
  resolve: {
    record: () => published(incidentOn(cloud)),
    call: (record) => [`/api/admin/records/${record.id}/resolve`, step(record)],
  },
  reopen: {
    record: async () => {
      const record = await published(incidentOn(cloud))
      return ann.done(`/api/admin/records/${record.id}/resolve`, step(record))
    },
    call: (record) => [`/api/admin/records/${record.id}/reopen`, step(record)],
  },
  start: {
    record: () => published(maintenanceOn(cloud)),
    call: (record) => [`/api/admin/records/${record.id}/start`, step(record)],
  },
  postpone: {
    record: () => published(maintenanceOn(cloud)),
    call: (record) => [
      `/api/admin/records/${record.id}/postpone`,
      { ...step(record), from_time: null, to_time: null },
    ],
  },
  cancel: {
    record: () => published(maintenanceOn(cloud)),
    call: (record) => [`/api/admin/records/${record.id}/cancel`, step(record)],
  },
}
const STAYS_LIVE = ['update', 'resolve', 'reopen', 'start']
/** One for each place that notes it. All ways hand what was chosen to the same gate, as their requests show. */
const IN_AN_EMERGENCY = sized({
  short: ['first publication', 'schedule', 'withdrawal'],
  long: Object.keys(WAYS),
})
/** Which steps are live is a rule of `needsApproval`; one shows that the gate is asked with its name. */
const AT_ONCE = sized({ short: ['update'], long: STAYS_LIVE })
/** Whose request is approved. What the others ask for, the same code makes into a request; all are refused without it. */
const APPROVED = sized({
  short: [
    'first publication',
    'publication of changes',
    'schedule',
    'withdrawal',
    'update',
    'resolve',
    'cancel',
  ],
  long: Object.keys(WAYS),
})

describe.each(Object.entries(WAYS))('%s', (name, way) => {
  test('is refused, becomes a request, and goes out when a colleague approves it, or immediately in an emergency', async () => {
    const record = await way.record()
    const before = await publicationsOf(record.id)
    // By default, steps that people wait for during an incident are not slowed down; all others are.
    const isLive = STAYS_LIVE.includes(name)
    const rules = { ...ALL, updates: isLive }
    await rule(rules)
    const [url, payload] = way.call(record)

    const refused = await ann.post(url, payload)
    expect([refused.statusCode, refused.json().errors?.approval], refused.body).toEqual([
      409,
      expect.stringContaining('second person'),
    ])
    expect(await publicationsOf(record.id)).toBe(before)
    if (!APPROVED.includes(name)) return
    const asked = await ann.done(url, { ...payload, ...ASK })
    expect(asked.approval.request).toMatchObject({ state: 'waiting', note: 'Please look', is_own: true })
    expect([asked.version, asked.state, await publicationsOf(record.id)]).toEqual([
      record.version,
      record.state,
      before,
    ])
    const approved = await decide(ben, asked, 'approve')
    expect(approved.statusCode, approved.body).toBe(200)
    const after = approved.json<{ data: AdminRecord }>().data
    expect(after.approval.request).toBeNull()
    expect(after.version).toBeGreaterThan(record.version)
    if (name !== 'schedule') expect(after.edition).not.toBe(record.edition)
    else expect(after.state).toBe('scheduled')

    if (IN_AN_EMERGENCY.includes(name)) {
      await rule(OFF)
      const urgent = await way.record()
      await rule(rules)
      const [urgentUrl, urgentPayload] = way.call(urgent)
      const done = await ann.done(urgentUrl, { ...urgentPayload, ...WITHOUT })
      expect(done.version).toBeGreaterThan(urgent.version)
      expect(done.approval.without).toMatchObject([{ reason: 'The site is down', is_own: true }])
      expect(JSON.stringify(await auditOf(site, urgent.id))).toContain('The site is down')
    }

    if (!AT_ONCE.includes(name)) return
    await rule(OFF)
    const live = await way.record()
    await rule({ ...ALL, updates: false })
    const [liveUrl, livePayload] = way.call(live)
    expect((await ann.post(liveUrl, livePayload)).statusCode).toBe(200)
  })
})

test('an incident ended when its end was asked for, not when a colleague approved it', async () => {
  const record = await published(incidentOn(cloud))
  await rule(ALL)
  const askedAt = site.clock.now
  const asked = await ann.done(`/api/admin/records/${record.id}/resolve`, { ...step(record), ...ASK })
  try {
    site.clock.now = new Date(askedAt.getTime() + 10 * 60_000)
    await decide(ben, asked, 'approve')
    expect((await ben.read(record.id)).content.closed_on).toBe(askedAt.toISOString())
  } finally {
    site.clock.now = askedAt
  }
})

describe('a request', () => {
  async function asked(content = incidentOn(cloud), by = ann): Promise<AdminRecord> {
    await rule(ALL)
    const record = await by.create(content)
    return by.done(`/api/admin/records/${record.id}/publish`, { ...publishing(record), ...ASK })
  }

  /** Mail is only sent to verified addresses. */
  const verifyAll = () =>
    site.database.db.updateTable('users').set({ email_verified_at: site.clock.now }).execute()

  test('ends when the record is edited, and says so', async () => {
    const record = await asked()
    await ann.saved(record.id, record.version, incidentOn(cloud, { title: 'Edited' }))
    const seen = await ben.read(record.id)
    expect(seen.approval.request?.state).toBe('void')
    const late = await decide(ben, seen, 'approve')
    expect([late.statusCode, late.json().message]).toEqual([409, expect.stringContaining('edited')])
    expect(await publicationsOf(record.id)).toBe(0)
  })

  test('can’t be approved by its author, nor by the person who edited that version last', async () => {
    await rule(ALL)
    const record = await ben.create(incidentOn(cloud))
    const request = await ann.done(`/api/admin/records/${record.id}/publish`, {
      ...publishing(record),
      ...ASK,
    })
    expect((await ben.read(record.id)).approval.request?.is_own).toBe(true)
    for (const own of [ann, ben]) expect((await decide(own, request, 'approve')).statusCode).toBe(403)
    const third = await newsroomStaff(site, 'blog_editor')
    expect((await decide(third, request, 'approve')).statusCode).toBe(200)
  })

  test('can’t be approved by the person whose draft a program changed', async () => {
    await rule(ALL)
    const { id, version } = await ben.create(incidentOn(cloud))
    const answer = await program.ask(`/incidents/${id}`, {
      method: 'PATCH',
      body: { title: 'By a program', publish: true, version },
    })
    expect(answer.statusCode, answer.body).toBe(202)
    expect((await decide(ben, await ben.read(id), 'approve')).statusCode).toBe(403)
    expect((await decide(ann, await ann.read(id), 'approve')).statusCode).toBe(200)
  })

  test.skipIf(isShort)(
    'can’t be approved or reviewed by its author with a new sign-in after deleting the account',
    async () => {
      const { db } = site.database
      const author = await newsroomStaff(site, 'trust_admin')
      const subject = String(author.uid)
      await db
        .updateTable('users')
        .set({ oidc_issuer: 'https://id.example', oidc_subject: subject })
        .where('id', '=', author.uid)
        .execute()
      const request = await asked(incidentOn(cloud), author)
      const { id, version } = await author.create(incidentOn(cloud))
      const urgent = await author.done(`/api/admin/records/${id}/publish`, {
        ...publishing({ version }),
        ...WITHOUT,
      })
      expect((await author.post(`/api/user/${author.uid}/delete`)).statusCode).toBe(204)
      const back = await signInStaff(db, {
        identity: { issuer: 'https://id.example', subject, email: null, name: null, roles: ['trust_admin'] },
        browser: { address: '198.51.100.7', userAgent: undefined, sessionToken: undefined },
        now: site.clock.now,
      })
      if (back.kind !== 'signed-in') throw new Error('They may sign in again')
      const { session, csrf } = back.tokens
      const post = (record: number, approval: number | undefined, what: string) =>
        site.app.inject({
          method: 'POST',
          url: `/api/admin/records/${record}/approvals/${approval}/${what}`,
          headers: { cookie: `__Host-candor_session=${session}`, origin: SITE, 'x-csrf-token': csrf },
          payload: {},
        })
      expect((await post(request.id, request.approval.request?.id, 'approve')).statusCode).toBe(403)
      expect((await post(id, urgent.approval.without[0]?.id, 'review')).statusCode).toBe(403)
      expect((await decide(ben, request, 'approve')).statusCode).toBe(200)
    },
  )

  test('is decided once, by one of two people at the same time', async () => {
    const record = await asked()
    const third = await newsroomStaff(site, 'blog_editor')
    const answers = await Promise.all([
      decide(ben, record, 'approve'),
      decide(third, record, 'send-back', { words: 'No' }),
    ])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  })

  test('is sent back with words, asked again, and taken back by its author', async () => {
    const record = await asked()
    expect((await decide(ben, record, 'send-back', { words: ' ' })).statusCode).toBe(422)
    expect((await decide(ben, record, 'send-back', { words: 'Name the region.' })).statusCode).toBe(200)
    const seen = await ann.read(record.id)
    expect(seen.approval.request).toMatchObject({ state: 'sent-back', decision: 'Name the region.' })
    expect((await decide(ben, record, 'approve')).statusCode).toBe(409)
    const again = await ann.done(`/api/admin/records/${record.id}/publish`, { ...publishing(seen), ...ASK })
    expect((await decide(ann, again, 'take-back')).statusCode).toBe(200)
    expect((await decide(ben, again, 'approve')).statusCode).toBe(409)
    const third = await ann.done(`/api/admin/records/${record.id}/publish`, { ...publishing(seen), ...ASK })
    expect((await decide(ben, third, 'approve')).statusCode).toBe(200)
  })

  test('says at once what would keep it from being published', async () => {
    await rule(ALL)
    const record = await ann.create(incidentOn(cloud, { clouds: [], services: [] }))
    const answer = await ann.post(`/api/admin/records/${record.id}/publish`, {
      ...publishing(record),
      ...ASK,
    })
    expect([answer.statusCode, answer.json().errors?.clouds]).toEqual([422, expect.any(String)])
  })

  test('is not approved by someone whose rights are limited to another cloud', async () => {
    const record = await asked()
    const limited = await newsroomStaff(site, 'trust_admin')
    await limitTo(limited, [other.id])
    expect((await decide(limited, record, 'approve')).statusCode).toBe(404)
  })

  test('is not approved once its author has lost the right', async () => {
    const author = await newsroomStaff(site, 'blog_editor')
    const record = await asked(incidentOn(cloud), author)
    await site.database.db.deleteFrom('user_roles').where('user_id', '=', author.uid).execute()
    const answer = await decide(ben, record, 'approve')
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      expect.stringContaining('no longer publish'),
    ])
    expect(await publicationsOf(record.id)).toBe(0)
  })

  test('stays valid when the rule is switched off, and publishing ends it', async () => {
    const record = await asked()
    await rule(OFF)
    expect((await ben.read(record.id)).approval.request?.state).toBe('waiting')
    const done = await ann.published(record.id, record.version)
    expect(done.approval.request).toBeNull()
    expect((await decide(ben, record, 'approve')).statusCode).toBe(409)
  })

  test.skipIf(isShort)('for a time that has passed goes out with the approval, and says so', async () => {
    await rule(ALL)
    const record = await ann.create(incidentOn(cloud))
    const before = site.clock.now
    const publish_at = new Date(before.getTime() + 60_000).toISOString()
    const request = await ann.done(`/api/admin/records/${record.id}/schedule`, {
      version: record.version,
      notifies: false,
      publish_at,
      ...ASK,
    })
    expect(request.state).toBe('draft')
    site.clock.now = new Date(before.getTime() + 120_000)
    const answer = await decide(ben, request, 'approve')
    site.clock.now = before
    expect([answer.statusCode, answer.json().is_late, answer.json().data?.state], answer.body).toEqual([
      200,
      true,
      'published',
    ])
  })

  test.skipIf(isShort)(
    'of an update says what else it does, with names, and goes out without its promise if it waited longer',
    async () => {
      const record = await published(incidentOn(cloud))
      await rule(ALL)
      const before = site.clock.now
      const next_update = new Date(before.getTime() + 30 * 60_000).toISOString()
      const url = `/api/admin/records/${record.id}/updates`
      const past = await ann.post(url, { ...step(record), next_update: before.toISOString(), ...ASK })
      expect([past.statusCode, past.json().errors?.next_update]).toEqual([422, 'This time is in the past.'])
      const { id, name } = await site.database.db
        .selectFrom('statuses')
        .where('class', '=', 'monitoring')
        .where('retired_at', 'is', null)
        .select(['id', 'name'])
        .executeTakeFirstOrThrow()
      const request = await ann.done(url, { ...step(record), status_id: id, next_update, ...ASK })
      const { lines } = request.approval.request ?? {}
      expect(lines).toEqual([
        `Status: ${name}`,
        expect.stringContaining('Next update promised: '),
        'Subscribers are not notified',
      ])
      site.clock.now = new Date(before.getTime() + 31 * 60_000)
      const answer = await decide(ben, request, 'approve')
      site.clock.now = before
      expect([answer.statusCode, answer.json().data?.content.next_update], answer.body).toEqual([200, null])
      expect(await publicationsOf(record.id)).toBe(2)
    },
  )

  test('is on the dashboard and in the list; mails go to people who may decide and to its author', async () => {
    const { db } = site.database
    await db.deleteFrom('account_mails').execute()
    // The dashboard has room for some requests, and other tests left theirs.
    await db.deleteFrom('approvals').execute()
    const author = await newsroomStaff(site, 'trust_admin')
    const editor = await newsroomStaff(site, 'blog_editor')
    await verifyAll()
    const record = await asked(incidentOn(cloud, { title: 'Plover' }), author)
    const board = (await ben.get('/api/admin/dashboard')).json().data.approvals
    expect(board).toContainEqual(
      expect.objectContaining({ record: record.id, state: 'waiting', title: 'Plover', is_own: false }),
    )
    const listed = (await ben.get('/api/admin/records?state=approval&q=Plover')).json()
    expect(listed.data).toMatchObject([{ id: record.id, is_waiting: true }])

    const mailsOf = async () => {
      const mails = await db
        .selectFrom('account_mails')
        .select(['id', 'kind', 'email', 'user_id', 'channel_id', 'approval_id', 'note_id', 'reminder_id'])
        .select(['attempts', 'created_at'])
        .orderBy('id')
        .execute()
      const provider = { name: 'Northwall', staff_domains: [], help_url: '', gov_help_url: '' }
      const about = {
        site: { provider, publicUrl: SITE, isGov: false },
        vault: OPEN_VAULT,
        now: site.clock.now,
      }
      const prepared = await Promise.all(mails.map((mail) => prepareAccountMail(db, mail, about)))
      return mails.map(({ user_id }, at) => ({ user_id, subject: prepared[at]?.subject }))
    }
    const first = await mailsOf()
    expect(first).toContainEqual({ user_id: ben.uid, subject: 'Please review: Plover' })
    expect(first).toContainEqual({ user_id: editor.uid, subject: 'Please review: Plover' })
    expect(first.map(({ user_id }) => user_id)).not.toContain(author.uid)
    expect(first.length).toBeLessThanOrEqual(20)
    // Rights and embargoes are checked when the mail is sent.
    const embargo = (people: number[] | null) =>
      db.updateTable('records').set({ embargo: people }).where('id', '=', record.id).execute()
    await embargo([])
    const secret = await mailsOf()
    expect(secret).toContainEqual({ user_id: ben.uid, subject: 'Please review: an advisory under embargo' })
    expect(secret).toContainEqual({ user_id: editor.uid, subject: undefined })
    await embargo(null)
    await limitTo(editor, [other.id])
    expect(await mailsOf()).toContainEqual({ user_id: editor.uid, subject: undefined })
    const again = await author.done(`/api/admin/records/${record.id}/publish`, {
      ...publishing(record),
      ...ASK,
    })
    const then = await mailsOf()
    expect(then.length).toBe(first.length)
    expect(then).toContainEqual({ user_id: ben.uid, subject: 'Please review: Plover' })
    await decide(ben, again, 'approve')
    expect(await mailsOf()).toContainEqual({ user_id: author.uid, subject: 'Approved: Plover' })
  })

  test.skipIf(isShort)(
    'is mailed even if the mail about the request that it replaces is being sent',
    async () => {
      const { db } = site.database
      await db.deleteFrom('account_mails').execute()
      const author = await newsroomStaff(site, 'trust_admin')
      await verifyAll()
      const record = await asked(incidentOn(cloud, { title: 'Dunlin' }), author)
      await db.deleteFrom('account_mails').where('user_id', '<>', ben.uid).execute()
      const { now } = site.clock
      const claim = () => claimAccountMail(db, { now, leasedUntil: new Date(now.getTime() + 50_000) })
      const claimed = await claim()
      if (claimed === undefined) throw new Error('Ben gets a mail about the first request.')
      await author.done(`/api/admin/records/${record.id}/publish`, { ...publishing(record), ...ASK })
      await dropAccountMail(db, claimed)
      await db.deleteFrom('account_mails').where('user_id', '<>', ben.uid).execute()
      const { id } = await db
        .selectFrom('approvals')
        .where('record_id', '=', record.id)
        .where('state', '=', 'waiting')
        .select('id')
        .executeTakeFirstOrThrow()
      expect(id).not.toBe(claimed.approval_id)
      expect(await claim()).toMatchObject({ user_id: ben.uid, approval_id: id })
    },
  )

  // The short run covers the requests of programs in approval-programs.test.ts.
  test.skipIf(isShort)('of a program that asks again and again is mailed 20 times an hour', async () => {
    const { db } = site.database
    await rule(ALL)
    await verifyAll()
    const loud = await site.program({ scopes: SCOPES.filter((scope) => scope !== 'approval:skip') })
    const open = () =>
      loud.ask('/incidents', { method: 'POST', body: { title: 'Slow', clouds: [cloud.machineName] } })
    const first = (await open()).json().data.id
    const mailed = async (id: number) =>
      (
        await db
          .selectFrom('account_mails')
          .innerJoin('approvals', 'approvals.id', 'approval_id')
          .where('approvals.record_id', '=', id)
          .select('account_mails.id')
          .execute()
      ).length
    expect(await mailed(first)).toBeGreaterThan(0)
    await sql`
      insert into approvals (record_id, act, version, state, note, requested_by, requester, requested_at)
      select record_id, act, version, 'taken-back', '', requested_by, requester, requested_at
      from approvals, generate_series(1, 19) where record_id = ${first}`.execute(db)
    expect(await mailed((await open()).json().data.id)).toBe(0)
  })
})

describe('the dashboard', () => {
  test('shows a request only to people who may read the draft, even if the record is published', async () => {
    // The dashboard shows the oldest ones only.
    await site.database.db.deleteFrom('approvals').execute()
    await rule(ALL)
    const [limited, compliance] = [
      await newsroomStaff(site, 'trust_admin'),
      await newsroomStaff(site, 'jab_compliance'),
    ]
    await limitTo(limited, [other.id])
    const first = await ann.create(incidentOn(cloud))
    const { id, version } = await ann.done(`/api/admin/records/${first.id}/publish`, {
      ...publishing(first),
      ...WITHOUT,
    })
    const saved = await ann.saved(id, version, incidentOn(cloud, { title: 'Dotterel', embargo: [ann.uid] }))
    await ann.done(`/api/admin/records/${id}/publish`, { ...publishing({ version: saved }), ...ASK })
    const board = async (staff: Staff) => (await staff.get('/api/admin/dashboard')).body
    expect(await board(ann)).toContain('Dotterel')
    expect(await board(limited)).not.toContain('Dotterel')
    expect(await board(compliance)).not.toContain('Dotterel')
  })
})

describe('a post-mortem', () => {
  const WORDS = { what_happened: '<p>A switch failed.</p>', impact: '<p>Slow.</p>', why: '<p>Age.</p>' }

  async function written() {
    const open = await published(incidentOn(cloud))
    const { id } = await ann.done(`/api/admin/records/${open.id}/resolve`, step(open))
    const url = `/api/admin/records/${id}/post-mortem`
    const content = { ...emptyPostMortem(), ...WORDS, what_we_do: '<p>Replace it.</p>' }
    const saved = await ann.post(`${url}/draft`, { version: 0, content })
    expect(saved.statusCode, saved.body).toBe(200)
    return { id, url, content }
  }

  test('needs two people to be published or taken off the site, too; a program makes a request', async () => {
    const { id, url } = await written()
    await rule({ ...ALL, updates: false })
    const payload = publishing({ version: 1 })
    expect((await ann.post(`${url}/publish`, payload)).statusCode).toBe(409)
    const asked = await ann.post(`${url}/publish`, { ...payload, ...ASK })
    expect([asked.statusCode, asked.json().data?.published], asked.body).toEqual([200, null])
    const seen = await ben.read(id)
    expect(seen.approval.request).toMatchObject({ what: 'publish the post-mortem', about: 'post-mortem' })
    const approved = await decide(ben, seen, 'approve')
    expect(approved.statusCode, approved.body).toBe(200)
    const { data } = (await ben.get(url)).json()
    expect(data.published).not.toBeNull()

    expect((await ann.post(`${url}/withdraw`, { version: data.version })).statusCode).toBe(409)
    const off = await ann.post(`${url}/withdraw`, { version: data.version, ...ASK })
    expect(off.statusCode, off.body).toBe(200)
    expect((await decide(ben, await ben.read(id), 'approve')).statusCode).toBe(200)
    expect((await ben.get(url)).json().data.published).toBeNull()

    const { version } = (await ben.get(url)).json().data
    const answer = await program.ask(`/incidents/${id}/post-mortem`, {
      method: 'PATCH',
      body: { impact: 'Very slow.', publish: true, version },
    })
    expect([answer.statusCode, answer.json().data?.approval], answer.body).toEqual([202, 'waiting'])
  })

  test('edited after it was asked for doesn’t go out', async () => {
    const { id, url, content } = await written()
    await rule(ALL)
    const payload = { ...publishing({ version: 1 }), ...ASK }
    expect((await ann.post(`${url}/publish`, payload)).statusCode).toBe(200)
    const asked = await ben.read(id)
    await ann.post(`${url}/draft`, { version: 1, content: { ...content, why: '<p>Rust.</p>' } })
    expect((await decide(ben, asked, 'approve')).statusCode).toBe(409)
    expect((await ben.get(url)).json().data.published).toBeNull()
    expect((await ben.read(id)).approval.request?.state).not.toBe('waiting')
    const board = (await ben.get('/api/admin/dashboard')).json().data.approvals
    expect(board).not.toContainEqual(expect.objectContaining({ record: id }))
    const listed = (await ben.get('/api/admin/records?state=approval')).json().data
    expect(listed).not.toContainEqual(expect.objectContaining({ id }))
  })

  test('is not approved by the person who wrote it, but also after the day was changed by which it is due', async () => {
    const { id, url } = await written()
    await rule(ALL)
    const payload = { ...publishing({ version: 1 }), ...ASK }
    expect((await ben.post(`${url}/publish`, payload)).statusCode).toBe(200)
    expect((await decide(ann, await ann.read(id), 'approve')).statusCode).toBe(403)
    const plan = { version: 1, due_on: '2031-01-01', is_waived: false }
    expect((await ann.post(`${url}/plan`, plan)).statusCode).toBe(200)
    const third = await newsroomStaff(site, 'blog_editor')
    const approved = await decide(third, await third.read(id), 'approve')
    expect(approved.statusCode, approved.body).toBe(200)
  })
})

describe('the rest', () => {
  test('acts on many records leave out what needs a second person', async () => {
    const open = await published(incidentOn(cloud))
    const record = await ann.done(`/api/admin/records/${open.id}/resolve`, step(open))
    await rule({ ...ALL, updates: false })
    for (const act of [{ act: 'archive' }, { act: 'retag', add: { tags: ['plover'] } }]) {
      const answer = await ann.post('/api/admin/records/bulk', {
        ...act,
        records: [{ id: record.id, version: record.version }],
      })
      expect(answer.json().data, answer.body).toMatchObject([
        { effect: null, left_out: expect.stringContaining('second person') },
      ])
    }
  })

  test.skipIf(isShort)(
    'acts on many records leave out what would get to a cloud that needs a second person',
    async () => {
      await rule({ ...OFF, clouds: [other.id] })
      const { id, version } = await published(incidentOn(cloud))
      const answer = await ann.post('/api/admin/records/bulk', {
        act: 'retag',
        add: { clouds: [other.id] },
        records: [{ id, version }],
      })
      expect([answer.statusCode, answer.json().data], answer.body).toMatchObject([
        200,
        [{ effect: null, left_out: expect.stringContaining('second person') }],
      ])
    },
  )

  test.skipIf(isShort)(
    'a notification on all clouds needs it if one of them does, also when it was on one before',
    async () => {
      await rule({ ...OFF, clouds: [other.id] })
      const { tid } = await site.database.db
        .selectFrom('notification_terms')
        .where('notification_type', '=', 'advisories')
        .select('tid')
        .executeTakeFirstOrThrow()
      const notice = {
        ...emptyContent({ kind: 'notification', notificationType: 'advisories' }),
        title: 'News',
        summary: 'News.',
        body: '<p>News.</p>',
        terms: [tid],
      }
      const everywhere = await ann.create(notice)
      expect((await ann.publish(everywhere.id, everywhere.version)).statusCode).toBe(409)
      const { id, version } = await published({ ...notice, clouds: [cloud.id] })
      const moved = await ann.saved(id, version, notice)
      expect((await ann.read(id)).approval.needs.publish).toBe(true)
      expect((await ann.publish(id, moved)).statusCode).toBe(409)
    },
  )

  test.each([
    ['postponed', () => maintenanceOn(cloud)],
    ['archived', () => incidentOn(cloud)],
    ...sized<[string, () => ReturnType<typeof incidentOn>][]>({
      short: [],
      long: [['archived', () => maintenanceOn(cloud)]],
    }),
  ] as [string, () => ReturnType<typeof incidentOn>][])(
    'an update with the status %s is gated like the step that it is',
    async (name, content) => {
      const record = await published(content())
      await rule({ ...ALL, updates: false })
      const status = await site.database.db
        .selectFrom('statuses')
        .where('class', '=', name)
        .where('retired_at', 'is', null)
        .select('id')
        .executeTakeFirstOrThrow()
      const url = `/api/admin/records/${record.id}/updates`
      const payload = { ...step(record), status_id: status.id }
      const refused = await ann.post(url, payload)
      expect([refused.statusCode, refused.json().errors?.approval], refused.body).toEqual([
        409,
        expect.stringContaining('second person'),
      ])
      const done = await ann.done(url, { ...payload, ...WITHOUT })
      expect(done.approval.without).toMatchObject([{ reason: 'The site is down' }])
    },
  )

  test('what went out without approval is on the dashboard until another person marks it as reviewed', async () => {
    await rule(ALL)
    const record = await ann.create(incidentOn(cloud, { title: 'Curlew' }))
    const done = await ann.done(`/api/admin/records/${record.id}/publish`, {
      ...publishing(record),
      ...WITHOUT,
    })
    const [without] = done.approval.without
    const review = (staff: Staff) =>
      staff.post(`/api/admin/records/${record.id}/approvals/${without?.id}/review`, {})
    expect((await ben.get('/api/admin/dashboard')).body).toContain('The site is down')
    expect((await review(ann)).statusCode).toBe(403)
    expect((await review(ben)).json().data.approval.without).toEqual([])
    expect((await auditOf(site, record.id)).map(({ action }) => action)).toContain('review-without-approval')
  })

  test('an emergency needs a reason', async () => {
    await rule(ALL)
    const record = await ann.create(incidentOn(cloud))
    const answer = await ann.post(`/api/admin/records/${record.id}/publish`, {
      ...publishing(record),
      approval: { kind: 'without', reason: '   ' },
    })
    expect(answer.statusCode).toBe(422)
    expect(await publicationsOf(record.id)).toBe(0)
  })

  test('a cloud asks for it, too, also when a record leaves it', async () => {
    await rule({ ...OFF, clouds: [other.id] })
    expect((await published(incidentOn(cloud))).state).toBe('published')
    const { id, version } = await ann.create(incidentOn(other))
    expect((await ann.publish(id, version)).statusCode).toBe(409)
    const done = await ann.done(`/api/admin/records/${id}/publish`, {
      ...publishing({ version }),
      ...WITHOUT,
    })
    const moved = await ann.saved(id, done.version, incidentOn(cloud))
    expect((await ann.publish(id, moved)).statusCode).toBe(409)
  })

  test('what was approved for a time goes out then, and the clock moves maintenance automatically', async () => {
    await rule(ALL)
    const before = site.clock.now
    const from = new Date(before.getTime() + 3_600_000)
    const record = await ann.create({
      ...maintenanceOn(cloud),
      from_time: from.toISOString(),
      to_time: new Date(before.getTime() + 7_200_000).toISOString(),
    })
    const request = await ann.done(`/api/admin/records/${record.id}/schedule`, {
      version: record.version,
      notifies: false,
      publish_at: new Date(before.getTime() + 60_000).toISOString(),
      ...ASK,
    })
    expect((await decide(ben, request, 'approve')).statusCode).toBe(200)
    const timetable = testTimetable(site.database.db)
    await timetable.look(new Date(before.getTime() + 120_000))
    expect((await ann.read(record.id)).state).toBe('published')
    await timetable.look(new Date(from.getTime() + 1000))
    const steps = (await site.publications(record.id)).map((told) => told.step)
    expect(steps).toEqual(['scheduled', 'started'])
  })

  test('a request to cancel maintenance stays open after a reminder; a start or an update ends it, which says so', async () => {
    const from = new Date(site.clock.now.getTime() + 2 * DAY_MS)
    const planned = {
      ...maintenanceOn(cloud),
      from_time: from.toISOString(),
      to_time: new Date(from.getTime() + 3_600_000).toISOString(),
      remind_before_minutes: [24 * 60],
    }
    async function askedToCancel(): Promise<AdminRecord> {
      await rule(OFF)
      const { id, version } = await ann.create(planned)
      const record = await ann.published(id, version, { notifies: true })
      await rule(ALL)
      return ann.done(`/api/admin/records/${id}/cancel`, { ...step(record), ...ASK })
    }
    const request = async ({ id }: AdminRecord) => (await ann.read(id)).approval.request
    const [canceled, begun] = [await askedToCancel(), await askedToCancel()]
    const timetable = testTimetable(site.database.db)
    await timetable.look(new Date(from.getTime() - DAY_MS + 1000))
    const steps = (await site.publications(canceled.id)).map((told) => told.step)
    expect(steps).toEqual(['scheduled', 'reminded'])
    expect((await request(canceled))?.state).toBe('waiting')
    const approved = await decide(ben, canceled, 'approve')
    expect(approved.statusCode, approved.body).toBe(200)
    expect(await request(canceled)).toBeNull()

    await timetable.look(new Date(from.getTime() + 1000))
    // Its words were written for work that had not begun.
    expect(await request(begun)).toMatchObject({ state: 'void', what: 'cancel this maintenance' })
    expect((await decide(ben, begun, 'approve')).statusCode).toBe(409)

    const moved = await askedToCancel()
    const { id } = moved
    const updated = await ann.done(`/api/admin/records/${id}/updates`, { ...step(moved), ...WITHOUT })
    expect(updated.approval.request?.state).toBe('void')
    const done = await ann.done(`/api/admin/records/${id}/cancel`, { ...step(updated), ...WITHOUT })
    expect(done.approval.request).toBeNull()
  })

  test('a series makes a draft with a request, which can’t be approved after its window', async () => {
    await rule(ALL)
    const { db } = site.database
    const {
      kind,
      notification_type,
      status_id,
      from_time,
      to_time,
      actual_from_time,
      actual_to_time,
      closed_on,
      next_update,
      ...content
    } = maintenanceOn(cloud)
    const made = await ann.post('/api/admin/series', {
      title: 'Weekly',
      rule: {
        every: 'weeks',
        weeks: 1,
        weekdays: [6],
        time: '22:00',
        time_zone: 'UTC',
        minutes: 60,
        from_day: site.clock.now.toISOString().slice(0, 10),
        until_day: null,
      },
      content,
      days_ahead: 14,
      notifies: false,
    })
    expect(made.statusCode, made.body).toBe(200)
    await testTimetable(db).look(site.clock.now)
    const record = await db
      .selectFrom('records')
      .where('series_id', '=', made.json().data.id)
      .select(['id', 'state'])
      .executeTakeFirstOrThrow()
    expect(record.state).toBe('draft')
    // Only the author of the series has seen these words.
    const seen = await ben.read(record.id)
    expect((await decide(ann, seen, 'approve')).statusCode).toBe(403)
    const late = await approve(db, {
      recordId: record.id,
      approvalId: seen.approval.request?.id ?? 0,
      actor: { ...actorNamed('Ben'), userId: ben.uid },
      mayEdit: MAY_EDIT_ALL,
      now: new Date(seen.content.to_time ?? ''),
    })
    expect(late).toEqual({
      kind: 'wrong',
      errors: { to_time: 'This window is over. Choose another one, then ask again.' },
    })
    expect((await decide(ben, seen, 'approve')).json().data.state).toBe('published')
  })

  test('the setting is saved by people who edit the site, versioned and audited', async () => {
    const values = { kinds: ['incident'], clouds: [cloud.id], updates: false }
    const { version } = (await ann.get('/api/admin/site/approval')).json().data
    const saved = await ann.post('/api/admin/site/approval', { version, values })
    expect([saved.statusCode, saved.json().data]).toEqual([200, { ...values, version: version + 1 }])
    expect((await ben.post('/api/admin/site/approval', { version, values })).statusCode).toBe(409)
    const editor = await newsroomStaff(site, 'blog_editor')
    expect((await editor.post('/api/admin/site/approval', { version, values })).statusCode).toBe(403)
  })
})
