import type { Kysely } from 'kysely'
import type { DB } from '../../src/db/database.ts'
import { publish } from './publish.ts'
import { addDraft, type SmallCloud } from './small-site.ts'

/** A demo cloud with one of its services and one of its public data centers. */
export async function demoCloud(
  db: Kysely<DB>,
  machineName: string,
): Promise<SmallCloud & { region: number }> {
  const cloud = await db
    .selectFrom('clouds')
    .where('machine_name', '=', machineName)
    .select(['id', 'domain'])
    .executeTakeFirstOrThrow()
  const service = await db
    .selectFrom('services')
    .innerJoin('service_categories', 'service_categories.tid', 'services.category_tid')
    .where('service_categories.cloud_id', '=', cloud.id)
    .where('services.is_active', '=', true)
    .select('services.tid')
    .orderBy('services.tid')
    .executeTakeFirstOrThrow()
  const center = await db
    .selectFrom('data_centers')
    .innerJoin('cloud_data_centers', 'cloud_data_centers.data_center_tid', 'data_centers.tid')
    .where('cloud_data_centers.cloud_id', '=', cloud.id)
    .where('data_centers.is_active', '=', true)
    .where('data_centers.is_premium', '=', false)
    .select(['data_centers.tid', 'data_centers.region_tid'])
    .orderBy('data_centers.tid')
    .executeTakeFirstOrThrow()
  return { ...cloud, machineName, service: service.tid, dataCenter: center.tid, region: center.region_tid }
}

export async function publishIncident(db: Kysely<DB>, cloud: SmallCloud): Promise<number> {
  const recordId = await addDraft(db, { clouds: [cloud], from_time: new Date() })
  await publish(db, recordId)
  const { id } = await db
    .selectFrom('publications')
    .where('record_id', '=', recordId)
    .select('id')
    .executeTakeFirstOrThrow()
  return id
}
