import { type Kysely, sql, type Transaction } from 'kysely'
import type { CloudLimit, ReadableSorts } from '../domain/newsroom/may-edit.ts'
import type { NotificationType } from '../domain/notification-type.ts'
import type { RecordKind } from '../domain/record.ts'
import { CLOUDS_TOUCHED, limitOf } from './cloud-limits.ts'
import type { DB } from './database.ts'
import { byDatabaseClock } from './database-clock.ts'
import { areDraftsOpenTo } from './readable-records.ts'

const nameOfUser = (uid: string) => sql<string | null>`(
  select coalesce(display_name, regexp_replace(email, '@.*$', ''), 'Account ' || users.id)
  from users where users.id = ${sql.ref(uid)})`

/** A sum, because the note with the higher ID may become visible first. */
export const TEAM_VERSION = sql<string>`concat(
  (select max(id) from audit_log where entity = 'record' and entity_id = records.id::text), '.',
  (select sum(version) from team_notes where record_id = records.id))`

export async function teamVersionOf(db: Kysely<DB>, recordId: number): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select ${TEAM_VERSION} as version from records where id = ${recordId}`.execute(db)
  return rows[0]?.version ?? ''
}

export interface TeamNoteRow {
  id: number
  record_id: number
  kind: 'comment' | 'handover'
  author_id: number | null
  author_name: string | null
  body: string
  next_steps: string | null
  to_id: number | null
  to_name: string | null
  posted_at: Date
  edited_at: Date | null
  removed_at: Date | null
  taken_at: Date | null
  taken_by: number | null
  taken_by_name: string | null
  /** Of a handover: no one has taken over, and no later handover replaces it. */
  is_pending: boolean
}

const NOTE = sql<TeamNoteRow>`
  note.id, note.record_id, note.kind, note.author_id, ${nameOfUser('note.author_id')} as author_name, note.body,
  note.next_steps, note.to_id, ${nameOfUser('note.to_id')} as to_name, note.posted_at, note.edited_at,
  note.removed_at, note.taken_at, note.taken_by, ${nameOfUser('note.taken_by')} as taken_by_name,
  (note.kind = 'handover' and note.taken_at is null and note.removed_at is null and not exists (
    select from team_notes later
    where later.record_id = note.record_id and later.kind = 'handover' and later.id > note.id)) as is_pending`

/** Callers must check permissions first. */
export async function teamNotesOf(
  db: Kysely<DB>,
  { recordId, most }: { recordId: number; most: number },
): Promise<TeamNoteRow[]> {
  const { rows } = await sql<TeamNoteRow>`
    select * from (
      select ${NOTE} from team_notes note where record_id = ${recordId} order by id desc limit ${most}
    ) as latest order by id`.execute(db)
  return rows
}

export async function findTeamNote(
  db: Kysely<DB>,
  { recordId, noteId }: { recordId: number; noteId: number },
): Promise<TeamNoteRow | undefined> {
  const { rows } = await sql<TeamNoteRow>`
    select ${NOTE} from team_notes note where record_id = ${recordId} and id = ${noteId} for update of note`.execute(
    db,
  )
  return rows[0]
}

export async function latestHandover(db: Kysely<DB>, recordId: number): Promise<TeamNoteRow | undefined> {
  const { rows } = await sql<TeamNoteRow>`
    select ${NOTE} from team_notes note where record_id = ${recordId} and kind = 'handover'
    order by id desc limit 1`.execute(db)
  return rows[0]
}

export async function pendingHandovers(
  db: Kysely<DB>,
  { reader, most }: { reader: ReadableSorts; most: number },
): Promise<TeamNoteRow[]> {
  const { rows } = await sql<TeamNoteRow>`
    with latest as (
      select distinct on (record_id) id from team_notes where kind = 'handover' order by record_id, id desc
    )
    select ${NOTE} from team_notes note join latest using (id) join records on records.id = note.record_id
    where note.taken_at is null and note.removed_at is null and ${IS_OPEN} and ${areDraftsOpenTo(reader)}
    order by note.posted_at desc, note.id desc
    limit ${most}`.execute(db)
  return rows
}

const IS_OPEN = sql<boolean>`(
  records.closed_on is null and records.state <> 'unpublished' and records.trashed_at is null)`

export interface TeamRecordRow {
  id: number
  kind: RecordKind
  notification_type: NotificationType | null
  embargo: number[] | null
  clouds: number[]
  title: string
  is_open: boolean
}

/** Locked, so that concurrent handovers and takeovers wait for each other. */
export async function holdRecordOfTeam(
  trx: Transaction<DB>,
  recordId: number,
): Promise<TeamRecordRow | undefined> {
  const { rows } = await sql<TeamRecordRow>`
    select records.id, kind, notification_type, embargo, title, ${IS_OPEN} as is_open, ${CLOUDS_TOUCHED} as clouds
    from records where records.id = ${recordId} and trashed_at is null
    for no key update`.execute(trx)
  return rows[0]
}

export async function findRecordSorts(db: Kysely<DB>, recordIds: readonly number[]) {
  if (recordIds.length === 0) return []
  return db
    .selectFrom('records')
    .where('id', 'in', [...recordIds])
    .select(['id', 'kind', 'notification_type', 'embargo', 'title'])
    .select(CLOUDS_TOUCHED.as('clouds'))
    .execute()
}

export interface NewTeamNote {
  recordId: number
  kind: TeamNoteRow['kind']
  authorId: number
  body: string
  nextSteps: string | null
  toId: number | null
  key: string
  now: Date
}

export async function insertTeamNote(trx: Transaction<DB>, of: NewTeamNote): Promise<number | undefined> {
  const row = await trx
    .insertInto('team_notes')
    .values({
      record_id: of.recordId,
      kind: of.kind,
      author_id: of.authorId,
      body: of.body,
      next_steps: of.nextSteps,
      to_id: of.toId,
      key: of.key,
      posted_at: byDatabaseClock(of.now),
    })
    .onConflict((conflict) => conflict.constraint('team_notes_key_unique').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export async function isNoteWritten(
  trx: Transaction<DB>,
  { recordId, key }: { recordId: number; key: string },
): Promise<boolean> {
  const row = await trx
    .selectFrom('team_notes')
    .where('record_id', '=', recordId)
    .where('key', '=', key)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

const ONE_VERSION_MORE = sql<number>`version + 1`

export function editTeamNote(trx: Transaction<DB>, of: { noteId: number; body: string; now: Date }) {
  return trx
    .updateTable('team_notes')
    .set({ body: of.body, edited_at: byDatabaseClock(of.now), version: ONE_VERSION_MORE })
    .where('id', '=', of.noteId)
    .execute()
}

export function removeTeamNote(trx: Transaction<DB>, of: { noteId: number; now: Date }) {
  return trx
    .updateTable('team_notes')
    .set({ body: '', next_steps: null, removed_at: byDatabaseClock(of.now), version: ONE_VERSION_MORE })
    .where('id', '=', of.noteId)
    .execute()
}

export function takeHandover(trx: Transaction<DB>, of: { noteId: number; userId: number; now: Date }) {
  return trx
    .updateTable('team_notes')
    .set({ taken_at: byDatabaseClock(of.now), taken_by: of.userId, version: ONE_VERSION_MORE })
    .where('id', '=', of.noteId)
    .execute()
}

export interface MentionRow {
  note_id: number
  user_id: number
  name: string
  is_mailed: boolean
}

export async function mentionsOfNotes(db: Kysely<DB>, recordId: number): Promise<MentionRow[]> {
  const { rows } = await sql<MentionRow>`
    select note_id, user_id, ${nameOfUser('team_mentions.user_id')} as name, told_at is not null as is_mailed
    from team_mentions join team_notes on team_notes.id = note_id
    where record_id = ${recordId}
    order by note_id, user_id`.execute(db)
  return rows
}

/** Without a verified address or above the limit, the mention is only shown on the screen. */
export async function mentionPeople(
  trx: Transaction<DB>,
  of: {
    noteId: number
    mail: 'mentioned' | 'handed-over'
    userIds: readonly number[]
    mailsPerHour: number
    now: Date
  },
): Promise<void> {
  if (of.userIds.length === 0) return
  const now = byDatabaseClock(of.now)
  await sql`
    with mentioned as (
      insert into team_mentions (note_id, user_id, created_at, told_at)
      select ${of.noteId}, users.id, ${now}, case when
        email is not null and email_verified_at is not null and locked_at is null and (
          select count(*) from team_mentions earlier
          where earlier.user_id = users.id and told_at is not null
            and earlier.created_at > ${now} - interval '1 hour'
        ) < ${of.mailsPerHour} then ${now} end
      from users where users.id = any (${of.userIds}::integer[])
      on conflict (note_id, user_id) do nothing
      returning user_id, told_at
    )
    insert into account_mails (kind, email, user_id, note_id, due_at, created_at)
    select ${of.mail}::text, email, users.id, ${of.noteId}::integer, least(${now}, ${of.now}::timestamptz), ${of.now}::timestamptz
    from mentioned join users on users.id = mentioned.user_id
    where told_at is not null`.execute(trx)
}

export function mentionSelf(trx: Transaction<DB>, of: { noteId: number; userId: number; now: Date }) {
  return trx
    .insertInto('team_mentions')
    .values({ note_id: of.noteId, user_id: of.userId, created_at: byDatabaseClock(of.now), told_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export interface MailedNote extends TeamNoteRow {
  record: TeamRecordRow
  /** Of the recipient. */
  roles: string[]
  limit: CloudLimit
  people: { uid: number; name: string }[]
}

export async function findMailedNote(
  db: Kysely<DB>,
  { noteId, userId }: { noteId: number; userId: number },
): Promise<MailedNote | undefined> {
  const { rows } = await sql<MailedNote>`
    select ${NOTE},
      (select json_build_object('id', records.id, 'kind', records.kind, 'notification_type', notification_type,
        'embargo', embargo, 'title', title, 'is_open', ${IS_OPEN}, 'clouds', ${CLOUDS_TOUCHED})
        from records where records.id = note.record_id) as record,
      array(select role from user_roles where user_id = ${userId} order by role) as roles,
      (select ${limitOf('users')} from users where users.id = ${userId}) as "limit",
      coalesce((
        select json_agg(json_build_object('uid', user_id, 'name', ${nameOfUser('team_mentions.user_id')}))
        from team_mentions where note_id = note.id
      ), '[]') as people
    from team_notes note
    where note.id = ${noteId} and removed_at is null
      and exists (select from records where id = note.record_id and trashed_at is null)`.execute(db)
  return rows[0]
}

export async function teamNotesBy(db: Kysely<DB>, userId: number) {
  return db
    .selectFrom('team_notes')
    .where('author_id', '=', userId)
    .select(['id', 'record_id', 'kind', 'body', 'next_steps', 'posted_at', 'edited_at', 'removed_at'])
    .orderBy('id')
    .execute()
}
