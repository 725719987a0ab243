import type { Kysely } from 'kysely'
import { openedChannel } from '../../db/at-rest/sealed-channel.ts'
import type { Vault } from '../../db/at-rest/vault.ts'
import type { DB } from '../../db/database.ts'
import {
  type Claimed,
  type ClaimedRow,
  claimDeliveries,
  claimDigests,
  type Lane,
  type Lease,
  type Priority,
} from '../../db/deliveries.ts'
import type { Publication } from '../../domain/notifying/publication.ts'
import type { ClaimedChannel, ClaimedDelivery } from '../claimed-delivery.ts'
import type { Parcel } from './parcel.ts'
import type { PublicationCache } from './publication-cache.ts'

/** Short, so that messages of a crashed worker are sent within a minute. */
const LEASE_MS = 50_000

/** As this worker sees it. Starts before the server's lease, so it never ends later here. */
interface OwnLease extends Lease {
  now: Date
  until: Date
}

export interface ParcelClaims {
  parcels: Parcel[]
  suppressed: number
  obstacles: Claimed['obstacles']
  mayBeMore: boolean
}

export interface ClaimOptions {
  db: Kysely<DB>
  vault: Vault
  publications: PublicationCache
  clock: () => Date
}

export async function claimParcels(
  { db, vault, publications, clock }: ClaimOptions,
  { lane, priority, limit }: { lane: Exclude<Lane, 'digest'>; priority: Priority; limit: number },
): Promise<ParcelClaims> {
  const lease = leaseFrom(clock())
  const claimed = await claimDeliveries(db, { lane, priority, limit, lease })
  const found = await publications.find(publicationsOf(claimed))
  const parcels = claimed.rows.flatMap((row) =>
    parcelOf([toDelivery(row, lease, vault)], found, { lane, lease }),
  )
  const { suppressed, obstacles } = claimed
  return { parcels, suppressed, obstacles, mayBeMore: sizeOf(claimed) >= limit }
}

export async function claimDigestParcels(
  { db, vault, publications, clock }: ClaimOptions,
  { isMail, limit }: { isMail: boolean; limit: number },
): Promise<ParcelClaims> {
  const lease = leaseFrom(clock())
  const claimed = await claimDigests(db, { isMail, channels: limit, lease })
  const found = await publications.find(publicationsOf(claimed))
  const parcels = byChannel(claimed.rows).flatMap((rows) => {
    const inOrder = rows.toSorted((one, other) => one.publicationId - other.publicationId)
    return parcelOf(
      inOrder.map((row) => toDelivery(row, lease, vault)),
      found,
      { lane: 'digest', lease },
    )
  })
  const { suppressed, obstacles } = claimed
  return { parcels, suppressed, obstacles, mayBeMore: sizeOf(claimed) > 0 }
}

function leaseFrom(now: Date): OwnLease {
  const until = new Date(now.getTime() + LEASE_MS)
  return { now, until, ms: LEASE_MS, aheadMs: now.getTime() - Date.now() }
}

function publicationsOf({ rows }: Claimed) {
  return new Set(rows.map(({ publicationId }) => publicationId))
}

function sizeOf({ rows, suppressed }: Claimed) {
  return rows.length + suppressed
}

function byChannel(rows: readonly ClaimedRow[]): ClaimedRow[][] {
  const channels = new Map<number, ClaimedRow[]>()
  for (const row of rows) {
    const known = channels.get(row.channelId)
    if (known === undefined) channels.set(row.channelId, [row])
    else known.push(row)
  }
  return [...channels.values()]
}

/** Empty only if the publication was deleted; then the delivery is deleted, too. */
function parcelOf(
  [first, ...rest]: readonly ClaimedDelivery[],
  found: ReadonlyMap<number, Publication>,
  { lane, lease }: { lane: Lane; lease: OwnLease },
): Parcel[] {
  const [news, ...more] = [first, ...rest].flatMap(
    (delivery) => found.get(delivery?.publicationId ?? 0) ?? [],
  )
  if (first === undefined || news === undefined) return []
  return [{ lane, deliveries: [first, ...rest], publications: [news, ...more], notBefore: lease.now }]
}

function toDelivery(row: ClaimedRow, { until }: OwnLease, vault: Vault): ClaimedDelivery {
  const {
    id,
    fence,
    attempts,
    unanswered,
    publicationId,
    userId,
    createdAt,
    zone,
    isFollower,
    scope,
    cloudId,
    tid,
    others,
    noLongerAffected,
  } = row
  return {
    id,
    fence,
    attempts,
    unanswered,
    publicationId,
    userId,
    createdAt,
    leasedUntil: until,
    channel: channelOf(row, vault),
    zone,
    isFollower,
    because: scope === null ? null : { scope, cloudId, tid, others, noLongerAffected },
  }
}

function channelOf(row: ClaimedRow, vault: Vault): ClaimedChannel {
  const { channelId: id, kind, address, secret, previousSecret } = row
  if (kind === 'email') return { id, kind, address, secret, previousSecret }
  const opened = openedChannel(vault, { id, address, secret, previousSecret })
  return { id, kind, ...opened, address: opened.address ?? '' }
}
