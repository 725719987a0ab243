import { type Kysely, sql } from 'kysely'
import type { NotifiedSince } from '../domain/notifying/is-notified.ts'
import type { DB } from './database.ts'
import { IS_STOPPED_BY_REDACTION } from './log/redact-log.ts'
import { HAS_MESSAGES } from './publication-snapshot.ts'

export interface NotifiedPlaces {
  clouds: number[]
  services: number[]
  dataCenters: number[]
}

/**
 * No places at all means the whole cloud. Places are read from the content, because the audience of an
 * earlier message was widened in the same way. Clouds are not, because the content leaves out retired ones.
 */
export async function notifiedPlaces(
  db: Kysely<DB>,
  { recordId, since, now }: { recordId: number; since: NotifiedSince; now: NotifiedPlaces },
): Promise<NotifiedPlaces> {
  const { rows: notified } = await sql<NotifiedPlaces>`
    select cloud_ids as clouds,
      jsonb_path_query_array(content, '$.services[*].tid') as services,
      jsonb_path_query_array(content, '$.data_centers[*].tid') as "dataCenters"
    from publications
    where record_id = ${recordId} and (${HAS_MESSAGES} or notifies and ${IS_STOPPED_BY_REDACTION})
      and step <> 'post_mortem'
    order by id desc
    limit ${since === 'last' ? 1 : null}::integer`.execute(db)
  const all = [now, ...notified.filter((each) => isExactWith(now, each))]
  const union = (name: 'services' | 'dataCenters') =>
    [...new Set(all.flatMap((each) => each[name]))].sort((a, b) => a - b)
  const wasWholeCloud = all.some((each) => each.services.length + each.dataCenters.length === 0)
  if (wasWholeCloud) return { clouds: now.clouds, services: [], dataCenters: [] }
  return { clouds: now.clouds, services: union('services'), dataCenters: union('dataCenters') }
}

/**
 * A message reaches its places on all its clouds. With places of other clouds added, it would reach people
 * who got no earlier message. Services are an exception, because each belongs to one cloud: those of a cloud
 * that the record has left reach no one.
 */
function isExactWith(now: NotifiedPlaces, { clouds, services, dataCenters }: NotifiedPlaces): boolean {
  const isOfNow = clouds.length === now.clouds.length && clouds.every((id) => now.clouds.includes(id))
  return isOfNow || (services.length > 0 && dataCenters.length === 0)
}
