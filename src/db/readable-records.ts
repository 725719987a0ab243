import { type RawBuilder, sql } from 'kysely'
import type { ReadableSorts } from '../domain/newsroom/may-edit.ts'
import { isInsideLimitOf } from './cloud-limits.ts'

/** A published record with unpublished changes, or a scheduled one that was edited since. Needs its draft as `drafts`. */
export const HAS_DRAFT = sql`(
  (drafts.record_id is not null and records.edition is not null)
  or (records.state = 'scheduled' and exists (
    select from record_schedules
    where record_schedules.record_id = records.id and record_schedules.content <> drafts.content)))`

/**
 * Whether a request is about the record as it is, for rows of `approvals` and `records`. A post-mortem has a version of
 * its own: words that were changed since need another request.
 */
export const IS_CURRENT_REQUEST = sql<boolean>`(approvals.version = records.version and case
  when approvals.act->>'act' in ('publish-post-mortem', 'withdraw-post-mortem') then not exists (
    select from post_mortem_drafts
    where post_mortem_drafts.record_id = records.id and post_mortem_drafts.version <> (approvals.act->>'version')::int)
  else true end)`

/** Waits for a second person, in exactly this version. A request reveals unpublished work, as a draft does. */
export function isWaitingFor(reader: ReadableSorts) {
  return sql<boolean>`(exists (
    select from approvals
    where approvals.record_id = records.id and approvals.state = 'waiting' and ${IS_CURRENT_REQUEST})
    and ${areDraftsOpenTo(reader)})`
}

/** Z-05: whether the reader may see drafts of a row of `records`. The same rule as `mayReadAs`. */
export function areDraftsOpenTo(
  { uid, isInsideEmbargoes, sorts, isEverySort, limit }: ReadableSorts,
  embargo: RawBuilder<unknown> = sql`records.embargo`,
) {
  const names = sorts.map(({ kind, notificationType }) => `${kind}/${notificationType ?? ''}`)
  const isOfOpenSort = isEverySort
    ? sql<boolean>`true`
    : sql<boolean>`records.kind || '/' || case when records.kind = 'notification'
        then coalesce(records.notification_type, 'advisories') else '' end = any (${names}::text[])`
  return sql<boolean>`(case when ${embargo} is not null
    then ${isInsideEmbargoes ? sql`true` : sql`${uid} = any (${embargo})`}
    else ${isOfOpenSort} end and ${isInsideLimitOf(limit)})`
}

/** Discarded records appear only on the trash screen. */
export function isOpenTo(reader: ReadableSorts) {
  return sql<boolean>`(records.trashed_at is null and (records.state = 'published' or ${areDraftsOpenTo(reader)}))`
}
