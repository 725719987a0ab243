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
 * For rows of `approvals` and `records`. A post-mortem has its own version, because a changed text needs
 * another request.
 */
export const IS_CURRENT_REQUEST = sql<boolean>`(approvals.version = records.version and case
  when approvals.act->>'act' in ('publish-post-mortem', 'withdraw-post-mortem') then not exists (
    select from post_mortem_drafts
    where post_mortem_drafts.record_id = records.id and post_mortem_drafts.version <> (approvals.act->>'version')::int)
  else true end)`

/** Like a draft, a request reveals unpublished work. */
export function isWaitingFor(reader: ReadableSorts) {
  return sql<boolean>`(exists (
    select from approvals
    where approvals.record_id = records.id and approvals.state = 'waiting' and ${IS_CURRENT_REQUEST})
    and ${areDraftsOpenTo(reader)})`
}

/** Z-05: `mayReadAs` for rows of `records`. */
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

export function isOpenTo(reader: ReadableSorts) {
  return sql<boolean>`(records.trashed_at is null and (records.state = 'published' or ${areDraftsOpenTo(reader)}))`
}
