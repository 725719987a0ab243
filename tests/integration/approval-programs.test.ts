import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SCOPES } from '../../src/domain/access.ts'
import { isShort, sized } from '../size.ts'
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
import { auditOf, incidentOn, type Staff } from '../support/newsroom.ts'
import type { SmallCloud } from '../support/small-site.ts'

/* What programs do waits for a second person too, unless their token has the right to skip that. */
let on: ApprovalSite
let site: ApprovalSite['site']
let cloud: SmallCloud
let other: SmallCloud
let ann: Staff
let ben: Staff
let program: Program
let skipping: Program

beforeAll(async () => {
  on = await approvalSite()
  ;({ site, cloud, other, ann, ben, program } = on)
  skipping = await site.program()
})

afterAll(() => site.stop())

const rule: ApprovalSite['rule'] = (value) => on.rule(value)
const published: ApprovalSite['published'] = (content) => on.published(content)
const publicationsOf: ApprovalSite['publicationsOf'] = (id) => on.publicationsOf(id)

beforeEach(() => rule(OFF))

describe('programs', () => {
  const WINDOW = { starts_at: `${LATER_YEAR}-01-01T22:00:00Z`, ends_at: `${LATER_YEAR}-01-02T02:00:00Z` }

  // All kinds are opened by the same verb.
  test.each<[string, object]>([
    ['/incidents', { title: 'Slow' }],
    ...sized<[string, object][]>({
      short: [],
      long: [
        ['/maintenance', { title: 'Upgrade', ...WINDOW }],
        ['/advisories', { title: 'Flaw', summary: 'A flaw', body: 'A flaw.' }],
      ],
    }),
    ['/notifications', { title: 'News', notification_type: 'advisories', body: 'News.' }],
  ])('opening with POST %s becomes a request', async (path, body) => {
    await rule(ALL)
    const term = await site.database.db
      .selectFrom('notification_terms')
      .where('notification_type', '=', 'advisories')
      .select('tid')
      .executeTakeFirstOrThrow()
    const answer = await program.ask(path, {
      method: 'POST',
      body: {
        ...body,
        clouds: [cloud.machineName],
        ...(path === '/notifications' && { terms: [term.tid] }),
      },
    })
    expect([answer.statusCode, answer.json().data?.state, answer.json().data?.approval], answer.body).toEqual(
      [202, 'draft', 'waiting'],
    )
    const seen = await ben.read(answer.json().data.id)
    expect((await decide(ben, seen, 'approve')).statusCode).toBe(200)
    expect((await site.publications(seen.id)).length).toBe(1)
  })

  test.each<[string, 'POST' | 'PATCH', 'incident' | 'maintenance', object]>([
    ['', 'PATCH', 'incident', { title: 'Other words' }],
    ['/updates', 'POST', 'incident', { body: 'News' }],
    ['/resolve', 'POST', 'incident', { body: 'Over' }],
    // The same verbs as for incidents.
    ...sized<[string, 'POST' | 'PATCH', 'maintenance', object][]>({
      short: [],
      long: [
        ['', 'PATCH', 'maintenance', { title: 'Other words' }],
        ['/updates', 'POST', 'maintenance', { body: 'News' }],
        ['/start', 'POST', 'maintenance', { body: 'Now' }],
        ['/postpone', 'POST', 'maintenance', { body: 'Later' }],
      ],
    }),
    ['/cancel', 'POST', 'maintenance', { body: 'Never' }],
  ])(
    '%s by %s on %s becomes a request, and is done at once with the right for it',
    async (path, method, kind, body) => {
      const content = kind === 'incident' ? incidentOn(cloud) : maintenanceOn(cloud)
      const record = await published(content)
      await rule(ALL)
      const url = `/${kind === 'incident' ? 'incidents' : 'maintenance'}/${record.id}${path}`
      const answer = await program.ask(url, { method, body })
      expect([answer.statusCode, answer.json().data?.approval], answer.body).toEqual([202, 'waiting'])
      expect(await publicationsOf(record.id)).toBe(1)
      expect([200, 201]).toContain((await skipping.ask(url, { method, body })).statusCode)
      expect(await publicationsOf(record.id)).toBe(2)
    },
  )

  // The short run covers the same gap without approval, in automation-incidents.test.ts.
  test.skipIf(isShort)(
    'an update that fills a gap in the history notifies no one when it is approved, unless asked to',
    async () => {
      const ago = (minutes: number) => new Date(site.clock.now.getTime() - minutes * 60_000).toISOString()
      const record = await published(incidentOn(cloud, { from_time: ago(60) }))
      await ann.done(`/api/admin/records/${record.id}/updates`, step(record))
      await rule(ALL)
      for (const notify of [undefined, true]) {
        const body = { body: 'News', posted_at: ago(30), ...(notify && { notify }) }
        const answer = await program.ask(`/incidents/${record.id}/updates`, { method: 'POST', body })
        expect(answer.statusCode, answer.body).toBe(202)
        expect((await decide(ben, await ben.read(record.id), 'approve')).statusCode).toBe(200)
        expect((await site.publications(record.id)).at(-1)).toEqual({
          step: 'updated',
          notifies: notify ?? false,
        })
      }
    },
  )

  const BOTH = () => ({ clouds: [cloud.machineName, other.machineName] })

  test('can’t bring a scheduled record to a cloud that needs a second person', async () => {
    await rule({ ...OFF, clouds: [other.id] })
    const { id, version } = await ann.create(maintenanceOn(cloud))
    const publish_at = `${LATER_YEAR - 1}-12-01T00:00:00.000Z`
    const planned = await ann.done(`/api/admin/records/${id}/schedule`, {
      version,
      notifies: false,
      publish_at,
    })
    const patch = (body: object) =>
      program.ask(`/maintenance/${id}`, { method: 'PATCH', body: { version: planned.version, ...body } })
    const refused = await patch(BOTH())
    expect([refused.statusCode, refused.json().message], refused.body).toEqual([
      409,
      expect.stringContaining('approv'),
    ])
    expect((await ann.read(id)).content.clouds).toEqual([cloud.id])
    expect((await patch({ title: 'Other words' })).statusCode).toBe(200)
  })

  test.skipIf(isShort)('don’t lose words of staff by adding a cloud that needs a second person', async () => {
    await rule({ ...OFF, clouds: [other.id] })
    const { id, version } = await published(incidentOn(cloud))
    await ann.saved(id, version, incidentOn(cloud, { title: 'Typed by Ann' }))
    const refused = await program.ask(`/incidents/${id}`, { method: 'PATCH', body: BOTH() })
    expect(refused.statusCode, refused.body).toBe(409)
    const seen = await ann.read(id)
    expect([seen.draft?.content.title, seen.approval.request]).toEqual(['Typed by Ann', null])
  })

  test('a reported state becomes a request, and so does its end', async () => {
    await rule(ALL)
    const state = (name: string) =>
      program.ask(`/services/${cloud.service}/state`, { method: 'PUT', body: { state: name } })
    const opened = await state('disruption')
    expect([opened.statusCode, opened.json().data.record.state], opened.body).toEqual([202, 'draft'])
    const seen = await ben.read(opened.json().data.record.id)
    expect((await decide(ben, seen, 'approve')).statusCode).toBe(200)
    const ended = await state('operational')
    expect([ended.statusCode, ended.json().data.record.approval], ended.body).toEqual([202, 'waiting'])
    expect(await publicationsOf(seen.id)).toBe(1)
  })

  interface Fired {
    fingerprint: string
    labels?: object
    annotations?: object
    status?: 'firing' | 'resolved'
    startsAt?: string
    endsAt?: string
  }
  const alerts = async (key: string, fired: Fired[]) => {
    const answer = await program.ask(`/alertmanager?publish=1&cloud=${cloud.machineName}`, {
      method: 'POST',
      body: {
        version: '4',
        groupKey: `{}:{approval="${key}"}`,
        status: fired.some(({ status }) => status !== 'resolved') ? 'firing' : 'resolved',
        receiver: 'candor',
        groupLabels: {},
        commonLabels: {},
        commonAnnotations: {},
        externalURL: 'https://alerts.example',
        alerts: fired.map(({ labels = {}, ...alert }) => ({
          status: 'firing',
          labels: { alertname: 'Down', ...labels },
          annotations: {},
          startsAt: '2026-11-15T10:00:00Z',
          endsAt: '0001-01-01T00:00:00Z',
          generatorURL: '',
          ...alert,
        })),
      },
    })
    return { status: answer.statusCode, body: answer.body, ...answer.json().data } as {
      status: number
      body: string
      outcome: string
      record: number
    }
  }
  let began: Date
  beforeEach(() => {
    began = site.clock.now
  })
  afterEach(() => {
    site.clock.now = began
  })
  const later = (minutes: number) => {
    site.clock.now = new Date(site.clock.now.getTime() + minutes * 60_000)
  }

  test('places of alerts wait with the update that names them', async () => {
    // An incident of the whole cloud would have nothing to add.
    const first = { fingerprint: 'a', labels: { candor_data_center: String(cloud.dataCenter) } }
    const { record } = await alerts('places', [first])
    await rule(ALL)
    later(6)
    await alerts('places', [first, { fingerprint: 'b', labels: { candor_service: String(cloud.service) } }])
    const asked = await ben.read(record)
    expect([asked.approval.request?.what, asked.content.services]).toEqual(['post an update', []])
    expect((await decide(ben, asked, 'approve')).statusCode).toBe(200)
    expect((await ben.read(record)).content.services).toEqual([cloud.service])
  })

  test.skipIf(isShort)(
    'alerts bring an incident to a cloud that needs approval with a second person only, and updates elsewhere go on',
    async () => {
      const { record } = await alerts('spreads', [{ fingerprint: 'a' }])
      await rule({ kinds: [], clouds: [other.id], updates: false })
      later(6)
      const there = {
        fingerprint: 'b',
        labels: { candor_cloud: other.machineName, candor_severity: '20' },
        annotations: { candor_message: 'Also there' },
      }
      const spread = await alerts('spreads', [{ fingerprint: 'a' }, there])
      expect([spread.outcome, spread.status], spread.body).toEqual(['updated', 202])
      later(6)
      const here = { fingerprint: 'c', annotations: { candor_message: 'More here' } }
      const more = await alerts('spreads', [{ fingerprint: 'a' }, there, here])
      expect([more.outcome, more.status], more.body).toEqual(['updated', 200])
      const asked = await ben.read(record)
      expect(asked.approval.request).toMatchObject({
        state: 'waiting',
        body: expect.stringContaining('Also there'),
      })
      expect(asked.content.clouds).toEqual([cloud.id])
      const approved = await decide(ben, asked, 'approve')
      expect(approved.statusCode, approved.body).toBe(200)
      expect((await ben.read(record)).content).toMatchObject({
        clouds: expect.arrayContaining([cloud.id, other.id]),
        severity_tid: 20,
      })
    },
  )

  test('an alert opens a draft with a request, and further alerts leave it open', async () => {
    await rule(ALL)
    const { record, status, body } = await alerts('draft', [{ fingerprint: 'a' }])
    expect(status, body).toBe(202)
    later(1)
    expect(await alerts('draft', [{ fingerprint: 'a' }, { fingerprint: 'b' }])).toMatchObject({ record })
    const asked = await ben.read(record)
    expect(asked.approval.request?.state).toBe('waiting')
    expect((await decide(ben, asked, 'approve')).statusCode).toBe(200)
    expect(await publicationsOf(record)).toBe(1)
  })

  test('an update of alerts that waits stays open, takes in later news, and ends with the end', async () => {
    const said = (fingerprint: string) => ({
      fingerprint,
      annotations: { candor_message: `Words ${fingerprint}` },
    })
    const { record } = await alerts('waiting', [said('a')])
    await rule(ALL)
    later(6)
    const updated = await alerts('waiting', [said('a'), said('b')])
    expect([updated.outcome, updated.status], updated.body).toEqual(['updated', 202])
    later(1)
    expect((await alerts('waiting', [said('a'), said('b'), said('c')])).outcome).toBe('gathered')
    expect((await ben.read(record)).approval.request).toMatchObject({
      state: 'waiting',
      body: '<p>Words b</p>',
    })
    later(5)
    expect((await alerts('waiting', [said('a'), said('b'), said('c'), said('d')])).status).toBe(202)
    const { request } = (await ben.read(record)).approval
    expect(request?.body).toMatch(/Words b.*Words c.*Words d/s)
    const over = { status: 'resolved', endsAt: site.clock.now.toISOString() } as const
    const all = ['a', 'b', 'c', 'd'].map((each) => ({ ...said(each), ...over }))
    expect(await alerts('waiting', all)).toMatchObject({ outcome: 'resolved', status: 202 })
    later(1)
    await alerts('waiting', [{ ...said('a'), startsAt: site.clock.now.toISOString() }])
    expect((await ben.read(record)).approval.request?.state).not.toBe('waiting')
  })

  test.skipIf(isShort)(
    'reopening waits with its severity and places, for alerts and for a reported state',
    async () => {
      const first = { fingerprint: 'a', labels: { candor_data_center: String(cloud.dataCenter) } }
      const { record } = await alerts('again', [first])
      later(1)
      const ended = site.clock.now.toISOString()
      await alerts('again', [{ ...first, status: 'resolved', endsAt: ended }])
      const reporting = await site.program({ scopes: SCOPES.filter((scope) => scope !== 'approval:skip') })
      const state = async (name: string) => {
        const url = `/services/${cloud.service}/state`
        const answer = await reporting.ask(url, { method: 'PUT', body: { state: name } })
        return { status: answer.statusCode, record: answer.json().data.record.id as number }
      }
      const { record: reported } = await state('degradation')
      await state('operational')

      await rule(ALL)
      later(1)
      const labels = { candor_severity: '20', candor_service: String(cloud.service) }
      const startsAt = site.clock.now.toISOString()
      expect(await alerts('again', [{ fingerprint: 'b', labels, startsAt }])).toMatchObject({
        outcome: 'reopened',
        status: 202,
        record,
      })
      expect(await state('disruption')).toEqual({ status: 202, record: reported })
      for (const id of [record, reported]) {
        const asked = await ben.read(id)
        expect(asked.content.severity_tid).not.toBe(20)
        const approved = await decide(ben, asked, 'approve')
        expect(approved.statusCode, approved.body).toBe(200)
        expect((await ben.read(id)).content).toMatchObject({ severity_tid: 20, services: [cloud.service] })
      }
    },
  )

  test.skipIf(isShort)(
    'what ends before anyone has decided is not published or reopened anymore, and asks again if it is back',
    async () => {
      const over = () => ({ status: 'resolved', endsAt: site.clock.now.toISOString() }) as const
      const { record: closed } = await alerts('reopened in vain', [{ fingerprint: 'a' }])
      later(1)
      await alerts('reopened in vain', [{ fingerprint: 'a', ...over() }])
      await rule(ALL)
      later(1)
      const again = { fingerprint: 'b', startsAt: site.clock.now.toISOString() }
      expect((await alerts('reopened in vain', [again])).status).toBe(202)
      const { record: draft } = await alerts('ends early', [{ fingerprint: 'a' }])
      const reporting = await site.program({ scopes: SCOPES.filter((scope) => scope !== 'approval:skip') })
      const state = async (name: string) => {
        const url = `/services/${cloud.service}/state`
        const answer = await reporting.ask(url, { method: 'PUT', body: { state: name } })
        return { status: answer.statusCode, id: answer.json().data.record.id as number }
      }
      const reported = await state('degradation')
      const requests = async () => {
        const read = await Promise.all([closed, draft, reported.id].map((id) => ben.read(id)))
        return read.map(({ approval }) => approval.request?.state === 'waiting')
      }
      expect(await requests()).toEqual([true, true, true])

      later(1)
      await alerts('reopened in vain', [{ ...again, ...over() }])
      await alerts('ends early', [{ fingerprint: 'a', ...over() }])
      await state('operational')
      expect(await requests()).toEqual([false, false, false])

      later(1)
      const back = { fingerprint: 'a', startsAt: site.clock.now.toISOString() }
      expect(await alerts('ends early', [back])).toMatchObject({ record: draft, status: 202 })
      expect(await state('degradation')).toEqual({ status: 202, id: reported.id })
      expect(await requests()).toEqual([false, true, true])
      const approved = await decide(ben, await ben.read(draft), 'approve')
      expect(approved.statusCode, approved.body).toBe(200)
    },
  )

  test.skipIf(isShort)(
    'edits by people keep a higher severity from being shown at once, and lose no alert',
    async () => {
      const { record } = await alerts('graver', [{ fingerprint: 'a' }])
      await rule(ALL)
      const open = await ann.read(record)
      await ann.saved(record, open.version, { ...open.content, title: 'Typed' })
      later(1)
      const graver = await alerts('graver', [{ fingerprint: 'a', labels: { candor_severity: '20' } }])
      expect([graver.status, graver.outcome], graver.body).toEqual([200, 'gathered'])
      expect((await ben.read(record)).draft?.content).toMatchObject({ title: 'Typed' })
    },
  )

  test.skipIf(isShort)(
    'leave the request of a person open: calls are refused, and alerts write to the internal note',
    async () => {
      const said = (fingerprint: string) => ({
        fingerprint,
        annotations: { candor_message: `Words ${fingerprint}` },
      })
      const { record: id } = await alerts('people', [said('a')])
      await rule(ALL)
      const asked = await ann.done(`/api/admin/records/${id}/updates`, {
        ...step(await ann.read(id)),
        ...ASK,
      })
      const stays = async () =>
        expect((await ben.read(id)).approval.request).toMatchObject({
          id: asked.approval.request?.id,
          state: 'waiting',
          body: '<p>News.</p>',
        })
      for (const [path, method, body] of [
        ['', 'PATCH', { title: 'Other words' }],
        ['/updates', 'POST', { body: 'Other news' }],
        ['/resolve', 'POST', { body: 'Over' }],
      ] as const) {
        const refused = await program.ask(`/incidents/${id}${path}`, { method, body })
        expect([refused.statusCode, refused.json().message]).toEqual([
          409,
          expect.stringContaining('A person has asked for approval'),
        ])
        await stays()
      }
      later(6)
      const more = await alerts('people', [said('a'), said('b')])
      expect([more.status, more.outcome], more.body).toEqual([200, 'left-to-people'])
      await stays()
      expect((await ben.read(id)).content.internal.internal_note).toMatch(/Not published, because.*Words b/s)

      const other = await ben.done(`/api/admin/records/${id}/resolve`, {
        ...step(await ben.read(id)),
        ...ASK,
      })
      expect((await auditOf(site, id)).at(-1)).toMatchObject({
        action: 'take-back-approval',
        after: { approval: asked.approval.request?.id, replaced_by: other.approval.request?.id },
      })
    },
  )

  test('steps of programs leave a person’s request to publish a draft open; those of people end it, which says so', async () => {
    const said = (fingerprint: string) => ({
      fingerprint,
      annotations: { candor_message: `Words ${fingerprint}` },
    })
    const { record: id } = await alerts('corrected', [said('a')])
    await rule({ ...ALL, updates: false })
    const open = await ann.read(id)
    const version = await ann.saved(id, open.version, { ...open.content, title: 'Typed by a person' })
    const publish = (version: number, approval: object = ASK) =>
      ann.done(`/api/admin/records/${id}/publish`, {
        version,
        notifies: false,
        idempotency_key: randomUUID(),
        ...approval,
      })
    const asked = await publish(version)
    const request = async () => (await ben.read(id)).approval.request
    const stays = { id: asked.approval.request?.id, state: 'waiting' }
    const read = await ben.read(id)
    later(1)
    const there = { ...said('b'), labels: { candor_severity: '20' } }
    // Its higher severity is shown at once, its words later.
    expect((await alerts('corrected', [said('a'), there])).outcome).toBe('gathered')
    expect((await ben.read(id)).content.severity_tid).toBe(20)
    expect(await request()).toMatchObject(stays)
    later(5)
    const more = await alerts('corrected', [said('a'), there])
    expect([more.status, more.outcome], more.body).toEqual([200, 'updated'])
    expect(await request()).toMatchObject(stays)
    const posted = await program.ask(`/incidents/${id}/updates`, { method: 'POST', body: { body: 'More' } })
    expect(posted.statusCode, posted.body).toBe(201)
    later(1)
    const over = { status: 'resolved', endsAt: site.clock.now.toISOString() } as const
    const all = [said('a'), there].map((each) => ({ ...each, ...over }))
    expect((await alerts('corrected', all)).outcome).toBe('resolved')
    expect(await request()).toMatchObject(stays)
    const stale = await decide(ben, read, 'approve', { version: read.version })
    expect([stale.statusCode, stale.json().message]).toEqual([
      409,
      'This changed while you were reading it. Reload to see what would be published.',
    ])
    const { version: newest } = await ben.read(id)
    expect((await decide(ben, read, 'approve', { version: newest })).statusCode).toBe(200)
    const corrected = await ben.read(id)
    expect(corrected.content).toMatchObject({ title: 'Typed by a person', severity_tid: 20 })
    expect(corrected.content.closed_on).not.toBeNull()
    expect(await request()).toBeNull()

    later(1)
    const again = await ann.saved(id, corrected.version, { ...corrected.content, title: 'Typed again' })
    await publish(again)
    await ann.done(`/api/admin/records/${id}/reopen`, step(await ann.read(id)))
    expect(await request()).toMatchObject({ state: 'void', what: expect.stringContaining('publish') })
    await publish((await ann.read(id)).version, { approval: { kind: 'without', reason: 'Urgent' } })
    expect(await request()).toBeNull()
  })

  test('a step of a program that overwrites what a person typed ends the request about it, which says so', async () => {
    const { id } = await published(incidentOn(cloud))
    await rule({ ...ALL, updates: false })
    const asksWith = async (content: object) => {
      const { version, content: now } = await ann.read(id)
      return ann.done(`/api/admin/records/${id}/publish`, {
        version: await ann.saved(id, version, { ...now, ...content }),
        notifies: false,
        idempotency_key: randomUUID(),
        ...ASK,
      })
    }
    const request = async () => (await ben.read(id)).approval.request
    const updates = async (body: object) => {
      later(1)
      const answer = await program.ask(`/incidents/${id}/updates`, {
        method: 'POST',
        body: { body: 'News', ...body },
      })
      expect(answer.statusCode, answer.body).toBe(201)
    }
    later(1)
    await asksWith({ severity_tid: 17, title: 'Typed' })
    await updates({ status: 'Monitoring' })
    expect(await request()).toMatchObject({ state: 'waiting' })
    await updates({ severity: 1356 })
    expect((await ben.read(id)).draft?.content).toMatchObject({ severity_tid: 1356, title: 'Typed' })
    expect(await request()).toMatchObject({ state: 'void' })
  })

  test('what a program publishes does not hide that a person’s request has ended', async () => {
    const { record: id } = await alerts('hidden', [{ fingerprint: 'a' }])
    await rule({ ...ALL, updates: false })
    const open = await ann.read(id)
    await ann.done(`/api/admin/records/${id}/publish`, {
      version: await ann.saved(id, open.version, { ...open.content, title: 'Typed by a person' }),
      notifies: false,
      idempotency_key: randomUUID(),
      ...ASK,
    })
    later(1)
    const graver = { fingerprint: 'b', labels: { candor_severity: '20' } }
    expect((await alerts('hidden', [{ fingerprint: 'a' }, graver])).outcome).toBe('gathered')
    expect((await ben.read(id)).approval.request).toMatchObject({ state: 'waiting' })
    later(1)
    await ann.done(`/api/admin/records/${id}/updates`, step(await ann.read(id)))
    expect((await ben.read(id)).approval.request).toMatchObject({ state: 'void' })
  })

  test('a reported state doesn’t end the request of a person', async () => {
    const reporting = await site.program({ scopes: SCOPES.filter((scope) => scope !== 'approval:skip') })
    const state = (name: string) =>
      reporting.ask(`/services/${cloud.service}/state`, { method: 'PUT', body: { state: name } })
    const { id } = (await state('degradation')).json().data.record
    await rule(ALL)
    await ann.done(`/api/admin/records/${id}/updates`, { ...step(await ann.read(id)), ...ASK })
    expect((await state('disruption')).statusCode).toBe(409)
    expect((await ben.read(id)).approval.request).toMatchObject({ state: 'waiting', body: '<p>News.</p>' })
  })

  test('an import is refused without a reason, and a program needs the right', async () => {
    await rule(ALL)
    const text = JSON.stringify({
      page: { id: 'approval', name: 'P' },
      incidents: [
        {
          id: 'approval-1',
          name: 'Slow',
          status: 'resolved',
          impact: 'minor',
          created_at: '2026-01-01T00:00:00Z',
          resolved_at: '2026-01-01T01:00:00Z',
          incident_updates: [
            { id: 'u', status: 'resolved', body: 'Over.', created_at: '2026-01-01T01:00:00Z' },
          ],
        },
      ],
    })
    const body = { cloud: cloud.machineName, files: [{ name: 'incidents.json', text }] }
    const { plan, problems } = (await ann.post('/api/admin/imports/statuspage', body)).json().data
    expect(problems).toEqual([])
    const refused = await ann.post('/api/admin/imports/statuspage', { ...body, plan })
    expect([refused.statusCode, refused.json().errors?.without_approval]).toEqual([422, expect.any(String)])
    const asProgram = await program.ask('/imports/statuspage', { method: 'POST', body: { ...body, plan } })
    expect(asProgram.statusCode).toBe(422)
    const done = await ann.post('/api/admin/imports/statuspage', {
      ...body,
      plan,
      without_approval: 'History of our old page',
    })
    expect([done.statusCode, done.json().data?.is_done], done.body).toEqual([200, true])
  })
})
