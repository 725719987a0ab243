import type { AuditQuery } from '../../contract/admin/audit.ts'
import { csvLine } from '../../domain/csv-cell.ts'
import type { AccountsDesk } from '../accounts.ts'
import { type AuditReader, readAudit, toEntry } from './read-audit.ts'

const READ_AT_ONCE = 1_000
/** For larger exports, use database tools. */
const ROWS_AT_MOST = 100_000
const HEADER = [
  'Time (UTC)',
  'Who',
  'By',
  'Account',
  'Action',
  'Thing',
  'Number',
  'Before',
  'After',
  'Request',
]

/** Z-06: the filtered log as CSV, newest first. Streamed, so that it is never in memory as a whole. */
export async function* writeAuditCsv(
  desk: Pick<AccountsDesk, 'db'>,
  { query, reader }: { query: AuditQuery; reader: AuditReader },
  { most = ROWS_AT_MOST }: { most?: number } = {},
): AsyncGenerator<string> {
  yield csvLine(HEADER)
  let before: number | undefined
  let written = 0
  while (written < most) {
    const { rows, older } = await readAudit(desk, {
      query,
      reader,
      before,
      limit: Math.min(READ_AT_ONCE, most - written),
    })
    written += rows.length
    yield rows
      .map((row) => toEntry(row))
      .map(lineOf)
      .join('')
    if (older === null) return
    before = older
  }
  yield csvLine([
    `Cut after ${most.toLocaleString('en-US')} entries: narrow the time to get the ones before.`,
  ])
}

function lineOf(entry: ReturnType<typeof toEntry>) {
  const { at, actor, action, entity, entity_id, before, after, request_id } = entry
  return csvLine([
    at,
    actor.name,
    actor.by,
    actor.uid === null ? '' : String(actor.uid),
    action,
    entity,
    entity_id,
    before === null ? '' : JSON.stringify(before),
    after === null ? '' : JSON.stringify(after),
    request_id ?? '',
  ])
}
