import type { Kysely } from 'kysely'
import type { Dashboard } from '../../contract/admin/dashboard.ts'
import type { AdminRecordRow } from '../../db/admin-records.ts'
import { draftRows, maintenanceRows, openIncidentRows, scheduledRows } from '../../db/dashboard.ts'
import type { DB } from '../../db/database.ts'
import type { MayEdit, ReadableSorts } from '../../domain/newsroom/may-edit.ts'
import { DAY_MS } from '../../domain/time.ts'
import { presentRow } from '../records/present-row.ts'

const ROWS_AT_MOST = 20
/** No one reads a longer list. */
const OPEN_AT_MOST = 100
const MAINTENANCE_DAYS = 14

export async function readDashboard(
  db: Kysely<DB>,
  { now, mayEdit, reader }: { now: Date; mayEdit: MayEdit; reader: ReadableSorts },
): Promise<Omit<Dashboard, 'deliveries'>> {
  const until = new Date(now.getTime() + MAINTENANCE_DAYS * DAY_MS)
  const [incidents, maintenance, scheduled, drafts] = await Promise.all([
    openIncidentRows(db, { most: OPEN_AT_MOST, reader }),
    maintenanceRows(db, { until, most: OPEN_AT_MOST, reader }),
    scheduledRows(db, { most: ROWS_AT_MOST, reader }),
    draftRows(db, { most: ROWS_AT_MOST, reader }),
  ])
  const present = (row: AdminRecordRow) => presentRow(row, mayEdit)
  return {
    now: now.toISOString(),
    open_incidents: incidents.map(present),
    maintenance: maintenance.map(present),
    maintenance_until: until.toISOString(),
    scheduled: scheduled.map(present),
    drafts: drafts.map(({ saved_at, saved_by, saved_by_name, ...row }) => ({
      record: present(row),
      saved_at: saved_at.toISOString(),
      saved_by: saved_by === null ? null : { uid: saved_by, name: saved_by_name ?? `Account ${saved_by}` },
    })),
  }
}
