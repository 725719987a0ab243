import type { Transaction } from 'kysely'
import { insertAudit } from '../../db/audit.ts'
import type { DB } from '../../db/database.ts'
import { writeContent } from '../../db/record-content.ts'
import { findDraft, writeDraft } from '../../db/record-drafts.ts'
import type { Actor } from '../../domain/actor.ts'
import { contentChanges } from '../../domain/newsroom/changed-fields.ts'
import { checkContent } from '../../domain/newsroom/check-content.ts'
import type { RecordContent } from '../../domain/newsroom/record-content.ts'
import type { Things } from '../automation/names-of-things.ts'
import type { News } from './plan-alerts.ts'

export type PlacesOutcome =
  | { kind: 'nothing-new' }
  /** Written, but not published yet. */
  | { kind: 'added' }
  /** They conflict with the content of the incident. Nothing was written. */
  | { kind: 'refused'; sentences: string[] }

const FIELDS = ['clouds', 'services', 'data_centers'] as const
type Places = Pick<RecordContent, (typeof FIELDS)[number]>

/**
 * Adds places that new alerts name and the incident lacks. Places that people removed stay out. A draft gets them too
 * and stays unchanged otherwise. The following publication notifies readers.
 */
export async function addPlaces(
  trx: Transaction<DB>,
  { things, actor, now }: { things: Things; actor: Actor; now: Date },
  { recordId, news, content }: { recordId: number; news: News; content: RecordContent },
): Promise<PlacesOutcome> {
  const missing = missingIn(content, placesOfNews(news))
  if (FIELDS.every((field) => missing[field].length === 0)) return { kind: 'nothing-new' }
  const added = withPlaces(content, missing)
  const errors = checkContent(added, things)
  const sentences = FIELDS.flatMap((field) => errors[field] ?? [])
  if (sentences.length > 0) return { kind: 'refused', sentences }

  await writeContent(trx, { recordId, content: added, now })
  const draft = await findDraft(trx, recordId)
  if (draft !== undefined) {
    const { saved_by: savedBy, saved_at: at } = draft
    await writeDraft(trx, { recordId, content: withPlaces(draft.content, missing), savedBy, at })
  }
  await insertAudit(trx, {
    at: now,
    actor,
    action: 'add-places',
    entity: 'record',
    entityId: recordId,
    ...contentChanges(content, added),
  })
  return { kind: 'added' }
}

export function placesOfNews({ alerts }: News): Places {
  const all = (of: (alert: News['alerts'][number]) => number[]) => [...new Set(alerts.flatMap(of))]
  return {
    clouds: all(({ clouds }) => clouds),
    services: all(({ services }) => services),
    data_centers: all(({ dataCenters }) => dataCenters),
  }
}

function missingIn(content: Places, wanted: Places): Places {
  const missing = (field: keyof Places) => wanted[field].filter((tid) => !content[field].includes(tid))
  return {
    clouds: missing('clouds'),
    services: missing('services'),
    data_centers: missing('data_centers'),
  }
}

function withPlaces(content: RecordContent, more: Places): RecordContent {
  const union = (field: keyof Places) =>
    [...new Set([...content[field], ...more[field]])].toSorted((a, b) => a - b)
  return {
    ...content,
    clouds: union('clouds'),
    services: union('services'),
    data_centers: union('data_centers'),
  }
}
