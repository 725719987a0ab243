import { type Kysely, sql } from 'kysely'
import type { PlaceState } from '../domain/place-states.ts'
import type { DB } from './database.ts'
import { statesOf } from './record-content.ts'

export async function listOpenIncidents(db: Kysely<DB>) {
  const { rows } = await sql<{
    severity_tid: number
    since: Date
    clouds: number[]
    services: number[]
    dataCenters: number[]
    placeStates: PlaceState[]
  }>`
    select severity_tid, coalesce(from_time, posted_on) as since,
      array(select cloud_id from record_clouds where record_id = records.id) as clouds,
      array(select service_tid from record_services where record_id = records.id) as services,
      array(select data_center_tid from record_data_centers where record_id = records.id) as "dataCenters",
      ${statesOf(sql.ref('records.id'))} as "placeStates"
    from records
    where kind = 'incident' and state = 'published' and closed_on is null`.execute(db)
  return rows
}
