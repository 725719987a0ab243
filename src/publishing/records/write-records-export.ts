import type { Kysely } from 'kysely'
import type { RecordsExport } from '../../contract/admin/record-lists.ts'
import { insertAudit } from '../../db/audit.ts'
import type { DB } from '../../db/database.ts'
import { type ExportedRecord, exportedRecords } from '../../db/exported-records.ts'
import type { Actor } from '../../domain/actor.ts'
import { csvLine } from '../../domain/csv-cell.ts'
import { fieldNames, INTERNAL_FIELDS } from '../../domain/record-fields.ts'
import { matchesOf, type RecordsAsked } from './list-records.ts'

const READ_AT_ONCE = 500

const COLUMNS = {
  id: 'Number',
  kind: 'Kind',
  notification_type: 'Kind of notification',
  title: 'Title',
  state: 'State',
  has_draft: 'Unpublished changes',
  status: 'Status',
  severity: 'Severity',
  clouds: 'Clouds',
  services: 'Services',
  data_centers: 'Data centers',
  categories: 'Categories',
  tags: 'Tags',
  clusters: 'Clusters',
  from_time: 'Starts (UTC)',
  to_time: 'Ends (UTC)',
  next_update: 'Next update by (UTC)',
  closed_on: 'Closed (UTC)',
  publish_at: 'Publishes (UTC)',
  posted_on: 'First published (UTC)',
  created_at: 'Created (UTC)',
  updated_on: 'Last change (UTC)',
  author: 'Author',
  summary: 'Summary',
  is_embargoed: 'Under embargo',
} as const satisfies Partial<Record<keyof ExportedRecord, string>>

const INTERNALS = fieldNames(INTERNAL_FIELDS)

/**
 * All pages of the list, in its order. The numbers are read first, then the records in slices, so that tens
 * of thousands are never in memory at once. The audit entry comes first: an export that breaks off has also
 * handed out data.
 */
export async function* writeRecordsExport(
  db: Kysely<DB>,
  {
    asked,
    filter: { format, ...filter },
    actor,
    now,
    readAtOnce = READ_AT_ONCE,
  }: {
    asked: RecordsAsked
    filter: RecordsExport
    actor: Actor
    now: Date
    readAtOnce?: number
  },
): AsyncGenerator<string> {
  const ids = (await matchesOf(db, asked)).map(({ id }) => id)
  await db.transaction().execute((trx) =>
    insertAudit(trx, {
      at: now,
      actor,
      action: 'export',
      entity: 'records',
      entityId: format,
      before: null,
      after: { ...filter, records: ids.length },
    }),
  )
  const paper = PAPERS[format]
  yield paper.head
  let isFirst = true
  for (let at = 0; at < ids.length; at += readAtOnce) {
    const rows = await exportedRecords(db, { ids: ids.slice(at, at + readAtOnce), reader: asked.reader })
    const lines = rows.map((row, index) => `${isFirst && index === 0 ? '' : paper.between}${paper.line(row)}`)
    isFirst &&= rows.length === 0
    yield lines.join('')
  }
  yield paper.foot
}

const PAPERS = {
  csv: {
    head: csvLine([...Object.values(COLUMNS), ...INTERNALS.map(internalColumn)]),
    between: '',
    line: (row: ExportedRecord) =>
      csvLine([...fieldNames(COLUMNS), ...INTERNALS].map((name) => cellOf(row[name]))),
    foot: '',
  },
  json: {
    head: '{"data":[\n',
    between: ',\n',
    line: (row: ExportedRecord) => {
      const { record, internal } = {
        record: {} as Record<string, unknown>,
        internal: {} as Record<string, unknown>,
      }
      for (const name of fieldNames(COLUMNS)) record[name] = row[name]
      for (const name of INTERNALS) internal[name] = row[name]
      return JSON.stringify({ ...record, internal })
    },
    foot: '\n]}\n',
  },
}

function cellOf(value: ExportedRecord[keyof ExportedRecord]): string {
  if (value === null) return ''
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.join('; ')
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return String(value)
}

/** A link is named as such: there is another “Severity”, and spreadsheets tell columns apart by name. */
function internalColumn(name: (typeof INTERNALS)[number]) {
  const { label, isLink } = INTERNAL_FIELDS[name]
  return isLink ? `${label} link` : label
}
