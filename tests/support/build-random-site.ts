import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { NotifiableAccount, NotifiableChannel } from '../../src/db/channel-takes.ts'
import type { DB } from '../../src/db/database.ts'
import { actorNamed } from '../../src/domain/actor.ts'
import type { NotifiedThings } from '../../src/domain/notifying/is-notified.ts'
import type { PublicationAudience } from '../../src/domain/notifying/publication.ts'
import type { Subscription } from '../../src/domain/notifying/subscription.ts'
import { publishRecord } from '../../src/publishing/publish-record.ts'
import { type RandomSite, SEVERITIES } from './random-site.ts'
import { addDraft } from './small-site.ts'

export interface BuiltSite {
  things: NotifiedThings
  people: BuiltPerson[]
  publications: BuiltPublication[]
}

export interface BuiltPerson {
  userId: number
  zone: string
  account: NotifiableAccount
  channels: (NotifiableChannel & { id: number; isFailing: boolean })[]
  subscriptions: Subscription[]
}

export interface BuiltPublication extends PublicationAudience {
  id: number
  recordId: number
  isUrgent: boolean
  notifies: boolean
  isClosed: boolean
  /** Whether the last message up to this publication said that the record is closed. */
  wasSentClosed: boolean
  /** The messages about its record before it, oldest first. */
  earlier: BuiltPublication[]
}

type Row<Key extends keyof RandomSite> = RandomSite[Key] extends readonly (infer Item)[] ? Item : never

/** Writes a random site into an empty database; things marked as added later come after the subscriptions. */
export async function buildRandomSite(db: Kysely<DB>, site: RandomSite, now: Date): Promise<BuiltSite> {
  const things = { services: new Map(), dataCenters: new Map(), terms: new Map() }
  const clouds = await addClouds(db, site.clouds)
  const regions = await addRegions(db, site.regions)
  const addThings = async (isLater: boolean) => {
    const isOfNow = (thing: { isLater: boolean }) => thing.isLater === isLater
    for (const service of site.services.filter(isOfNow)) await addService(db, things, clouds, service)
    for (const center of site.dataCenters.filter(isOfNow)) await addCenter(db, things, regions, center)
    for (const term of site.terms.filter(isOfNow)) await addTerm(db, things, term)
  }

  await addThings(false)
  const records: number[] = []
  for (const { kind, type } of site.records) {
    records.push(await addDraft(db, { kind, notification_type: kind === 'notification' ? type : null }))
  }
  const people: BuiltPerson[] = []
  for (const person of site.people) {
    people.push(await addPerson(db, person, { clouds, regions, things, records, index: people.length }))
  }
  await addThings(true)
  const publications: BuiltPublication[] = []
  for (const [index, record] of site.records.entries()) {
    publications.push(
      ...(await publishAll(db, record, { recordId: at(records, index), clouds, things, now })),
    )
  }
  return { things, people, publications }
}

async function addClouds(db: Kysely<DB>, amount: number): Promise<Cloud[]> {
  const { id: product_id } = await db
    .insertInto('products')
    .values({ machine_name: 'p', title: 'P' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const names = Array.from({ length: amount }, (_, index) => `c${index}`)
  return Promise.all(
    names.map(async (name) => {
      const { id } = await db
        .insertInto('clouds')
        .values({ product_id, title: name, machine_name: name, domain: `${name}.example` })
        .returning('id')
        .executeTakeFirstOrThrow()
      const category = await db
        .insertInto('service_categories')
        .values({ cloud_id: id, title: 'Core' })
        .returning('tid')
        .executeTakeFirstOrThrow()
      return { id, categoryTid: category.tid }
    }),
  )
}

interface Cloud {
  id: number
  categoryTid: number
}

async function addRegions(db: Kysely<DB>, amount: number): Promise<number[]> {
  const titles = Array.from({ length: amount }, (_, index) => ({ title: `Region ${index}` }))
  const rows = await db.insertInto('regions').values(titles).returning('tid').execute()
  return rows.map(({ tid }) => tid)
}

interface Things {
  services: Map<number, { cloudId: number }>
  dataCenters: Map<number, { regionTid: number; isPremium: boolean }>
  terms: Map<number, ReturnType<NotifiedThings['terms']['get']> & object>
}

async function addService(db: Kysely<DB>, things: Things, clouds: Cloud[], { cloud }: Row<'services'>) {
  const { id: cloudId, categoryTid } = at(clouds, cloud)
  const { tid } = await db
    .insertInto('services')
    .values({ category_tid: categoryTid, name: `Service ${things.services.size}`, started_on: '2020-01-01' })
    .returning('tid')
    .executeTakeFirstOrThrow()
  things.services.set(tid, { cloudId })
}

async function addCenter(db: Kysely<DB>, things: Things, regions: number[], center: Row<'dataCenters'>) {
  const regionTid = at(regions, center.region)
  const { tid } = await db
    .insertInto('data_centers')
    .values({
      region_tid: regionTid,
      name: `Center ${things.dataCenters.size}`,
      city: 'Zurich',
      country_code: 'CH',
      latitude: 47.4,
      longitude: 8.5,
      is_premium: center.isPremium,
      opened_on: '2020-01-01',
    })
    .returning('tid')
    .executeTakeFirstOrThrow()
  things.dataCenters.set(tid, { regionTid, isPremium: center.isPremium })
}

async function addTerm(db: Kysely<DB>, things: Things, { type }: Row<'terms'>) {
  const { tid } = await db
    .insertInto('notification_terms')
    .values({ notification_type: type, group_name: 'Group', name: `Term ${things.terms.size}` })
    .returning('tid')
    .executeTakeFirstOrThrow()
  things.terms.set(tid, { notificationType: type })
}

interface Place {
  clouds: Cloud[]
  regions: number[]
  things: Things
  records: number[]
  index: number
}

async function addPerson(db: Kysely<DB>, person: Row<'people'>, place: Place): Promise<BuiltPerson> {
  const { isLocked, isStaff, isEmailVerified, isSuppressed, zone } = person
  // Only staff may have no address.
  const hasEmail = person.hasEmail || !isStaff
  const email = `person${place.index}@customer.example`
  const { id: userId } = await db
    .insertInto('users')
    .values({
      email: hasEmail ? email : null,
      email_verified_at: isEmailVerified ? new Date() : null,
      locked_at: isLocked ? new Date() : null,
      timezone: zone,
      ...(isStaff && { oidc_issuer: 'https://id.example', oidc_subject: String(place.index) }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (isSuppressed) {
    const address_hash = createHash('sha256').update(email).digest()
    await db.insertInto('suppressions').values({ address_hash, reason: 'refused' }).execute()
  }
  const account = { isLocked, isStaff, hasEmail, isEmailVerified, isSuppressed }
  const channels = await addChannels(db, person, userId)
  const subscriptions = await subscribe(db, person, userId, place)
  return { userId, zone, account, channels, subscriptions }
}

async function addChannels(db: Kysely<DB>, person: Row<'people'>, user_id: number) {
  const { id } = await db
    .updateTable('channels')
    .set(columnsOf(person.mail))
    .where('user_id', '=', user_id)
    .returning('id')
    .executeTakeFirstOrThrow()
  const channels: BuiltPerson['channels'] = [
    { ...person.mail, id, kind: 'email', isVerified: false, isFailing: false },
  ]
  for (const [index, channel] of person.channels.entries()) {
    const { id } = await db
      .insertInto('channels')
      .values({
        ...columnsOf(channel),
        user_id,
        kind: channel.kind,
        address: `https://hooks.example/${index}`,
        secret: 'whsec_',
        verified_at: channel.isVerified ? new Date() : null,
        failing_since: channel.isFailing ? new Date() : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    channels.push({ ...channel, id })
  }
  return channels
}

function columnsOf({ isEnabled, cadence, minSeverityRank }: Row<'people'>['mail']) {
  return { is_enabled: isEnabled, cadence, min_severity_rank: minSeverityRank }
}

async function subscribe(db: Kysely<DB>, person: Row<'people'>, user_id: number, place: Place) {
  const wanted = person.subscriptions.flatMap((chosen) => subscriptionOf(chosen, place))
  const subscriptions = [...new Map(wanted.map((one) => [JSON.stringify(one), one])).values()]
  const rows = subscriptions.map(({ scope, cloudId, tid }) => ({ user_id, scope, cloud_id: cloudId, tid }))
  if (rows.length > 0) await db.insertInto('subscriptions').values(rows).execute()
  return subscriptions
}

/** Undefined if the thing doesn't exist yet. */
function subscriptionOf(
  { scope, cloud, thing }: Row<'people'>['subscriptions'][number],
  { clouds, regions, things, records }: Place,
): Subscription[] {
  const tids = {
    service: [...things.services.keys()],
    region: regions,
    data_center: [...things.dataCenters.keys()],
    term: [...things.terms.keys()],
    record: records,
  }
  const cloudId = scope === 'term' || scope === 'terms' || scope === 'record' ? null : at(clouds, cloud).id
  if (!(scope in tids)) return [{ scope, cloudId, tid: null }]
  const of = tids[scope as keyof typeof tids]
  return of.length === 0 ? [] : [{ scope, cloudId, tid: at(of, thing) }]
}

async function publishAll(
  db: Kysely<DB>,
  record: Row<'records'>,
  { recordId, clouds, things, now }: { recordId: number; clouds: Cloud[]; things: Things; now: Date },
): Promise<BuiltPublication[]> {
  const { kind } = record
  const notificationType = kind === 'notification' ? record.type : null
  const publications: BuiltPublication[] = []
  let named: Pick<PublicationAudience, 'cloudIds' | 'serviceTids' | 'dataCenterTids' | 'termTids'> = {
    cloudIds: [],
    serviceTids: [],
    dataCenterTids: [],
    termTids: [],
  }
  let wasSentClosed = false
  for (const { step, severity, isUrgent, notifies, isClosed, places } of record.publications) {
    if (places !== null) {
      named = {
        cloudIds: pick(clouds, places.clouds).map(({ id }) => id),
        serviceTids: pick([...things.services.keys()], places.services),
        dataCenterTids: pick([...things.dataCenters.keys()], places.dataCenters),
        termTids: pick([...things.terms.keys()], places.terms),
      }
      await link(db, 'record_clouds', { record_id: recordId }, 'cloud_id', named.cloudIds)
      await link(db, 'record_services', { record_id: recordId }, 'service_tid', named.serviceTids)
      await link(db, 'record_data_centers', { record_id: recordId }, 'data_center_tid', named.dataCenterTids)
      await link(db, 'record_terms', { record_id: recordId }, 'term_tid', named.termTids)
    }
    const { tid, rank } = at(SEVERITIES, severity)
    const earlier = publications.filter((each) => each.notifies)
    const gravestRank = Math.max(rank, ...earlier.map((each) => each.gravestRank))
    await db
      .updateTable('records')
      .set({ severity_tid: tid, closed_on: isClosed ? now : null })
      .where('id', '=', recordId)
      .execute()
    const outcome = await publishRecord(db, {
      recordId,
      actor: actorNamed('trust_admin'),
      now,
      step,
      isUrgent,
      notifies,
    })
    if (outcome.kind !== 'published') throw new Error(`not published: ${outcome.kind}`)
    const { publicationId: id } = outcome
    const publication: BuiltPublication = {
      id,
      recordId,
      kind,
      notificationType,
      step,
      gravestRank,
      earlier,
      isReopened: wasSentClosed && !isClosed,
      wasSentClosed: notifies ? isClosed : wasSentClosed,
      isUrgent,
      notifies,
      isClosed,
      ...named,
    }
    publications.push(publication)
    wasSentClosed = publication.wasSentClosed
  }
  return publications
}

async function link(
  db: Kysely<DB>,
  table: 'record_clouds' | 'record_services' | 'record_data_centers' | 'record_terms',
  of: { record_id: number },
  column: string,
  ids: readonly number[],
) {
  await db.deleteFrom(table).where('record_id', '=', of.record_id).execute()
  if (ids.length === 0) return
  await db
    .insertInto(table)
    .values(ids.map((id) => ({ ...of, [column]: id })) as never)
    .execute()
}

function pick<T>(from: readonly T[], positions: readonly number[]): T[] {
  return from.length === 0 ? [] : [...new Set(positions.map((position) => at(from, position)))]
}

function at<T>(list: readonly T[], position: number): T {
  const item = list[position % list.length]
  if (item === undefined) throw new Error('There is none')
  return item
}
