import { type Kysely, sql, type Transaction } from 'kysely'
import type { ReadableSorts } from '../domain/newsroom/may-edit.ts'
import type { PostMortemContent } from '../domain/post-mortem.ts'
import type { DB } from './database.ts'
import { HAS_MESSAGES } from './publication-snapshot.ts'
import { areDraftsOpenTo } from './readable-records.ts'

export interface PublishedPostMortem {
  record_id: number
  content: PostMortemContent
  published_on: Date
  updated_on: Date | null
}

export function postMortemsSince(db: Kysely<DB>, edition: number): Promise<PublishedPostMortem[]> {
  return db
    .selectFrom('post_mortems as p')
    .innerJoin('records', 'records.id', 'p.record_id')
    .where('records.state', '=', 'published')
    .where('records.edition', '>', edition)
    .select(['p.record_id', 'p.published_on', 'p.updated_on'])
    .select((eb) => eb.ref('p.content').$castTo<PostMortemContent>().as('content'))
    .orderBy('p.record_id')
    .execute()
}

export function findPostMortem(db: Kysely<DB>, recordId: number): Promise<PublishedPostMortem | undefined> {
  return db
    .selectFrom('post_mortems')
    .where('record_id', '=', recordId)
    .select(['record_id', 'published_on', 'updated_on'])
    .select((eb) => eb.ref('content').$castTo<PostMortemContent>().as('content'))
    .executeTakeFirst()
}

export function writePostMortem(
  trx: Transaction<DB>,
  { recordId, content, publishedOn, updatedOn }: NewPostMortem,
) {
  const fields = { content: JSON.stringify(content), published_on: publishedOn, updated_on: updatedOn }
  return trx
    .insertInto('post_mortems')
    .values({ record_id: recordId, ...fields })
    .onConflict((conflict) => conflict.column('record_id').doUpdateSet(fields))
    .execute()
}

interface NewPostMortem {
  recordId: number
  content: PostMortemContent
  publishedOn: Date
  updatedOn: Date | null
}

export function deletePostMortem(trx: Transaction<DB>, recordId: number) {
  return trx.deleteFrom('post_mortems').where('record_id', '=', recordId).execute()
}

export interface PostMortemDraft {
  /** Null: no unpublished changes. */
  content: PostMortemContent | null
  version: number
  due_on: string | null
  is_waived: boolean
  saved_at: Date
  saved_by: number | null
}

export function findPostMortemDraft(db: Kysely<DB>, recordId: number): Promise<PostMortemDraft | undefined> {
  return db
    .selectFrom('post_mortem_drafts')
    .where('record_id', '=', recordId)
    .select(['version', 'due_on', 'is_waived', 'saved_at', 'saved_by'])
    .select((eb) => eb.ref('content').$castTo<PostMortemContent | null>().as('content'))
    .executeTakeFirst()
}

/** The record must be locked. */
export async function writePostMortemDraft(
  trx: Transaction<DB>,
  {
    recordId,
    content,
    dueOn,
    isWaived,
    savedBy,
    at,
  }: {
    recordId: number
    content: PostMortemContent | null
    dueOn: string | null
    isWaived: boolean
    savedBy: number | null
    at: Date
  },
): Promise<number> {
  const fields = {
    content: content === null ? null : JSON.stringify(content),
    due_on: dueOn,
    is_waived: isWaived,
    saved_at: at,
    saved_by: savedBy,
  }
  const { version } = await trx
    .insertInto('post_mortem_drafts')
    .values({ record_id: recordId, ...fields })
    .onConflict((conflict) =>
      conflict
        .column('record_id')
        .doUpdateSet((eb) => ({ ...fields, version: eb('post_mortem_drafts.version', '+', 1) })),
    )
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

export interface DuePostMortem {
  record_id: number
  title: string
  due_on: string
  has_draft: boolean
}

export async function duePostMortems(
  db: Kysely<DB>,
  { most, reader }: { most: number; reader: ReadableSorts },
): Promise<DuePostMortem[]> {
  const { rows } = await sql<DuePostMortem>`
    select records.id as record_id, records.title, due.due_on, due.content is not null as has_draft
    from post_mortem_drafts due
    join records on records.id = due.record_id
    where due.due_on is not null and records.state = 'published' and records.closed_on is not null
      and not exists (select from post_mortems where post_mortems.record_id = records.id)
      and ${areDraftsOpenTo(reader)}
    order by due.due_on, records.id
    limit ${most}`.execute(db)
  return rows
}

export async function wasPostMortemNotified(db: Kysely<DB>, recordId: number): Promise<boolean> {
  const row = await db
    .selectFrom('publications')
    .where('record_id', '=', recordId)
    .where('step', '=', 'post_mortem')
    .where(HAS_MESSAGES)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function endExpansionOfPostMortem(
  trx: Transaction<DB>,
  { recordId, at }: { recordId: number; at: Date },
): Promise<number[]> {
  const rows = await trx
    .updateTable('publications')
    .set((eb) => ({ withdrawn_at: at, expanded_at: eb.fn.coalesce('expanded_at', eb.val(at)) }))
    .where('record_id', '=', recordId)
    .where('step', '=', 'post_mortem')
    .where('withdrawn_at', 'is', null)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}
