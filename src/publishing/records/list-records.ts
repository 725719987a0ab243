import type { Kysely } from 'kysely'
import type { RecordRow, RecordsFilter } from '../../contract/admin/records.ts'
import {
  type AdminRecordRow,
  matchingRecords,
  pageOfAdminRecords,
  type RecordAuthor,
  type RecordsAsked,
} from '../../db/admin-records.ts'
import type { DB } from '../../db/database.ts'
import type { MayEdit, ReadableSorts } from '../../domain/newsroom/may-edit.ts'
import { BULK_AT_MOST, readDay } from '../../domain/newsroom/record-list.ts'
import { sortOf } from './edit-refusal.ts'

export type { RecordsAsked } from '../../db/admin-records.ts'

const ROWS_PER_PAGE = 25

export function readFilter(
  filter: RecordsFilter,
  { reader, now }: { reader: ReadableSorts; now: Date },
): { kind: 'asked'; asked: RecordsAsked } | { kind: 'wrong'; errors: Record<string, string> } {
  const { q = '', bodies = false, date = 'changed', since, until } = filter
  const first = since === undefined ? undefined : readDay(since, now)
  const last = until === undefined ? undefined : readDay(until, now)
  if (first?.kind === 'none') return { kind: 'wrong', errors: { since: notADay(since) } }
  if (last?.kind === 'none') return { kind: 'wrong', errors: { until: notADay(until) } }
  if (first !== undefined && last !== undefined && first.from >= last.to)
    return {
      kind: 'wrong',
      errors: { until: 'The last day is before the first one. Change one of them.' },
    }
  const asked = {
    reader,
    search: q,
    isInBodies: bodies,
    kind: filter.kind,
    notificationType: filter.notification_type,
    state: filter.state,
    cloud: filter.cloud,
    serviceTid: filter.service,
    dataCenterTid: filter.data_center,
    statusId: filter.status,
    severityTid: filter.severity,
    createdBy: authorOf(filter.created_by, reader),
    lastEditedBy: authorOf(filter.edited_by, reader),
    dates: { of: date, from: first?.from, before: last?.to },
    sort: filter.sort,
  }
  return { kind: 'asked', asked }
}

function notADay(text: string | undefined) {
  return `${text} is not a day. Write it like 2026-11-30.`
}

function authorOf(text: string | undefined, { uid }: ReadableSorts): RecordAuthor | undefined {
  if (text === undefined || text === 'programs') return text
  return { uid: text === 'me' ? uid : Number(text) }
}

/** A page past the last one is empty. Searches bodies only if titles and summaries have no match. */
export async function listRecords(
  db: Kysely<DB>,
  { asked, page, mayEdit }: { asked: RecordsAsked; page: number; mayEdit: MayEdit },
): Promise<{ data: RecordRow[]; total: number; current_page: number; total_pages: number }> {
  const read = (isInBodies: boolean) =>
    pageOfAdminRecords(db, {
      asked: { ...asked, isInBodies },
      limit: ROWS_PER_PAGE,
      offset: page * ROWS_PER_PAGE,
    })
  const found = await read(asked.isInBodies ?? false)
  const isToLookFurther = found.total === 0 && mayLookFurther(asked)
  const { rows, total } = isToLookFurther ? await read(true) : found
  return {
    data: rows.map((row) => presentRow(row, mayEdit)),
    total,
    current_page: page,
    total_pages: Math.ceil(total / ROWS_PER_PAGE),
  }
}

function mayLookFurther({ search, isInBodies }: RecordsAsked) {
  return search.trim() !== '' && !isInBodies
}

export async function selectRecords(db: Kysely<DB>, asked: RecordsAsked) {
  return matchesOf(db, asked, BULK_AT_MOST)
}

export async function matchesOf(db: Kysely<DB>, asked: RecordsAsked, limit?: number) {
  const of = { ...(limit !== undefined && { limit }) }
  const found = await matchingRecords(db, { asked, ...of })
  if (found.length > 0 || !mayLookFurther(asked)) return found
  return matchingRecords(db, { asked: { ...asked, isInBodies: true }, ...of })
}

export function presentRow({ clouds_touched, ...row }: AdminRecordRow, mayEdit: MayEdit): RecordRow {
  return {
    ...row,
    from_time: iso(row.from_time),
    to_time: iso(row.to_time),
    next_update: iso(row.next_update),
    closed_on: iso(row.closed_on),
    publish_at: iso(row.publish_at),
    posted_on: iso(row.posted_on),
    updated_on: row.updated_on.toISOString(),
    can_edit: mayEdit(sortOf({ ...row, clouds: clouds_touched })),
  }
}

function iso(time: Date | null): string | null {
  return time?.toISOString() ?? null
}
