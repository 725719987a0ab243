import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OPEN_VAULT } from '../../src/db/at-rest/vault.ts'
import { openDelivery } from '../../src/delivery/worker/open-delivery.ts'
import { NO_RATES } from '../../src/domain/notifying/mail-rates.ts'
import type { PublicationStep } from '../../src/domain/notifying/publication.ts'
import { isShort } from '../size.ts'
import { SITE } from '../support/account-site.ts'
import { type ChannelSite, channelSite } from '../support/channel-site.ts'
import { eventually } from '../support/eventually.ts'
import type { ReceivedMail } from '../support/mail-server.ts'
import { publish } from '../support/publish.ts'
import { addDraft } from '../support/small-site.ts'

/** From people's choices through a publication to actual delivery; every part is real. */

const CLOUD = 'northwall_net'
const OTHER_CLOUD = 'northwall_two_net'

let site: ChannelSite
let stopWorker: () => Promise<void>
let place: Awaited<ReturnType<typeof findPlace>>

beforeAll(async () => {
  site = await channelSite()
  const opened = await openDelivery({
    databaseUrl: site.database.url,
    dataDir: '',
    vault: OPEN_VAULT,
    publicUrl: SITE,
    smtpUrl: site.mails.url,
    smtpConnections: 4,
    outboxDir: '',
    mailFrom: undefined,
    dkim: undefined,
    bounces: { address: undefined },
    mailRates: NO_RATES,
    isWebhookLocal: true,
    clock: () => new Date(),
    report: () => {},
    onEvent: () => {},
    signal: new AbortController().signal,
  })
  if (opened.kind !== 'opened') throw new Error(opened.kind)
  stopWorker = opened.worker.stop
  place = await findPlace()
})

afterAll(async () => {
  await stopWorker()
  await site.stop()
})

test('U-10 an incident, its update and its end reach exactly its subscribers, once, each on their channels', async () => {
  const { service, dataCenter, region } = place
  const ofService = await person({ tid: service })
  const ofAll = await person({ tid: 'core_cloud_services' })
  const ofRegionAndService = await person({ tid: [region, service] })
  const ofEverything = await person({ tid: 'all' })
  const endsOnly = await person({ tid: dataCenter, mail: { cadence: 'open_and_resolved' } })
  const quiet = await person({ tid: service, mail: { min_severity_rank: 50 } })
  const silent = await person({ tid: service, mail: { is_enabled: false } })
  const ofOtherService = await person({ tid: place.otherService })
  const ofAdvisories = await person({ tid: place.advisories })
  const elsewhere = await person({ cloud: OTHER_CLOUD, tid: 'all' })
  const unverified = await site.unverified()
  await unverified.browser.post('/api/subscribe', { cloud: CLOUD, tid: 'all', action: 'subscribe' })
  const hook = await withChannel(silent, { kind: 'webhook', address: `${site.receiver.url}/hook` })
  await withChannel(ofAll, { kind: 'slack', address: `${site.receiver.url}/slack` })
  await withChannel(ofAll, { kind: 'teams', address: `${site.receiver.url}/teams` })
  site.mails.mails.length = 0
  site.receiver.posts.length = 0

  // It never gets worse than a degradation.
  const recordId = await addIncident({ severity_tid: 19 })
  await publishAndDeliver(recordId, 'opened')
  await addUpdate(recordId, 'We have found the cause.')
  await publishAndDeliver(recordId, 'updated')
  await addUpdate(recordId, 'Everything works again.')
  await publishAndDeliver(recordId, 'resolved')

  const three = [ofService, ofAll, ofRegionAndService, ofEverything]
  expect(countByAddress(site.mails.mails)).toEqual(
    Object.fromEntries([...three.map(({ account }) => [account.email, 3]), [endsOnly.account.email, 2]]),
  )
  const others = [quiet, silent, ofOtherService, ofAdvisories, elsewhere, unverified]
  for (const { account } of others) expect(mailsTo(account.email)).toEqual([])

  const mails = mailsTo(ofService.account.email)
  expect(new Set(mails.map(({ parsed }) => parsed.messageId)).size).toBe(3)
  expect(new Set(mails.map(({ parsed }) => parsed.references)).size).toBe(1)
  expect(mails.map(({ parsed }) => parsed.subject)).toEqual(
    Array(3).fill('northwall.net: Incident: Traffic is slow'),
  )
  expect(mails[1]?.parsed.text).toContain('We have found the cause.')
  expect(mails[2]?.parsed.html).toContain('Everything works again.')

  const posts = site.receiver.posts.map(({ path }) => path).sort()
  expect(posts).toEqual([
    '/hook',
    '/hook',
    '/hook',
    '/slack',
    '/slack',
    '/slack',
    '/teams',
    '/teams',
    '/teams',
  ])
  const hooks = site.receiver.posts.filter(({ path }) => path === '/hook')
  const verified = hooks.map(({ body, headers }) =>
    new Webhook(hook.secret ?? '').verify(body, headers as Record<string, string>),
  )
  expect(verified).toMatchObject([
    { type: 'incident.opened', data: { id: recordId, title: 'Traffic is slow' } },
    { type: 'incident.updated', data: { id: recordId } },
    { type: 'incident.resolved', data: { id: recordId } },
  ])
})

// The short run covers a restore with another key in secrets-at-rest.test.ts.
test.skipIf(isShort)(
  'U-10 after a restore that brings another key, links in mails work without a restart',
  async () => {
    const reader = await person({ tid: place.service })
    const recordId = await addIncident({})
    await publishAndDeliver(recordId, 'opened')
    const works = async (mail: ReceivedMail | undefined) => {
      const url = unsubscribeLinkIn(mail).slice(SITE.length)
      const token = new URL(url, SITE).searchParams.get('token')
      return (await reader.browser.post('/api/unsubscribe/about', { token })).statusCode === 200
    }
    const [before] = mailsTo(reader.account.email)
    expect(await works(before)).toBe(true)
    const value = Buffer.alloc(32, 'another key')
    await site.database.db.updateTable('secrets').set({ value }).where('name', '=', 'unsubscribe').execute()
    expect(await works(before)).toBe(false)
    await eventually(async () => {
      await publishAndDeliver(recordId, 'updated')
      expect(await works(mailsTo(reader.account.email).at(-1))).toBe(true)
    })
  },
)

async function person({
  cloud = CLOUD,
  tid,
  mail,
}: {
  cloud?: string
  tid?: number | readonly number[] | string
  mail?: object
}) {
  const { account, browser } = await site.newcomer()
  if (tid !== undefined) {
    const answer = await browser.post('/api/subscribe', { cloud, tid, action: 'subscribe' })
    if (answer.statusCode !== 200) throw new Error(`not subscribed: ${answer.body}`)
  }
  if (mail !== undefined) {
    const { id } = await site.only(account, browser, 'email')
    const answer = await site.change(account, browser, id, mail)
    if (answer.statusCode !== 200) throw new Error(`not changed: ${answer.body}`)
  }
  return { account, browser }
}

async function withChannel(
  { account, browser }: Awaited<ReturnType<typeof person>>,
  channel: Parameters<ChannelSite['add']>[2],
) {
  const added = await site.add(account, browser, channel)
  const { has_arrived } = await site.trial(account, browser, added.id)
  expect(has_arrived).toBe(true)
  return added
}

async function findPlace() {
  const { db } = site.database
  const cloud = await db
    .selectFrom('clouds')
    .where('machine_name', '=', CLOUD)
    .select(['id', 'advisory_tid'])
    .executeTakeFirstOrThrow()
  const [service, otherService] = await db
    .selectFrom('services')
    .innerJoin('service_categories', 'service_categories.tid', 'services.category_tid')
    .where('service_categories.cloud_id', '=', cloud.id)
    .where('services.is_active', '=', true)
    .select('services.tid')
    .orderBy('services.tid')
    .limit(2)
    .execute()
  const center = await db
    .selectFrom('data_centers')
    .innerJoin('cloud_data_centers', 'cloud_data_centers.data_center_tid', 'data_centers.tid')
    .where('cloud_data_centers.cloud_id', '=', cloud.id)
    .where('data_centers.is_active', '=', true)
    .select(['data_centers.tid', 'data_centers.region_tid'])
    .orderBy('data_centers.tid')
    .executeTakeFirstOrThrow()
  return {
    cloudId: cloud.id,
    service: service?.tid ?? 0,
    otherService: otherService?.tid ?? 0,
    dataCenter: center.tid,
    region: center.region_tid,
    advisories: cloud.advisory_tid,
  }
}

async function addIncident(fields: Parameters<typeof addDraft>[1]) {
  const { db } = site.database
  const record_id = await addDraft(db, { from_time: new Date(), ...fields })
  await db.insertInto('record_clouds').values({ record_id, cloud_id: place.cloudId }).execute()
  await db.insertInto('record_services').values({ record_id, service_tid: place.service }).execute()
  await db
    .insertInto('record_data_centers')
    .values({ record_id, data_center_tid: place.dataCenter })
    .execute()
  return record_id
}

function addUpdate(record_id: number, text: string) {
  const update = { record_id, posted_on: new Date(), status_id: 3, body: `<p>${text}</p>` }
  return site.database.db.insertInto('record_updates').values(update).execute()
}

async function publishAndDeliver(recordId: number, step: PublicationStep) {
  await publish(site.database.db, recordId, { step })
  await eventually(async () => {
    const { db } = site.database
    const open = await db.selectFrom('publications').where('expanded_at', 'is', null).select('id').execute()
    const waiting = await db
      .selectFrom('deliveries')
      .where('state', 'in', ['due', 'leased'])
      .select('id')
      .execute()
    expect({ open, waiting }).toEqual({ open: [], waiting: [] })
  })
}

function headerOf(mail: ReceivedMail | undefined, name: string): string {
  return mail?.parsed.headers.find(({ key }) => key === name)?.value ?? ''
}

function unsubscribeLinkIn(mail: ReceivedMail | undefined): string {
  const [, link = ''] = headerOf(mail, 'list-unsubscribe').match(/<(https:[^>]+)>/) ?? []
  return link
}

function mailsTo(address: string) {
  return site.mails.mails.filter(({ envelope }) => envelope.to.includes(address))
}

function countByAddress(mails: readonly ReceivedMail[]) {
  const counts: Record<string, number> = {}
  for (const { envelope } of mails) for (const to of envelope.to) counts[to] = (counts[to] ?? 0) + 1
  return counts
}
