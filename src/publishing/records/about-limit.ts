import type { Kysely } from 'kysely'
import { readThings } from '../../db/choices.ts'
import { cloudsTouched } from '../../db/cloud-limits.ts'
import type { DB } from '../../db/database.ts'
import type { CloudLimit } from '../../domain/newsroom/may-edit.ts'
import type { RecordContent } from '../../domain/newsroom/record-content.ts'

export interface OutsideLimit {
  kind: 'outside-limit'
  about: Pick<RecordContent, 'kind' | 'clouds' | 'services'>
}

export function outsideLimit({ kind, clouds, services }: OutsideLimit['about']): OutsideLimit {
  return { kind: 'outside-limit', about: { kind, clouds, services } }
}

/** “All clouds” if it names none and is shown on all. Empty if the limit is not the reason. */
export async function findMissingClouds(
  db: Kysely<DB>,
  {
    limit,
    recordId,
    content,
  }: {
    limit: CloudLimit
    recordId?: number | undefined
    content?: Partial<OutsideLimit['about']> | undefined
  },
): Promise<string[]> {
  if (limit === null) return []
  const { clouds, service_categories } = await readThings(db)
  const wanted = new Set([
    ...(recordId === undefined ? [] : await cloudsTouched(db, recordId)),
    ...(content?.clouds ?? []),
    ...service_categories.flatMap(({ cloud_id, services }) =>
      services.some(({ tid }) => content?.services?.includes(tid)) ? [cloud_id] : [],
    ),
  ])
  const missing = clouds.filter(({ id }) => wanted.has(id) && !limit.clouds.includes(id))
  if (missing.length > 0) return missing.map(({ title }) => title)
  return wanted.size === 0 && content?.kind !== undefined && content.kind === 'notification'
    ? ['All clouds']
    : []
}
