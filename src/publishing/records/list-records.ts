import type { Kysely } from 'kysely'
import type { RecordRow } from '../../contract/admin/records.ts'
import { countAdminRecords, listAdminRecords, type RecordsAsked } from '../../db/admin-records.ts'
import type { DB } from '../../db/database.ts'
import type { MayEdit } from '../../domain/newsroom/may-edit.ts'
import { presentRow } from './present-row.ts'

const ROWS_PER_PAGE = 25

/** Records of every state, newest change first. A page past the last one is empty. */
export async function listRecords(
  db: Kysely<DB>,
  { asked, page, mayEdit }: { asked: RecordsAsked; page: number; mayEdit: MayEdit },
): Promise<{ data: RecordRow[]; total: number; current_page: number; total_pages: number }> {
  const total = await countAdminRecords(db, asked)
  const rows = await listAdminRecords(db, { asked, limit: ROWS_PER_PAGE, offset: page * ROWS_PER_PAGE })
  return {
    data: rows.map((row) => presentRow(row, mayEdit)),
    total,
    current_page: page,
    total_pages: Math.ceil(total / ROWS_PER_PAGE),
  }
}
