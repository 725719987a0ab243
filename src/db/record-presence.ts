import { type Kysely, sql } from 'kysely'
import type { ReadableSorts } from '../domain/newsroom/may-edit.ts'
import type { RecordKind } from '../domain/record.ts'
import type { DB } from './database.ts'
import { byDatabaseClock } from './database-clock.ts'
import { areDraftsOpenTo, isOpenTo } from './readable-records.ts'
import { TEAM_VERSION } from './team.ts'

export interface Beat {
  recordId: number
  tab: string
  userId: number
  isPosting: boolean
  isPostMortem: boolean
  at: Date
  /** Pages without a beat since then count as closed. */
  aliveSince: Date
  reader: ReadableSorts
}

export interface PresentRow {
  user_id: number
  name: string
  is_posting: boolean
  /** Whether all pages of this person show the post-mortem, not the record. */
  is_post_mortem: boolean
}

export interface WatchedRow {
  kind: RecordKind
  version: number
  edition: number | null
  state: 'draft' | 'scheduled' | 'published' | 'unpublished'
  saved_at: Date | null
  people: PresentRow[]
  are_drafts_open: boolean
  team_version: string
  /** Version of the post-mortem, or 0 without one. */
  post_mortem_version: number
}

/** One statement, because every open page sends this every few seconds. */
export async function beatOf(db: Kysely<DB>, beat: Beat): Promise<WatchedRow | undefined> {
  const { recordId, tab, userId, isPosting, isPostMortem, at, aliveSince, reader } = beat
  const { rows } = await sql<WatchedRow>`
    with beat as (
      insert into record_presence (record_id, tab, user_id, is_posting, is_post_mortem, seen_at)
      select id, ${tab}, ${userId}, ${isPosting}, ${isPostMortem}, ${byDatabaseClock(at)}
      from records where id = ${recordId} and ${isOpenTo(reader)}
      -- One that is deleted at this moment is passed over instead of breaking the reference to it.
      for key share of records
      on conflict (record_id, tab) do update
        set seen_at = excluded.seen_at, is_posting = excluded.is_posting, is_post_mortem = excluded.is_post_mortem
        where record_presence.user_id = excluded.user_id
    )
    select records.kind, records.version, records.edition, records.state, drafts.saved_at,
      ${areDraftsOpenTo(reader)} as are_drafts_open, ${TEAM_VERSION} as team_version,
      coalesce((select version from post_mortem_drafts pm where pm.record_id = records.id), 0) as post_mortem_version,
      coalesce((
        select json_agg(present order by present.name, present.user_id)
        from (
          select users.id as user_id, ${NAME} as name, bool_or(is_posting) as is_posting,
            bool_and(is_post_mortem) as is_post_mortem
          from record_presence join users on users.id = record_presence.user_id
          where record_id = ${recordId} and tab <> ${tab} and seen_at > ${byDatabaseClock(aliveSince)}
          group by users.id
          limit ${MOST_PEOPLE}
        ) as present
      ), '[]') as people
    from records left join record_drafts drafts on drafts.record_id = records.id
    where records.id = ${recordId} and ${isOpenTo(reader)}`.execute(db)
  return rows[0]
}

const NAME = sql`coalesce(users.display_name, regexp_replace(users.email, '@.*$', ''), 'Account ' || users.id)`
const MOST_PEOPLE = 20

export function endBeat(
  db: Kysely<DB>,
  { recordId, tab, userId }: Pick<Beat, 'recordId' | 'tab' | 'userId'>,
) {
  return db
    .deleteFrom('record_presence')
    .where('record_id', '=', recordId)
    .where('tab', '=', tab)
    .where('user_id', '=', userId)
    .execute()
}

export async function othersPresent(
  db: Kysely<DB>,
  { userId, aliveSince, reader }: Pick<Beat, 'userId' | 'aliveSince' | 'reader'>,
): Promise<(PresentRow & { record_id: number })[]> {
  const { rows } = await sql<PresentRow & { record_id: number }>`
    select record_id, users.id as user_id, ${NAME} as name, bool_or(is_posting) as is_posting,
      bool_and(is_post_mortem) as is_post_mortem
    from record_presence
      join users on users.id = record_presence.user_id
      join records on records.id = record_presence.record_id
    where seen_at > ${byDatabaseClock(aliveSince)} and user_id <> ${userId}
      and records.trashed_at is null and ${areDraftsOpenTo(reader)}
    group by record_id, users.id
    order by name, users.id
    limit 200`.execute(db)
  return rows
}

export async function deleteOldBeats(db: Kysely<DB>, { before }: { before: Date }): Promise<void> {
  await db.deleteFrom('record_presence').where('seen_at', '<', before).execute()
}
