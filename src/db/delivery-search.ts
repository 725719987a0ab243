import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { ChannelKind } from '../domain/notifying/channel.ts'
import type { Publication } from '../domain/notifying/publication.ts'
import type { DB } from './database.ts'

type DeliveryState = 'waiting' | 'sent' | 'suppressed' | 'dead'

/** Requires recipients, a record or a publication: otherwise no index helps. */
export interface DeliveriesAsked {
  uids: readonly number[] | undefined
  recordId: number | undefined
  publicationId: number | undefined
  state: DeliveryState | undefined
}

export interface FoundDeliveryRow extends Pick<Publication, 'recordId' | 'step' | 'notificationType'> {
  id: number
  publicationId: number
  publicationKind: Publication['kind']
  title: string
  kind: ChannelKind
  userId: number
  state: 'due' | 'leased' | 'sent' | 'suppressed' | 'dead'
  attempts: number
  reason: string | null
  createdAt: Date
  dueAt: Date
  sentAt: Date | null
}

export async function findDeliveries(
  db: Kysely<DB>,
  { limit, offset, ...asked }: DeliveriesAsked & { limit: number; offset: number },
): Promise<FoundDeliveryRow[]> {
  const { rows } = await sql<FoundDeliveryRow>`
    select
      found.id, found.publication_id as "publicationId", publications.record_id as "recordId", publications.step,
      publications.kind as "publicationKind", publications.notification_type as "notificationType",
      publications.content ->> 'title' as title, found.kind, found.user_id as "userId", found.state, found.attempts,
      found.last_error as reason, found.created_at as "createdAt", found.due_at as "dueAt", found.sent_at as "sentAt"
    from (${found(asked, { limit, offset })}) as found
    join publications on publications.id = found.publication_id
    order by found.publication_id desc, found.user_id, found.channel_id
  `.execute(db)
  return rows
}

function found(
  { uids, recordId, publicationId, state }: DeliveriesAsked,
  page: { limit: number; offset: number },
): RawBuilder<unknown> {
  const publications =
    publicationId !== undefined
      ? sql`select ${publicationId}::bigint as id`
      : sql`select id from publications where record_id = ${recordId ?? 0}`
  if (uids !== undefined) {
    const isNarrower = recordId !== undefined || publicationId !== undefined
    return ofAccounts(uids, {
      isOfThese: isNarrower ? sql`publication_id in (${publications})` : sql`true`,
      isInState: state === undefined ? sql`true` : isIn(state),
      page,
    })
  }
  return ofPublications(publications, { state, page })
}

interface Page {
  limit: number
  offset: number
}

/** Uses the index on accounts: one account gets some thousand messages in total. */
function ofAccounts(
  uids: readonly number[],
  of: { isOfThese: RawBuilder<unknown>; isInState: RawBuilder<unknown>; page: Page },
) {
  return sql`
    select * from deliveries
    where user_id = any (${[...uids]}::integer[]) and ${of.isOfThese} and ${of.isInState}
    order by publication_id desc, user_id, channel_id
    limit ${of.page.limit} offset ${of.page.offset}`
}

/** A publication may have half a million deliveries. Each contributes at most a page, in index order. */
function ofPublications(
  publications: RawBuilder<unknown>,
  { state, page: { limit, offset } }: { state: DeliveryState | undefined; page: Page },
) {
  const few = sql`
    with not_sent as materialized (
      select * from deliveries where publication_id = publications.id and state <> 'sent' and ${isIn(state ?? 'dead')}
    )
    select * from not_sent order by user_id, channel_id limit ${limit + offset}`
  const many = sql`
    select * from deliveries
    where publication_id = publications.id ${state === undefined ? sql`` : sql`and ${isIn(state)}`}
    order by user_id, channel_id
    limit ${limit + offset}`
  return sql`
    select deliveries.*
    from (${publications}) as publications
    cross join lateral (${state === undefined || state === 'sent' ? many : few}) as deliveries
    order by publication_id desc, user_id, channel_id
    limit ${limit} offset ${offset}`
}

function isIn(state: DeliveryState): RawBuilder<boolean> {
  return state === 'waiting' ? sql<boolean>`state in ('due', 'leased')` : sql<boolean>`state = ${state}`
}
