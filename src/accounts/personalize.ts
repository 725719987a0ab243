import type { Kysely } from 'kysely'
import type { CloudStatus } from '../contract/cloud-status.ts'
import type { ReadAnswer, ReadInput, ReadPath } from '../contract/public-reads.ts'
import type { ListResponse, PostRecord } from '../contract/records.ts'
import type { DB } from '../db/database.ts'
import { followsRecord } from '../db/follows.ts'
import { type InternalFieldsRow, internalFieldsOf } from '../db/internal-fields.ts'
import { subscriptionsOnCloud } from '../db/subscriptions.ts'
import { mayReadAs } from '../domain/newsroom/may-edit.ts'
import type { AllScope } from '../domain/notifying/subscribable.ts'
import { type CloudSubscription, coversDataCenter, coversService } from '../domain/notifying/subscription.ts'
import type { SignedInViewer } from './viewer.ts'

export async function personalize<P extends ReadPath>(
  db: Kysely<DB>,
  viewer: SignedInViewer,
  { path, input, value }: { path: P; input: ReadInput<P>; value: ReadAnswer<P> },
): Promise<ReadAnswer<P>> {
  const add: Addition<P> | undefined = ADDITIONS[path]
  return add === undefined ? value : add({ db, viewer }, value, input)
}

interface Asking {
  db: Kysely<DB>
  viewer: SignedInViewer
}

type Addition<P extends ReadPath> = (
  asking: Asking,
  value: ReadAnswer<P>,
  input: ReadInput<P>,
) => Promise<ReadAnswer<P>>

const ADDITIONS: { [P in ReadPath]?: Addition<P> } = {
  '/api/cloud-status': withSubscriptions,
  '/api/incident': listWithInternals,
  '/api/maintenance': listWithInternals,
  '/api/advisory': listWithInternals,
  '/api/notifications': listWithInternals,
  '/api/posts/:id': postOfReader,
  '/api/notification/:id/:cloud': recordWithInternals,
}

export const PERSONAL_READS: ReadonlySet<string> = new Set(Object.keys(ADDITIONS))

async function withSubscriptions(
  { db, viewer }: Asking,
  { data }: CloudStatus,
  input: ReadInput<'/api/cloud-status'>,
): Promise<CloudStatus> {
  const own = await subscriptionsOnCloud(db, { userId: viewer.uid, machineName: input.cloud })
  const all = ALL_OF_REQUEST[input.requestType]
  const covered_by_all = bit(own.some(({ scope }) => scope === all))
  const category = data.category.map((group) => ({
    ...group,
    subCategory: group.subCategory.map((item) => {
      const isSubscribed = isCovered(own, input.requestType, { tid: item.tid, groupTid: group.tid })
      return { ...item, subscribed: bit(isSubscribed), covered_by_all }
    }),
  }))
  return { data: { ...data, category } }
}

const ALL_OF_REQUEST: Record<ReadInput<'/api/cloud-status'>['requestType'], AllScope> = {
  core_cloud_services: 'core_cloud_services',
  public: 'datacenter',
  premium: 'premium_datacenters',
}

function bit(is: boolean) {
  return is ? (1 as const) : (0 as const)
}

function isCovered(
  own: readonly CloudSubscription[],
  requestType: ReadInput<'/api/cloud-status'>['requestType'],
  { tid, groupTid }: { tid: number; groupTid: number },
) {
  if (requestType === 'core_cloud_services') return coversService(own, tid)
  return coversDataCenter(own, { tid, regionTid: groupTid, isPremium: requestType === 'premium' })
}

async function listWithInternals(asking: Asking, list: ListResponse): Promise<ListResponse> {
  return { ...list, records: await withInternals(asking, list.records) }
}

async function postOfReader(asking: Asking, found: ReadAnswer<'/api/posts/:id'>) {
  const supplied = await recordWithInternals(asking, found)
  if (supplied.data === null) return supplied
  const { db, viewer } = asking
  const is_followed = await followsRecord(db, { userId: viewer.uid, recordId: supplied.data.id })
  return { ...supplied, data: { ...supplied.data, is_followed } }
}

async function recordWithInternals<Found extends { data: PostRecord | null }>(asking: Asking, found: Found) {
  if (found.data === null) return found
  const [record] = await withInternals(asking, [found.data])
  return { ...found, data: record ?? found.data }
}

async function withInternals({ db, viewer }: Asking, records: PostRecord[]): Promise<PostRecord[]> {
  const mayRead = mayReadAs(viewer)
  const mayReadSort = mayReadAs({ ...viewer, limit: null })
  const ids = records
    .filter((record) => mayReadSort({ ...sortOfPost(record), clouds: [] }))
    .map(({ id }) => id)
  const internals = new Map((await internalFieldsOf(db, ids)).map((row) => [row.record_id, row]))
  return records.map((record) => {
    const own = internals.get(record.id)
    if (own === undefined) return record
    const { embargo, clouds } = own
    if (!mayRead({ ...sortOfPost(record), embargo, clouds })) return record
    return { ...record, ...supplied(own) }
  })
}

function sortOfPost({ post_type, notification_type }: PostRecord) {
  return { kind: post_type, notificationType: notification_type ?? null }
}

function supplied({ record_id: _, embargo: __, clouds: ___, ...fields }: InternalFieldsRow) {
  return Object.fromEntries(Object.entries(fields).filter(([, field]) => field !== null && field !== ''))
}
