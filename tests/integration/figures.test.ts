import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { AdminFigures } from '../../src/contract/admin/figures.ts'
import { currentEdition } from '../../src/db/edition.ts'
import { addReads } from '../../src/db/read-counts.ts'
import { notePublicationTimes } from '../../src/delivery/reports/time-publications.ts'
import { loadEdition } from '../../src/edition/load-edition.ts'
import { isShort } from '../size.ts'
import { type AccountSite, accountSite } from '../support/account-site.ts'
import { publishIncident } from '../support/demo-cloud.ts'
import { makeAccount } from '../support/make-account.ts'
import { publish, unpublish } from '../support/publish.ts'
import { raiseSite } from '../support/raise-edition.ts'
import { addDraft, addSmallSite, type SmallCloud } from '../support/small-site.ts'
import { subscriber } from '../support/subscriber.ts'
import { untilSomeoneWaits } from '../support/until-someone-waits.ts'
import { addWebhook, mailChannelOf } from '../support/user-channels.ts'

const DAY_MS = 86_400_000
let site: AccountSite
let cloud: SmallCloud
let staff: Awaited<ReturnType<typeof subscriber>>

beforeAll(async () => {
  site = await accountSite({ isEmpty: true })
  cloud = (await addSmallSite(site.database.db)).alpha
  staff = await subscriber(site, { roles: ['blog_editor'] })
})

afterAll(() => site.stop())

beforeEach(async () => {
  await site.database.db.deleteFrom('publications').execute()
  await site.database.db.deleteFrom('read_counts').execute()
})

test('Z-06 messages are counted by publication day, channel and outcome', async () => {
  const publication = await publishIncident(site.database.db, cloud)
  for (const state of ['sent', 'sent', 'due', 'suppressed', 'dead'] as const)
    await addDelivery({ publication, state })
  await addDelivery({ publication, state: 'sent', kind: 'webhook' })
  const yesterday = await publishIncident(site.database.db, cloud)
  await addDelivery({ publication: yesterday, state: 'sent' })
  await moveBack(yesterday, 1)
  const { from, to, messages } = await figures(7)
  expect([from, to]).toEqual([dayAgo(6), dayAgo(0)])
  expect(messages).toEqual([
    { day: dayAgo(1), kind: 'email', sent: 1, waiting: 0, suppressed: 0, dead: 0 },
    { day: dayAgo(0), kind: 'email', sent: 2, waiting: 1, suppressed: 1, dead: 1 },
    { day: dayAgo(0), kind: 'webhook', sent: 1, waiting: 0, suppressed: 0, dead: 0 },
  ])
})

test('Z-06 publications are counted by day, silent ones separately, within the requested range', async () => {
  const { db } = site.database
  await publishIncident(db, cloud)
  const silent = await addDraft(db, { clouds: [cloud] })
  await publish(db, silent, { notifies: false })
  await moveBack(await publishIncident(db, cloud), 10)
  expect((await figures(7)).publications).toEqual([{ day: dayAgo(0), told: 1, silent: 1 }])
  expect((await figures(30)).publications).toEqual([
    { day: dayAgo(10), told: 1, silent: 0 },
    { day: dayAgo(0), told: 1, silent: 1 },
  ])
})

test('Z-06 the notification time is recorded after the last message, without digests', async () => {
  const { db } = site.database
  const publication = await publishIncident(db, cloud)
  await db
    .updateTable('publications')
    .set({ expanded_at: site.clock.now, created_at: site.clock.now })
    .where('id', '=', publication)
    .execute()
  const later = (seconds: number) => new Date(site.clock.now.getTime() + seconds * 1000)
  await addDelivery({ publication, state: 'sent', sentAt: later(12) })
  await addDelivery({ publication, state: 'due', lane: 'digest' })
  const last = await addDelivery({ publication, state: 'due' })
  await notePublicationTimes(db, site.clock.now)
  expect((await figures(7)).told).toEqual([])
  await db
    .updateTable('deliveries')
    .set({ state: 'sent', sent_at: later(95.5) })
    .where('id', '=', last)
    .execute()
  await notePublicationTimes(db, site.clock.now)
  const told = {
    publication,
    record: expect.any(Number),
    title: 'Traffic is slow',
    news: 'New incident',
    published_at: site.clock.now.toISOString(),
    messages: 3,
    seconds: 95.5,
  }
  expect((await figures(7)).told).toEqual([told])
  await db.deleteFrom('deliveries').where('state', '=', 'sent').execute()
  await notePublicationTimes(db, site.clock.now)
  expect((await figures(7)).told).toEqual([told])
})

test('messages about the beginning of an incident are timed once, and readers learn it with the next edition', async () => {
  const { db } = site.database
  const publication = await publishIncident(db, cloud)
  const { record_id } = await db
    .updateTable('publications')
    .set({ expanded_at: site.clock.now, created_at: site.clock.now })
    .where('id', '=', publication)
    .returning('record_id')
    .executeTakeFirstOrThrow()
  const later = (seconds: number) => new Date(site.clock.now.getTime() + seconds * 1000)
  const note = async () => {
    const { number } = await currentEdition(db)
    await notePublicationTimes(db, site.clock.now)
    expect((await currentEdition(db)).number).toBe(number)
    const { messageTimes } = await loadEdition(db)
    await raiseSite(db)
    return [messageTimes.get(record_id), (await loadEdition(db)).messageTimes.get(record_id)]
  }
  const due = []
  for (let message = 0; message < 19; message++) due.push(await addDelivery({ publication, state: 'due' }))
  await addDelivery({ publication, state: 'due', lane: 'digest' })
  await addDelivery({ publication, state: 'suppressed' })
  expect(await note()).toEqual([undefined, undefined])
  await addDelivery({ publication, state: 'sent', sentAt: later(7) })
  const first = {
    record_id,
    messages: null,
    first_sent_at: minuteAfter(later(7)),
    most_sent_at: null,
    is_final: false,
    all_failed: false,
  }
  expect(await note()).toEqual([undefined, first])
  for (const [index, id] of due.slice(0, 18).entries())
    await db
      .updateTable('deliveries')
      .set({ state: 'sent', sent_at: later(10 + index) })
      .where('id', '=', id)
      .execute()
  const most = { ...first, messages: 20, first_sent_at: later(7), most_sent_at: later(27), is_final: true }
  expect(await note()).toEqual([first, most])
  await db.deleteFrom('deliveries').execute()
  expect(await note()).toEqual([most, most])

  const withoutMessages = await publishIncident(db, cloud)
  await db
    .updateTable('publications')
    .set({ expanded_at: site.clock.now })
    .where('id', '=', withoutMessages)
    .execute()
  await notePublicationTimes(db, site.clock.now)
  const times = db.selectFrom('message_times').where('publication_id', '=', withoutMessages)
  expect(await times.select(['messages', 'first_sent_at', 'most_sent_at']).execute()).toEqual([
    { messages: 0, first_sent_at: null, most_sent_at: null },
  ])
})

test.skipIf(isShort)(
  'timing messages doesn’t hold the edition while a publication holds the record',
  async () => {
    const { db } = site.database
    const publication = await publishIncident(db, cloud)
    const { record_id } = await db
      .updateTable('publications')
      .set({ expanded_at: site.clock.now, created_at: site.clock.now })
      .where('id', '=', publication)
      .returning('record_id')
      .executeTakeFirstOrThrow()
    await addDelivery({ publication, state: 'sent', sentAt: site.clock.now })
    let noting: Promise<void> | undefined
    await db.transaction().execute(async (trx) => {
      await trx.selectFrom('records').where('id', '=', record_id).select('id').forUpdate().execute()
      noting = notePublicationTimes(db, site.clock.now)
      noting.catch(() => {})
      await untilSomeoneWaits(db)
      await trx.selectFrom('edition').select('number').forUpdate().noWait().execute()
    })
    await noting
    const noted = db.selectFrom('message_times').where('record_id', '=', record_id).select('messages')
    expect(await noted.execute()).toEqual([{ messages: 1 }])
  },
)

test.skipIf(isShort)(
  'an incident that was withdrawn before its first message is timed from its next publication',
  async () => {
    const { db } = site.database
    const expanded = (publication: number) =>
      db
        .updateTable('publications')
        .set({ expanded_at: site.clock.now, created_at: site.clock.now })
        .where('id', '=', publication)
        .returning('record_id')
        .executeTakeFirstOrThrow()
    const unread = await publishIncident(db, cloud)
    const { record_id } = await expanded(unread)
    await addDelivery({ publication: unread, state: 'suppressed' })
    const times = db.selectFrom('message_times').where('record_id', '=', record_id)
    const noted = times.select(['publication_id', 'messages', 'first_sent_at'])
    await unpublish(db, record_id)
    await notePublicationTimes(db, site.clock.now)
    expect(await noted.execute()).toEqual([])
    // Earlier releases recorded it.
    await db
      .insertInto('message_times')
      .values({ publication_id: unread, record_id, messages: 0, first_edition: 1, final_edition: 1 })
      .execute()

    await publish(db, record_id)
    const { id: publication } = await db
      .selectFrom('publications')
      .where('record_id', '=', record_id)
      .where('id', '<>', unread)
      .select('id')
      .executeTakeFirstOrThrow()
    await expanded(publication)
    await addDelivery({ publication, state: 'sent', sentAt: site.clock.now })
    await notePublicationTimes(db, site.clock.now)
    const first = { publication_id: publication, messages: 1, first_sent_at: site.clock.now }
    expect(await noted.execute()).toEqual([first])

    // By now someone has received it, so the next time is not the first.
    await unpublish(db, record_id)
    await publish(db, record_id)
    await db.updateTable('publications').set({ expanded_at: site.clock.now }).execute()
    await notePublicationTimes(db, site.clock.now)
    expect(await noted.execute()).toEqual([first])
  },
)

test.skipIf(isShort)(
  'the times of messages are final once too many have failed; a few messages show neither their number nor an exact time',
  async () => {
    const { db } = site.database
    const sentAt = new Date(site.clock.now.getTime() + 7_000)
    const timesOf = async (states: readonly ('sent' | 'due' | 'dead')[]) => {
      const publication = await publishIncident(db, cloud)
      const { record_id } = await db
        .updateTable('publications')
        .set({ expanded_at: site.clock.now, created_at: site.clock.now })
        .where('id', '=', publication)
        .returning('record_id')
        .executeTakeFirstOrThrow()
      for (const state of states) await addDelivery({ publication, state, sentAt })
      await notePublicationTimes(db, site.clock.now)
      await notePublicationTimes(db, site.clock.now)
      await raiseSite(db)
      return (await loadEdition(db)).messageTimes.get(record_id)
    }
    const never = {
      messages: 10,
      first_sent_at: sentAt,
      most_sent_at: null,
      is_final: true,
      all_failed: false,
    }
    expect(await timesOf([...Array<'sent'>(8).fill('sent'), 'dead', 'due'])).toMatchObject(never)
    expect(await timesOf(['sent', 'sent'])).toMatchObject({
      ...never,
      messages: null,
      first_sent_at: minuteAfter(sentAt),
    })
    expect(await timesOf(['dead', 'dead'])).toMatchObject({
      ...never,
      messages: null,
      first_sent_at: null,
      all_failed: true,
    })
    // The last one may still be delivered.
    expect(await timesOf([...Array<'dead'>(30).fill('dead'), 'due'])).toBeUndefined()
  },
)

test('Z-06 failures are grouped by reason, in words and most frequent first', async () => {
  const publication = await publishIncident(site.database.db, cloud)
  for (const reason of ['550 5.1.1 no such user', '550 mailbox gone', '451 busy'])
    await addDelivery({ publication, state: 'dead', reason })
  await addDelivery({ publication, state: 'suppressed', reason: 'unsubscribed' })
  const { failures, are_failures_cut } = await figures(7)
  expect(failures).toEqual([
    {
      reason: 'The mail server of this address answered with 550.',
      kind: 'email',
      is_given_up: true,
      count: 2,
    },
    {
      reason: 'The mail server of this address answered with 451.',
      kind: 'email',
      is_given_up: true,
      count: 1,
    },
    {
      reason: 'The recipient unsubscribed before this was sent.',
      kind: 'email',
      is_given_up: false,
      count: 1,
    },
  ])
  expect(are_failures_cut).toBe(false)
})

test('Z-06 reads are counted by day and kind of page', async () => {
  await addReads(site.database.db, [
    { day: dayAgo(0), page: 'incidents', reads: 3 },
    { day: dayAgo(0), page: 'a page of an older version', reads: 3 },
    { day: dayAgo(8), page: 'home', reads: 5 },
  ])
  expect((await figures(7)).reads).toEqual([{ day: dayAgo(0), page: 'incidents', reads: 3 }])
  expect((await figures(90)).reads).toHaveLength(2)
})

test('Z-05 figures are for those who see deliveries, for valid ranges', async () => {
  const get = (query: string, cookie: string) =>
    site.app.inject({ url: `/api/admin/figures${query}`, headers: { cookie } })
  expect((await get('', staff.cookie)).statusCode).toBe(200)
  for (const wrong of ['?days=8', '?days=1000', '?days=x'])
    expect((await get(wrong, staff.cookie)).statusCode).toBe(400)
  const { cookie } = await subscriber(site, { roles: ['legal_team'] })
  expect((await get('', cookie)).statusCode).toBe(403)
})

async function figures(days: 7 | 30 | 90): Promise<AdminFigures> {
  const answer = await site.app.inject({
    url: `/api/admin/figures?days=${days}`,
    headers: { cookie: staff.cookie },
  })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ data: AdminFigures }>().data
}

function minuteAfter(at: Date) {
  return new Date(Math.ceil(at.getTime() / 60_000) * 60_000)
}

function dayAgo(days: number) {
  return new Date(site.clock.now.getTime() - days * DAY_MS).toISOString().slice(0, 10)
}

async function moveBack(publication: number, days: number) {
  await site.database.db
    .updateTable('publications')
    .set({ created_at: new Date(site.clock.now.getTime() - days * DAY_MS) })
    .where('id', '=', publication)
    .execute()
}

async function addDelivery(of: {
  publication: number
  state: 'due' | 'sent' | 'suppressed' | 'dead'
  kind?: 'email' | 'webhook'
  lane?: 'mail' | 'digest'
  reason?: string
  sentAt?: Date
}): Promise<number> {
  const { db } = site.database
  const { uid } = await makeAccount(db)
  const { kind = 'email' } = of
  const { id } = await db
    .insertInto('deliveries')
    .values({
      publication_id: of.publication,
      user_id: uid,
      channel_id: kind === 'email' ? await mailChannelOf(db, uid) : await addWebhook(db, uid),
      kind,
      lane: of.lane ?? (kind === 'email' ? 'mail' : 'http'),
      priority: 1,
      state: of.state,
      due_at: new Date(),
      sent_at: of.state === 'sent' ? (of.sentAt ?? new Date()) : null,
      last_error: of.reason ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
