import type { Kysely } from 'kysely'
import type { RecordRow } from '../../contract/admin/records.ts'
import { pageOfAdminRecords, type RecordsAsked } from '../../db/admin-records.ts'
import type { DB } from '../../db/database.ts'
import type { MayEdit } from '../../domain/newsroom/may-edit.ts'
import { presentRow } from './present-row.ts'

const ROWS_PER_PAGE = 25

/**
 * Records of every state, latest change first. A page past the last one is empty. Searches titles and summaries, and
 * bodies only if those have no match.
 */
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
  const isToLookFurther = found.total === 0 && asked.search.trim() !== '' && !asked.isInBodies
  const { rows, total } = isToLookFurther ? await read(true) : found
  return {
    data: rows.map((row) => presentRow(row, mayEdit)),
    total,
    current_page: page,
    total_pages: Math.ceil(total / ROWS_PER_PAGE),
  }
}
