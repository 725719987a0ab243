import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { revokeToken } from '../../src/accounts/tokens/revoke-token.ts'
import { findDraft } from '../../src/db/record-drafts.ts'
import { SYSTEM } from '../../src/domain/actor.ts'
import { postUpdate } from '../../src/publishing/life/post-update.ts'
import { discardDraft } from '../../src/publishing/records/discard-draft.ts'
import { lookAtTimetable } from '../../src/publishing/timetable/look-at-timetable.ts'
import { Pauses } from '../../src/publishing/timetable/pauses.ts'
import { unpublishRecord } from '../../src/publishing/unpublish-record.ts'
import { isShort, sized } from '../size.ts'
import { type AutomationSite, automationSite, type Program } from '../support/automation-site.ts'
import { untilSomeoneWaits } from '../support/until-someone-waits.ts'

/** Z-08: Alertmanager's own payloads, file by file, against the real database. */
let site: AutomationSite
let program: Program

beforeAll(async () => {
  site = await automationSite()
})
afterAll(() => site.stop())
beforeEach(async () => {
  program = await site.program()
  site.clock.now = new Date('2026-11-15T03:00:30Z')
})

type FileName = 'firing' | 'repeated' | 'storm' | 'partially-resolved' | 'resolved' | 'fired-again'
const CLOUD = 'northwall_net'
/** The annotations in these files are written for customers. */
const PUBLISH = `?publish=1&notify=1&words=annotations&cloud=${CLOUD}`
const WITHOUT_WORDS = `?publish=1&notify=1&cloud=${CLOUD}`

// biome-ignore lint/suspicious/noExplicitAny: it is JSON of another program, changed by tests at will.
type Payload = any

function payload(name: FileName): Payload {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'alertmanager', `${name}.json`), 'utf8'))
}

async function send(body: FileName | Payload, query = PUBLISH, by: Program = program) {
  const { statusCode, json } = await by.ask(`/alertmanager${query}`, {
    method: 'POST',
    body: typeof body === 'string' ? payload(body as FileName) : body,
  })
  expect([statusCode, statusCode === 200 ? '' : json()]).toEqual([200, ''])
  return json().data as { outcome: string; record: number }
}

async function seen(id: number) {
  return (await site.publicly(`/api/posts/${id}?cloud=${CLOUD}`)).json().data
}

async function linesOf(id: number) {
  const { changes } = await seen(id)
  return changes.map(({ kind, at }: { kind: string; at: string }) => [kind, at])
}

async function note(id: number) {
  const row = await site.database.db
    .selectFrom('record_internals')
    .where('record_id', '=', id)
    .select('internal_note')
    .executeTakeFirst()
  return row?.internal_note ?? ''
}

/** Every alert of a message is about this service unless it names another. */
const atService = ({ tid }: { tid: number }) => `${PUBLISH}&service=${tid}`

function passTo(time: string) {
  site.clock.now = new Date(`2026-11-15T${time}Z`)
}

const timetable = () =>
  lookAtTimetable(
    { db: site.database.db, now: site.clock.now, pauses: new Pauses(), onEvent: () => {} },
    { aheadMs: 0 },
  )

test('Z-08 firing, repeated, a storm, partly resolved, resolved, and firing again are one incident; nothing internal reaches readers, and the audit log names the token', async () => {
  const first = await send('firing')
  expect(first.outcome).toBe('opened')
  const { record: id } = first
  expect(await seen(id)).toMatchObject({
    title: 'Slow sign-ins in Europe',
    body: '<p>Signing in takes longer than usual for some customers.</p>',
    severityId: 19,
    status: 'In Progress',
    clouds: [CLOUD],
    fromTime: '2026-11-15T03:00:00.123Z',
  })

  passTo('03:05:30')
  expect(await send('repeated')).toEqual({ outcome: 'unchanged', record: id })
  expect((await site.publications(id)).length).toBe(1)

  passTo('03:07:00')
  expect(await send('storm')).toEqual({ outcome: 'updated', record: id })
  const worse = await seen(id)
  expect(worse).toMatchObject({ title: 'Slow sign-ins in Europe', severityId: 20 })
  expect(worse.updates).toHaveLength(1)
  expect(worse.updates[0].body).toContain('Severity is now: Service Disruption.')
  expect(worse.updates[0].body).toContain('Some customers cannot sign in at all.')
  const inside = await note(id)
  expect(inside).toContain('41 of 41 firing')
  expect(inside).toContain('http://alertmanager.internal.northwall.example:9093')
  expect(inside).toContain('12 more were cut off by Alertmanager')
  expect(inside).toContain('SignInLatencyHigh')
  for (const secret of ['internal.northwall', 'auth-', 'alertname', 'SignInLatencyHigh', 'Alertmanager'])
    expect(JSON.stringify(worse)).not.toContain(secret)
  const entries = await site.database.db
    .selectFrom('audit_log')
    .where('entity', '=', 'record')
    .where('entity_id', '=', String(id))
    .select(['actor', 'action'])
    .orderBy('id')
    .execute()
  expect(new Set(entries.map(({ actor }) => actor))).toEqual(new Set([`token:${program.name}`]))
  expect(entries.map(({ action }) => action)).toEqual(['create', 'publish', 'note-alerts', 'post-update'])

  passTo('03:21:00')
  expect(await send('partially-resolved')).toEqual({ outcome: 'unchanged', record: id })
  expect((await seen(id)).updates).toHaveLength(1)
  expect(await note(id)).toContain('2 of 41 firing')

  passTo('03:31:00')
  expect(await send('resolved')).toEqual({ outcome: 'resolved', record: id })
  const over = await seen(id)
  expect(over).toMatchObject({ status: 'Resolved' })
  expect(over.updates.at(-1).body).toBe('<p>Our monitoring shows that the problem is over.</p>')
  expect(over.closed_on).not.toBeNull()

  passTo('03:36:30')
  expect(await send('fired-again')).toEqual({ outcome: 'reopened', record: id })
  expect(await seen(id)).toMatchObject({ status: 'In Progress', closed_on: null })
  expect((await site.publications(id)).map(({ step, notifies }) => `${step} ${notifies}`)).toEqual([
    'opened true',
    'updated true',
    'resolved true',
    'updated true',
  ])
})

test('Z-08 annotations are for staff only, unless the URL says otherwise', async () => {
  const { data: services } = (await program.ask(`/services?cloud=${CLOUD}`)).json()
  const { data: clouds } = (await program.ask('/clouds')).json()
  const cloud = clouds.find((each: { machine_name: string }) => each.machine_name === CLOUD)
  const firing = payload('firing')
  firing.alerts[0].labels.candor_service = services[0].tid.toString()
  const { record: id } = await send(firing, WITHOUT_WORDS)
  expect(await seen(id)).toMatchObject({
    title: `Problem with ${services[0].name} on ${cloud.title}`,
    body: '<p>Our monitoring has detected a problem. We are investigating.</p>',
  })
  passTo('03:07:00')
  await send('storm', WITHOUT_WORDS)
  const { previous: _, next: __, related: ___, ...own } = await seen(id)
  // Alerts that name no service are about the whole cloud.
  expect(own.services).toEqual([])
  expect(JSON.stringify(own)).not.toMatch(/sign-ins|Signing in|sign in at all/i)
  expect(await note(id)).toContain('Sign-ins fail in Europe: Some customers cannot sign in at all.')
})

test("Z-08 characters that the database can't store lose no alert", async () => {
  const firing = payload('firing')
  const [alert] = firing.alerts
  const title = `${'x'.repeat(299)}😀`
  firing.groupKey = 'a\0\ud83d'
  firing.groupLabels = { 'na\0me': 'a\0' }
  Object.assign(alert.labels, { 'na\0me': '\0', alertname: title, candor_service: '\ud83d' })
  Object.assign(alert.annotations, { summary: title, description: `${'x'.repeat(1999)}😀\0\udc00` })
  firing.commonAnnotations = { candor_title: title }
  alert.fingerprint = 'f\0'
  const { record: id, outcome } = await send(firing)
  expect(outcome).toBe('opened')
  expect(await seen(id)).toMatchObject({ title: 'x'.repeat(299), body: `<p>${'x'.repeat(1999)}</p>` })
  expect(await send(firing)).toEqual({ outcome: 'unchanged', record: id })
})

test.skipIf(isShort)('Z-08 impossible times still open and close an incident', async () => {
  const firing = payload('firing')
  firing.alerts[0].startsAt = '0001-01-01T00:00:00Z'
  const { record: id } = await send(firing)
  expect(await seen(id)).toMatchObject({ fromTime: site.clock.now.toISOString() })

  program = await site.program()
  firing.alerts[0].startsAt = '2027-01-01T00:00:00Z'
  const { record: early } = await send(firing)
  expect(await seen(early)).toMatchObject({ fromTime: site.clock.now.toISOString() })
  // An earlier version accepted a later start, and it ends before that.
  const startsLate = { from_time: new Date('2026-11-15T05:00:00Z') }
  await site.database.db.updateTable('records').set(startsLate).where('id', '=', early).execute()
  passTo('03:31:00')
  firing.status = 'resolved'
  Object.assign(firing.alerts[0], { status: 'resolved', endsAt: '2027-01-01T00:00:01Z' })
  expect(await send(firing)).toEqual({ outcome: 'resolved', record: early })
  expect(await seen(early)).toMatchObject({ status: 'Resolved', closed_on: site.clock.now.toISOString() })
})

test('Z-08 a resolution waits for a concurrent update by a person and is posted after it', async () => {
  const { record: id } = await send('firing')
  const { db } = site.database
  const { id: statusId } = await db
    .selectFrom('statuses')
    .where('class', '=', 'monitoring')
    .select('id')
    .executeTakeFirstOrThrow()
  passTo('03:31:00')
  let ending: ReturnType<typeof send> | undefined
  await db.transaction().execute(async (trx) => {
    await postUpdate(trx, {
      recordId: id,
      actor: SYSTEM,
      mayEdit: () => true,
      now: site.clock.now,
      body: '<p>We are watching it.</p>',
      notifies: true,
      statusId,
    })
    ending = send('resolved')
    await untilSomeoneWaits(site.database.db)
  })
  expect(await ending).toEqual({ outcome: 'resolved', record: id })
  expect((await site.publications(id)).map(({ step }) => step)).toEqual(['opened', 'updated', 'resolved'])
})

test('Z-08 by default the incident is a draft, and no one is notified', async () => {
  const { outcome, record: id } = await send('firing', `?cloud=${CLOUD}`)
  expect(outcome).toBe('opened')
  expect(await seen(id)).toBeNull()
  expect(await site.publications(id)).toEqual([])
  passTo('03:07:00')
  expect((await send('storm', `?cloud=${CLOUD}`)).outcome).toBe('unchanged')
  passTo('03:31:00')
  await send('resolved', `?cloud=${CLOUD}`)
  passTo('04:31:00')
  expect(await send('fired-again', `?cloud=${CLOUD}`)).toMatchObject({ record: id })
  expect(await site.publications(id)).toEqual([])
  expect((await program.ask(`/records/${id}`)).json().data.state).toBe('draft')
})

test('Z-08 a discarded draft does not come back while the alerts continue', async () => {
  const { record: id } = await send('firing', `?cloud=${CLOUD}`)
  const { db } = site.database
  const { version } = await db
    .selectFrom('records')
    .where('id', '=', id)
    .select('version')
    .executeTakeFirstOrThrow()
  await discardDraft(db, { recordId: id, version, actor: SYSTEM, mayEdit: () => true, now: site.clock.now })
  passTo('03:07:00')
  expect(await send('repeated', `?cloud=${CLOUD}`)).toEqual({ outcome: 'unchanged', record: null })
  expect(await send('storm', `?cloud=${CLOUD}`)).toEqual({ outcome: 'left-to-people', record: null })
})

test('Z-08 updates that come too soon are collected and posted together later', async () => {
  const { record: id } = await send('firing')
  passTo('03:02:00')
  expect((await send('storm')).outcome).toBe('gathered')
  expect((await seen(id)).updates).toEqual([])
  await timetable()
  expect((await seen(id)).updates).toEqual([])
  passTo('03:05:31')
  await timetable()
  await timetable()
  const incident = await seen(id)
  expect([incident.updates.length, incident.severityId]).toEqual([1, 20])
  expect(incident.updates[0].body).toContain('Severity is now: Service Disruption.')
})

test('Z-08 a higher severity is on the page at once; only its message waits', async () => {
  const { record: id } = await send('firing')
  passTo('03:01:00')
  expect((await send('storm')).outcome).toBe('gathered')
  expect(await seen(id)).toMatchObject({ severityId: 20, updates: [] })
  expect(await site.publications(id)).toEqual([
    { step: 'opened', notifies: true },
    { step: 'updated', notifies: false },
  ])
  expect(await linesOf(id)).toEqual([['severity', '2026-11-15T03:01:00.000Z']])
  // Channels with a threshold get the incident for the first time with this message.
  passTo('03:05:31')
  await timetable()
  const publications = await site.database.db
    .selectFrom('publications')
    .where('record_id', '=', id)
    .select(['step', 'notifies', 'gravest_rank', 'gravest_rank_before'])
    .orderBy('id')
    .execute()
  const [opened, , updated] = publications
  expect(updated).toMatchObject({ step: 'updated', notifies: true })
  expect(updated?.gravest_rank_before).toBe(opened?.gravest_rank)
  expect(updated?.gravest_rank).toBeGreaterThan(opened?.gravest_rank ?? Number.NaN)
})

test.skipIf(isShort)(
  'Z-08 a higher severity of an incident that cannot be published as it is waits for its message',
  async () => {
    const { data: services } = (await program.ask('/services')).json()
    const here = services.find(({ cloud }: { cloud: string }) => cloud === CLOUD)
    const elsewhere = services.find(({ cloud }: { cloud: string }) => cloud !== CLOUD)
    const { record: id } = await send('firing')
    const { db } = site.database
    await db.insertInto('record_services').values({ record_id: id, service_tid: elsewhere.tid }).execute()
    passTo('03:01:00')
    expect((await send('storm', atService(here))).outcome).toBe('gathered')
    expect(await site.publications(id)).toEqual([{ step: 'opened', notifies: true }])
    expect(await note(id)).toContain('The higher severity of new alerts could not be shown at once.')
    passTo('03:05:31')
    await timetable()
    expect(await seen(id)).toMatchObject({ severityId: 20, updates: [{}] })
  },
)

test.skipIf(isShort)(
  'Z-08 places of alerts below the severity that people set wait for their update',
  async () => {
    const { data: services } = (await program.ask(`/services?cloud=${CLOUD}`)).json()
    const [one, two] = services
    const { record: id } = await send('firing', atService(one))
    await program.ask(`/incidents/${id}`, { method: 'PATCH', body: { severity: 'Service Disruption' } })
    passTo('03:01:00')
    await send('storm', atService(two))
    const named = () =>
      site.database.db.selectFrom('record_services').where('record_id', '=', id).selectAll().execute()
    expect(await named()).toHaveLength(1)
    passTo('03:05:31')
    await timetable()
    expect(await named()).toHaveLength(2)
  },
)

// The short run covers what people did in the meantime, in senders.test.ts.
test.skipIf(isShort)(
  'Z-08 a severity that people lower before the message stays lowered, and a title changed by staff is kept',
  async () => {
    const { record: id } = await send('firing')
    passTo('03:01:00')
    await send('storm')
    await program.ask(`/incidents/${id}`, {
      method: 'PATCH',
      body: { severity: 'Service Degradation', title: 'In better words' },
    })
    passTo('03:05:31')
    await timetable()
    const incident = await seen(id)
    expect([incident.updates.length, incident.severityId, incident.title]).toEqual([1, 19, 'In better words'])
    expect(incident.updates[0].body).not.toContain('Severity is now')
  },
)

type Ended = [how: string, why: string, end: () => Promise<unknown>]

test.each<Ended>([
  [
    'revoked',
    'their token "%s" was revoked',
    () => revokeToken(site.database, { id: program.id, actor: SYSTEM, now: site.clock.now }),
  ],
  ...sized<Ended[]>({
    short: [],
    long: [
      [
        'expired',
        'their token "%s" has expired',
        () =>
          site.database.db
            .updateTable('api_tokens')
            .set({ expires_at: site.clock.now })
            .where('id', '=', program.id)
            .execute(),
      ],
      [
        'switched off',
        'their sender "%s" was switched off',
        () =>
          site.database.db
            .insertInto('senders')
            .values({
              token_id: program.id,
              preset: 'other',
              is_on: false,
              publishes: true,
              notifies: true,
              clouds: [],
              services: [],
              data_centers: [],
              mapping: '{}',
              created_at: site.clock.now,
            })
            .execute(),
      ],
    ],
  }),
])('Z-08 updates collected by a token that is then %s go to staff, not to readers', async (_, why, end) => {
  const { record: id } = await send('firing')
  passTo('03:02:00')
  expect((await send('storm')).outcome).toBe('gathered')
  await end()
  passTo('03:05:31')
  await timetable()
  passTo('03:06:31')
  await timetable()
  expect(await seen(id)).toMatchObject({ updates: [] })
  expect((await site.publications(id)).filter(({ notifies }) => notifies)).toHaveLength(1)
  expect(await note(id)).toContain(why.replace('%s', program.name))
})

test.skipIf(isShort)('Z-08 out-of-order and duplicate alerts do no harm', async () => {
  expect(await send('resolved')).toEqual({ outcome: 'unchanged', record: null })
  const { record: id } = await send('firing')
  passTo('03:31:00')
  await send('resolved')
  for (const late of ['storm', 'resolved'] as const)
    expect(await send(late)).toMatchObject({ outcome: 'unchanged', record: id })
  expect((await site.publications(id)).map(({ step }) => step)).toEqual(['opened', 'resolved'])
})

test('Z-08 ten simultaneous alerts open one incident', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => send('firing')))
  expect(new Set(answers.map(({ record }) => record)).size).toBe(1)
  expect(answers.filter(({ outcome }) => outcome === 'opened')).toHaveLength(1)
})

// The short run covers what people did in the meantime, in senders.test.ts.
test.skipIf(isShort)('Z-08 incidents that staff resolved or unpublished are left alone', async () => {
  const { record: id } = await send('firing')
  await program.ask(`/incidents/${id}/resolve`, { method: 'POST', body: { body: 'By hand.' } })
  passTo('03:07:00')
  expect((await send('storm')).outcome).toBe('left-to-people')
  passTo('03:31:00')
  expect((await send('resolved')).outcome).toBe('left-to-people')
  expect((await site.publications(id)).map(({ step }) => step)).toEqual(['opened', 'resolved'])

  program = await site.program()
  passTo('03:00:30')
  const { record: other } = await send('firing')
  await unpublishRecord(site.database.db, {
    recordId: other,
    actor: SYSTEM,
    now: site.clock.now,
    reason: 'A false alarm.',
  })
  passTo('03:07:00')
  expect((await send('storm')).outcome).toBe('left-to-people')
  expect(await seen(other)).toBeNull()
})

// The short run covers the table of places in senders.test.ts.
test.skipIf(isShort)(
  'Z-08 labels name services and data centers; new ones are added to the incident',
  async () => {
    const { data: services } = (await program.ask(`/services?cloud=${CLOUD}`)).json()
    const [one, two] = services
    const firing = payload('firing')
    firing.alerts[0].labels.candor_service = `${one.category}/${one.name}`
    const { record: id } = await send(firing)
    const storm = payload('storm')
    storm.alerts[1].labels.candor_service = two.tid.toString()
    passTo('03:07:00')
    await send(storm, atService(one))
    const tids = (await seen(id)).services.map(({ tid }: { tid: number }) => tid)
    expect(tids.toSorted()).toEqual([one.tid, two.tid].toSorted())
    expect((await site.publications(id)).map(({ step }) => step)).toEqual(['opened', 'updated'])
  },
)

// The short run covers the unpublished text that a correction keeps, in automation-incidents.test.ts.
test.skipIf(isShort)(
  "Z-08 unpublished text by staff is kept, whether or not an alert's places can be added",
  async () => {
    const { data: services } = (await program.ask('/services')).json()
    const here = services.filter(({ cloud }: { cloud: string }) => cloud === CLOUD)
    const elsewhere = services.find(({ cloud }: { cloud: string }) => cloud !== CLOUD)
    const { db } = site.database
    const [one, two] = here

    const typed = async () => {
      const { record: id } = await send('firing', atService(one))
      await program.ask(`/incidents/${id}`, { method: 'PATCH', body: { title: 'Typed', publish: false } })
      return id
    }
    const id = await typed()
    passTo('03:07:00')
    expect((await send('storm', atService(two))).outcome).toBe('updated')
    expect((await findDraft(db, id))?.content).toMatchObject({
      title: 'Typed',
      services: [one.tid, two.tid].toSorted((a, b) => a - b),
    })

    program = await site.program()
    passTo('03:00:30')
    const other = await typed()
    // An import may leave this behind: it can't be published together with anything new.
    await db.insertInto('record_services').values({ record_id: other, service_tid: elsewhere.tid }).execute()
    passTo('03:07:00')
    expect((await send('storm', atService(two))).outcome).toBe('updated')
    const draft = await findDraft(db, other)
    expect(draft?.content).toMatchObject({ title: 'Typed', services: [one.tid] })
    expect((await seen(other)).updates).toHaveLength(1)
    expect(await note(other)).toContain('The places named by new alerts could not be added to this incident.')
  },
)

test('Z-08 an alert that names a service does not limit an incident of the whole cloud to it', async () => {
  const { data: services } = (await program.ask(`/services?cloud=${CLOUD}`)).json()
  const storm = payload('storm')
  storm.alerts[1].labels.candor_service = services[0].tid.toString()
  const { record: id } = await send('firing')
  passTo('03:07:00')
  expect((await send(storm)).outcome).toBe('updated')
  expect(await seen(id)).toMatchObject({ clouds: [CLOUD], services: [], severityId: 20 })
  expect((await linesOf(id)).map(([kind]: string[]) => kind)).toEqual(['severity'])
  program = await site.program()
  const { record: both } = await send(storm)
  expect(await seen(both)).toMatchObject({ clouds: [CLOUD], services: [] })
})

test('Z-08 an unknown label loses no alert, and staff see a note', async () => {
  const firing = payload('firing')
  firing.alerts[0].labels.candor_service = 'Nonexistent'
  firing.alerts[0].labels.candor_cloud = 'nowhere'
  const { record: id, outcome } = await send(firing)
  expect(outcome).toBe('opened')
  expect(await note(id)).toContain('There is no cloud "nowhere"')
  expect(await note(id)).toContain('There is no service "Nonexistent"')
  // Without a cloud it can't be published and waits for staff.
  firing.groupKey = 'another'
  const { record: draft } = await send(firing, '?publish=1')
  expect((await program.ask(`/records/${draft}`)).json().data.state).toBe('draft')
})

test('Z-08 a wrong URL parameter is rejected on the first call', async () => {
  const { statusCode, json } = await program.ask('/alertmanager?cloud=northwal_net', {
    method: 'POST',
    body: payload('firing'),
  })
  expect([statusCode, json().errors.cloud]).toEqual([422, expect.stringContaining('northwall_net')])
})

test('Z-08 an unknown webhook version or payload is rejected', async () => {
  const ask = (body: object) => program.ask(`/alertmanager${PUBLISH}`, { method: 'POST', body })
  expect((await ask({ ...payload('firing'), version: '5' })).statusCode).toBe(422)
  expect((await ask({ hello: 'world' })).statusCode).toBe(400)
})

test('Z-08 two tokens keep their incidents apart', async () => {
  const other = await site.program()
  const [mine, theirs] = [await send('firing'), await send('firing', PUBLISH, other)]
  expect(mine.record).not.toBe(theirs.record)
})
