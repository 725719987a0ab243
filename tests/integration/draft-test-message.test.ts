import { afterAll, beforeAll, expect, test } from 'vitest'
import { suppressAddress } from '../../src/db/channels.ts'
import { THROTTLE_LIMITS } from '../../src/domain/account/throttle-limits.ts'
import { emptyPostMortem } from '../../src/domain/post-mortem.ts'
import { isShort } from '../size.ts'
import { type ChannelSite, channelSite } from '../support/channel-site.ts'
import { demoCloud } from '../support/demo-cloud.ts'
import { auditOf, incidentOn, newsroomStaff, type Staff } from '../support/newsroom.ts'
import type { SmallCloud } from '../support/small-site.ts'
import { CLOUD } from '../support/subscriber.ts'
import { mailChannelOf } from '../support/user-channels.ts'

let site: ChannelSite
let cloud: SmallCloud

beforeAll(async () => {
  site = await channelSite({ wholeMs: 20_000 })
  cloud = await demoCloud(site.database.db, CLOUD)
})
afterAll(() => site.stop())

interface Sent {
  results: { channel: number; kind: string; has_arrived: boolean; message: string }[]
}

test('Z-03 a test of a draft reaches every own channel, marked, and is no delivery of the record', async () => {
  const { db } = site.database
  const staff = await verified(await newsroomStaff(site))
  const { id } = await staff.create(incidentOn(cloud, { title: 'Saved title' }))
  const mail = await mailChannelOf(db, staff.uid)
  const posted = await Promise.all(
    (['webhook', 'slack', 'teams'] as const).map((kind) => addPosted(staff, kind)),
  )
  const before = await db.selectFrom('channels').selectAll().orderBy('id').execute()
  const content = incidentOn(cloud, { title: 'Typed, not saved', body: '<p>Exactly this.</p>' })
  const { results } = await sendTest(staff, id, { content, channels: [mail, ...posted] })
  expect(results.map(({ kind, has_arrived }) => [kind, has_arrived])).toEqual([
    ['email', true],
    ['webhook', true],
    ['slack', true],
    ['teams', true],
  ])
  expect((await auditOf(site, id)).at(-1)).toMatchObject({
    action: 'test-draft',
    actor_user_id: staff.uid,
    after: { channels: ['email', 'webhook', 'slack', 'teams'] },
  })

  const { email } = await db
    .selectFrom('users')
    .where('id', '=', staff.uid)
    .select('email')
    .executeTakeFirstOrThrow()
  const { parsed } = await site.mails.mailTo(email ?? '')
  expect(parsed.subject).toMatch(/^\[Test\] .*Typed, not saved$/)
  expect(parsed.text).toMatch(/^Northwall Trust\n\nTest of a draft, sent only to you\./)
  expect(parsed.text).toContain('Exactly this.')
  expect(parsed.html).toContain('Test of a draft, sent only to you.')
  expect(parsed.text).not.toMatch(/unsubscribe/i)

  const hook = (await site.receiver.postTo(`/draft-webhook-${staff.uid}`)).json<{
    type: string
    data: object
  }>()
  expect(hook.type).toBe('test')
  expect(hook.data).toMatchObject({
    title: '[Test] Typed, not saved',
    text: expect.stringContaining('Exactly this.'),
    would_be: 'incident.opened',
    publication: 0,
  })
  for (const kind of ['slack', 'teams']) {
    const { body } = await site.receiver.postTo(`/draft-${kind}-${staff.uid}`)
    expect(body).toContain('[Test] Typed, not saved')
    expect(body).toContain('Test of a draft, sent only to you.')
    expect(body).toContain('Exactly this.')
  }

  expect(await db.selectFrom('publications').where('record_id', '=', id).select('id').execute()).toEqual([])
  expect(await db.selectFrom('deliveries').where('user_id', '=', staff.uid).select('id').execute()).toEqual(
    [],
  )
  expect(await db.selectFrom('channels').selectAll().orderBy('id').execute()).toEqual(before)
  expect((await staff.read(id)).content.title).toBe('Saved title')
})

test.skipIf(isShort)(
  'Z-03 a test of a post-mortem has its words, and nothing is published or stored',
  async () => {
    const { db } = site.database
    const staff = await verified(await newsroomStaff(site))
    const from_time = new Date(site.clock.now.getTime() - 60_000).toISOString()
    const { id, version } = await staff.create(incidentOn(cloud, { title: 'Tunnels drop', from_time }))
    await staff.published(id, version)
    const idempotency_key = `test-of-post-mortem-${id}`
    await staff.done(`/api/admin/records/${id}/resolve`, {
      body: '<p>Over.</p>',
      notifies: false,
      idempotency_key,
    })
    const channels = [await mailChannelOf(db, staff.uid), await addPosted(staff, 'slack')]
    const content = { ...emptyPostMortem(), what_happened: '<p>A cable was cut.</p>' }
    const sent = await staff.post(`/api/admin/records/${id}/post-mortem/test`, { content, channels })
    expect(sent.statusCode, sent.body).toBe(200)
    expect(sent.json<{ data: Sent }>().data.results.map(({ has_arrived }) => has_arrived)).toEqual([
      true,
      true,
    ])
    const { body } = await site.receiver.postTo(`/draft-slack-${staff.uid}`)
    expect(body).toContain('Test of a draft, sent only to you.')
    expect(body).toContain('A cable was cut.')
    expect(
      await db.selectFrom('post_mortems').where('record_id', '=', id).select('record_id').execute(),
    ).toEqual([])
    expect((await auditOf(site, id)).at(-1)?.action).toBe('test-draft')
  },
)

test('Z-03 channels that are off, not verified, refused or owned by someone else get nothing', async () => {
  const staff = await verified(await newsroomStaff(site))
  const { id } = await staff.create(incidentOn(cloud))
  const { db } = site.database
  const off = await addPosted(staff, 'slack')
  await db.updateTable('channels').set({ is_enabled: false }).where('id', '=', off).execute()
  const { results } = await sendTest(staff, id, { content: incidentOn(cloud), channels: [off] })
  expect(results[0]).toMatchObject({
    has_arrived: false,
    message: expect.stringContaining('off or not verified'),
  })

  const { email } = await db
    .selectFrom('users')
    .where('id', '=', staff.uid)
    .select('email')
    .executeTakeFirstOrThrow()
  await suppressAddress(db, { email: email ?? '', reason: '550 5.1.1 no such user', now: site.clock.now })
  const mail = await mailChannelOf(db, staff.uid)
  const stopped = await sendTest(staff, id, { content: incidentOn(cloud), channels: [mail] })
  expect(stopped.results[0]).toMatchObject({
    has_arrived: false,
    message: expect.stringContaining('We don’t send mail to your address at the moment.'),
  })

  const other = await verified(await newsroomStaff(site))
  const foreign = await addPosted(other, 'teams')
  const refused = await staff.post(`/api/admin/records/${id}/test`, {
    content: incidentOn(cloud),
    channels: [foreign],
  })
  expect(refused.statusCode).toBe(404)
})

test('Z-05 only those who may edit this kind of record, and as often as any channel test', async () => {
  const editor = await verified(await newsroomStaff(site))
  const { id } = await editor.create(incidentOn(cloud))
  const lawyer = await newsroomStaff(site, 'legal_team')
  const content = incidentOn(cloud)
  const refused = await lawyer.post(`/api/admin/records/${id}/test`, { content, channels: [1] })
  // Treated as missing: they may not read the draft either.
  expect(refused.statusCode).toBe(404)
  const mail = await mailChannelOf(site.database.db, editor.uid)
  const { name, attempts } = THROTTLE_LIMITS.channelTestsPerAccount
  await sendTest(editor, id, { content, channels: [mail] })
  await site.database.db
    .updateTable('throttles')
    .set({ attempts: attempts - 1 })
    .where('key', 'like', `${name}%`)
    .execute()
  await sendTest(editor, id, { content, channels: [mail] })
  const throttled = await editor.post(`/api/admin/records/${id}/test`, { content, channels: [mail] })
  expect(throttled.statusCode).toBe(429)
})

async function verified(staff: Staff): Promise<Staff> {
  await site.database.db
    .updateTable('users')
    .set({ email_verified_at: new Date() })
    .where('id', '=', staff.uid)
    .execute()
  return staff
}

async function addPosted({ uid }: Staff, kind: 'webhook' | 'slack' | 'teams'): Promise<number> {
  const { id } = await site.database.db
    .insertInto('channels')
    .values({
      user_id: uid,
      kind,
      address: `${site.receiver.url}/draft-${kind}-${uid}`,
      secret: kind === 'webhook' ? 'whsec_dGVzdHRlc3R0ZXN0dGVzdHRlc3R0ZXN0' : null,
      verified_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function sendTest(staff: Staff, id: number, body: object): Promise<Sent> {
  const answer = await staff.post(`/api/admin/records/${id}/test`, body)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ data: Sent }>().data
}
