import type {
  SubscriberDetails,
  SubscriberFigures,
  SubscriberRow,
  SubscribersQuery,
} from '../../contract/admin/subscribers.ts'
import { channelsOfUser, findSuppression } from '../../db/channels.ts'
import { countDeliveriesOf } from '../../db/people.ts'
import {
  countSubscribersNow,
  findSubscriber,
  findSubscribers,
  followedBy,
  type SubscriberInRow,
  type SubscribersFilter,
  subscriberCounts,
} from '../../db/subscribers.ts'
import { type FigureDays, USUAL_FIGURE_DAYS } from '../../domain/notifying/figure-days.ts'
import { subscriptionName } from '../../domain/notifying/subscription-name.ts'
import { tidyTyped } from '../../domain/tidy-typed.ts'
import { DAY_MS } from '../../domain/time.ts'
import type { AccountsDesk } from '../accounts.ts'
import { toPersonChannel } from '../staff-desk/person-details.ts'
import { userName } from '../user-name.ts'

const SUBSCRIBERS_ON_A_PAGE = 25
const LONGEST_SEARCH = 254

/** Z-05: by the beginning of an address or of its domain. */
export async function searchSubscribers(
  { db }: Pick<AccountsDesk, 'db'>,
  { q, before, ...query }: SubscribersQuery & { q: string; before: number | undefined },
): Promise<{ data: SubscriberRow[]; older: number | null }> {
  const rows = await findSubscribers(db, {
    ...filterOf(query),
    words: tidyTyped(q, LONGEST_SEARCH),
    before,
    limit: SUBSCRIBERS_ON_A_PAGE + 1,
  })
  const data = rows.slice(0, SUBSCRIBERS_ON_A_PAGE).map(toSubscriberRow)
  return { data, older: rows.length > SUBSCRIBERS_ON_A_PAGE ? (data.at(-1)?.uid ?? null) : null }
}

export function filterOf({ cloud, service, state }: SubscribersQuery): SubscribersFilter {
  return { cloudId: cloud, serviceTid: service, state }
}

function toSubscriberRow(row: SubscriberInRow): SubscriberRow {
  const name = userName(row)
  return {
    uid: row.id,
    email: row.email,
    name: name === '' || name === row.email ? null : name,
    is_staff: row.is_staff,
    came_by: row.came_by,
    has_password: row.has_password,
    is_confirmed: row.email_verified_at !== null,
    is_suppressed: row.is_suppressed,
    is_locked: row.locked_at !== null,
    follows: row.follows,
    created_at: row.created_at.toISOString(),
  }
}

/** Z-05: undefined if there is no such account. */
export async function subscriberDetails(
  { db, vault }: Pick<AccountsDesk, 'db' | 'vault'>,
  uid: number,
): Promise<SubscriberDetails | undefined> {
  const found = await findSubscriber(db, uid)
  if (found === undefined) return undefined
  const [follows, channels, deliveries, suppression] = await Promise.all([
    followedBy(db, uid),
    channelsOfUser(db, vault, uid),
    countDeliveriesOf(db, uid),
    found.email === null ? undefined : findSuppression(db, found.email),
  ])
  return {
    subscriber: toSubscriberRow(found),
    follows: follows.map((row) => ({
      id: row.id,
      name: subscriptionName(row),
      since: row.createdAt.toISOString(),
    })),
    channels: channels.map(toPersonChannel),
    suppression:
      suppression === undefined
        ? null
        : { reason: suppression.reason, since: suppression.created_at.toISOString() },
    deliveries,
  }
}

/** Z-06: counted by day by the delivery worker, and now. */
export async function subscriberFigures(
  { db }: Pick<AccountsDesk, 'db'>,
  asked: { cloud: number | undefined; service: number | undefined; days: FigureDays | undefined; now: Date },
): Promise<SubscriberFigures> {
  const { cloud, service, days = USUAL_FIGURE_DAYS, now } = asked
  const from = dayOf(new Date(now.getTime() - (days - 1) * DAY_MS))
  const [cloudId, serviceTid] = [cloud ?? null, cloud === undefined ? null : (service ?? null)]
  const [counts, current] = await Promise.all([
    subscriberCounts(db, { cloudId, serviceTid, from }),
    countSubscribersNow(db),
  ])
  const chosen = current.find((each) => each.cloudId === cloudId && each.serviceTid === serviceTid)
  const latest = { confirmed: chosen?.confirmed ?? 0, unconfirmed: chosen?.unconfirmed ?? 0 }
  const today = dayOf(now)
  return {
    from,
    to: today,
    days: [...counts.filter(({ day }) => day < today), { day: today, ...latest }],
    now: latest,
    clouds: current.flatMap(({ cloudId: id, serviceTid: tid, ...counted }) =>
      id !== null && tid === null ? [{ cloud: id, ...counted }] : [],
    ),
    services: current.flatMap(({ cloudId: id, serviceTid: tid, ...counted }) =>
      id !== null && id === cloudId && tid !== null ? [{ service: tid, ...counted }] : [],
    ),
  }
}

function dayOf(at: Date) {
  return at.toISOString().slice(0, 10)
}
