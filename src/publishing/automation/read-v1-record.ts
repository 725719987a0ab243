import type { Kysely } from 'kysely'
import type { V1PostMortem, V1Record } from '../../contract/v1/record.ts'
import { findAdminRecord } from '../../db/admin-records.ts'
import { readThings } from '../../db/choices.ts'
import type { DB } from '../../db/database.ts'
import { findPostMortem, findPostMortemDraft } from '../../db/post-mortems.ts'
import { factsOf } from '../../domain/csaf/advisory-facts.ts'
import { type CloudLimit, mayReadAsProgram } from '../../domain/newsroom/may-edit.ts'
import type { RecordContent } from '../../domain/newsroom/record-content.ts'
import type { PlaceKind } from '../../domain/place-address.ts'
import { ownSeverity } from '../../domain/place-states.ts'
import { wholePostMortem } from '../../domain/post-mortem.ts'
import { newestPostMortem } from '../post-mortems/open-post-mortem.ts'
import { aboutRecord } from '../records/about-record.ts'
import { sortOf } from '../records/edit-refusal.ts'
import type { Things } from './names-of-things.ts'

/** L-09: without internal fields. */
export async function readV1Record(
  db: Kysely<DB>,
  { recordId, publicUrl, limit }: { recordId: number; publicUrl: string; limit: CloudLimit },
): Promise<V1Record | undefined> {
  const record = await aboutRecord(db, {
    recordId,
    mayEdit: () => false,
    mayRead: mayReadAsProgram(limit),
  })
  if (record === undefined) return undefined
  const { content } = record
  const things = await readThings(db)
  const status = statusOf(things, content.status_id)
  return {
    id: record.id,
    kind: content.kind,
    notification_type: content.notification_type,
    state: record.state,
    is_open: !(status?.is_closed ?? false),
    title: content.title,
    status: status?.name ?? '',
    severity: named(things.severities, [content.severity_tid])[0] ?? { tid: content.severity_tid, name: '' },
    clouds: things.clouds.flatMap(({ id, machine_name }) =>
      content.clouds.includes(id) ? [machine_name] : [],
    ),
    started_at: content.from_time,
    ends_at: content.to_time,
    closed_at: content.closed_on,
    next_update_at: content.next_update,
    posted_at: record.posted_on,
    updated_at: record.updated_on,
    version: record.version,
    url: record.state === 'published' && record.path !== null ? publicUrl + record.path : null,
    summary: content.summary,
    body: content.body,
    services: named(
      things.service_categories.flatMap(({ services }) => services),
      content.services,
    ),
    data_centers: named(
      things.regions.flatMap(({ data_centers }) => data_centers),
      content.data_centers,
    ),
    affected: affectedPlaces(content, things),
    terms: named(things.terms, content.terms),
    tags: content.tags,
    actual_started_at: content.actual_from_time,
    actual_ended_at: content.actual_to_time,
    starts_by_itself: content.starts_by_itself,
    ends_by_itself: content.ends_by_itself,
    remind_before_minutes: content.remind_before_minutes,
    cve_ids: content.cve_ids,
    cvss_score: content.cvss_score,
    cvss_vector: content.cvss_vector,
    ...factsOf(content.advisory),
    withdrawn: record.withdrawn && { at: record.withdrawn.on, reason: record.withdrawn.reason },
    approval: record.approval.request?.state === 'waiting' ? 'waiting' : null,
    has_draft: record.draft !== null && record.path !== null,
    updates: record.updates
      .filter(({ removed_on }) => removed_on === null)
      .map((update) => ({
        id: update.id,
        posted_at: update.posted_on,
        status: statusOf(things, update.status_id)?.name ?? '',
        body: update.body,
      })),
    changes: record.changes,
    post_mortem: content.kind === 'incident' ? await postMortemOf(db, { recordId, limit }) : null,
  }
}

async function postMortemOf(
  db: Kysely<DB>,
  { recordId, limit }: { recordId: number; limit: CloudLimit },
): Promise<V1PostMortem | null> {
  const record = await findAdminRecord(db, recordId)
  const isShown = record?.state === 'published'
  // Otherwise it may only read what is published.
  const isWhole = record !== undefined && mayReadAsProgram(limit)(sortOf(record))
  const draft = isWhole ? await findPostMortemDraft(db, recordId) : undefined
  const published = await findPostMortem(db, recordId)
  if (draft === undefined && published === undefined) return null
  return {
    version: draft?.version ?? 0,
    is_published: published !== undefined && isShown,
    has_draft: (draft?.content ?? null) !== null,
    due_on: draft?.due_on ?? null,
    is_waived: draft?.is_waived ?? false,
    ...(published === undefined ? newestPostMortem(draft, undefined) : wholePostMortem(published.content)),
    published_at: (isShown && published?.published_on.toISOString()) || null,
    updated_at: (isShown && published?.updated_on?.toISOString()) || null,
  }
}

function affectedPlaces(content: RecordContent, things: Things): V1Record['affected'] {
  const { kind, severity_tid, services, data_centers, place_states = [] } = content
  if (kind !== 'incident' && kind !== 'maintenance') return []
  const severity = (place: PlaceKind, tid: number) => {
    const own = ownSeverity(place_states, place, tid)
    const at = own ?? severity_tid
    return {
      severity: named(things.severities, [at])[0] ?? { tid: at, name: '' },
      is_own: own !== undefined,
    }
  }
  return [
    ...named(
      things.service_categories.flatMap((category) => category.services),
      services,
    ).map(({ tid, name }) => ({ service: tid, name, ...severity('service', tid) })),
    ...named(
      things.regions.flatMap((region) => region.data_centers),
      data_centers,
    ).map(({ tid, name }) => ({ data_center: tid, name, ...severity('data-center', tid) })),
  ]
}

function statusOf({ statuses }: Things, id: number) {
  return statuses.find((status) => status.id === id)
}

function named(of: readonly { tid: number; name: string }[], tids: readonly number[]) {
  return of.filter(({ tid }) => tids.includes(tid)).map(({ tid, name }) => ({ tid, name }))
}
