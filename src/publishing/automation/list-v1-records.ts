import type { Kysely } from 'kysely'
import type { V1RecordRow } from '../../contract/v1/record.ts'
import type { DB } from '../../db/database.ts'
import { listV1Records as listRows, type V1RecordsAsked, type V1Row } from '../../db/v1-records.ts'
import { publicationPath } from '../../domain/notifying/publication-words.ts'

const ROWS_IF_NOT_SAID = 25

export async function listV1Records(
  db: Kysely<DB>,
  {
    rows: most = ROWS_IF_NOT_SAID,
    publicUrl,
    ...asked
  }: V1RecordsAsked & { rows?: number | undefined; publicUrl: string },
): Promise<{ data: V1RecordRow[]; next_cursor: string | null }> {
  const rows = await listRows(db, { ...asked, rows: most + 1 })
  const page = rows.slice(0, most)
  const last = rows.length > most ? page.at(-1) : undefined
  return {
    data: page.map((row) => present(row, publicUrl)),
    next_cursor: last === undefined ? null : cursorOf(last),
  }
}

function cursorOf({ updated_on, id }: V1Row): string {
  return Buffer.from(`${updated_on.getTime()}.${id}`).toString('base64url')
}

export function placeOfCursor(cursor: string): V1RecordsAsked['after'] {
  const [, time, id] = /^(\d{1,15})\.(\d{1,9})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  return time === undefined ? undefined : { updatedOn: new Date(Number(time)), id: Number(id) }
}

function present(row: V1Row, publicUrl: string): V1RecordRow {
  const iso = (time: Date | null) => time?.toISOString() ?? null
  return {
    id: row.id,
    kind: row.kind,
    notification_type: row.notification_type,
    state: row.state,
    is_open: !row.is_closed,
    title: row.title,
    status: row.status,
    severity: { tid: row.severity_tid, name: row.severity },
    clouds: row.clouds,
    started_at: iso(row.from_time),
    ends_at: iso(row.to_time),
    closed_at: iso(row.closed_on),
    next_update_at: iso(row.next_update),
    posted_at: iso(row.posted_on),
    updated_at: row.updated_on.toISOString(),
    version: row.version,
    url: row.state === 'published' ? publicUrl + pathOf(row) : null,
  }
}

function pathOf({ id, kind, domain }: V1Row) {
  const clouds = domain === null ? [] : [{ id: 0, title: '', domain }]
  return publicationPath({ kind, recordId: id, content: { clouds } }, null)
}
