import type { Kysely, Transaction } from 'kysely'
import { RecordTemplateContent, UpdateTemplateContent } from '../../contract/admin/templates.ts'
import { insertAudit } from '../../db/audit.ts'
import { readThings } from '../../db/choices.ts'
import type { DB } from '../../db/database.ts'
import { isTakenMeanwhile } from '../../db/is-taken-meanwhile.ts'
import { findSeverity, findStatus } from '../../db/record-life.ts'
import {
  changeTemplate,
  insertTemplate,
  isTemplateNameTaken,
  lockTemplate,
  type StoredTemplatePurpose,
  type TemplateContent,
} from '../../db/templates.ts'
import type { Actor } from '../../domain/actor.ts'
import type { MayEdit } from '../../domain/newsroom/may-edit.ts'
import { storable } from '../../domain/newsroom/tidy-content.ts'
import { PART_NAMES, type PostMortemContent, tidyPostMortem } from '../../domain/post-mortem.ts'
import type { RecordKind } from '../../domain/record.ts'
import { isBlankHtml } from '../life/is-blank-html.ts'
import { onlyFieldsOf } from '../only-fields-of.ts'
import { sanitizeHtml } from '../sanitize-html.ts'
import { mayWriteTemplate, type TemplateOutcome } from './template-outcome.ts'

export interface WrittenTemplate {
  name: string
  /** Exactly one of these is set. */
  record?: TemplateContent | undefined
  update?: TemplateContent | undefined
  post_mortem?: PostMortemContent | undefined
}

interface By {
  actor: Actor
  mayEdit: MayEdit
  now: Date
}

export function createTemplate(
  db: Kysely<DB>,
  { kind, ...typed }: WrittenTemplate & { kind: RecordKind },
  { actor, mayEdit, now }: By,
): Promise<TemplateOutcome> {
  return unlessNameTaken(db, async (trx) => {
    const written = clean(typed, now)
    if (written === undefined) return EXACTLY_ONE
    if (written.purpose === 'post_mortem' && kind !== 'incident') return ONLY_INCIDENTS
    const { name, purpose, content } = written
    if (!mayWriteTemplate({ kind, content }, mayEdit)) return { kind: 'not-allowed' }
    const errors = await wrongIn(trx, written)
    if (errors !== undefined) return { kind: 'wrong', errors }
    const id = await insertTemplate(trx, { name, kind, purpose, content, updated_at: now })
    await insertAudit(trx, {
      at: now,
      actor,
      action: 'create',
      entity: 'template',
      entityId: id,
      before: null,
      after: { name, kind, purpose, content },
    })
    return { kind: 'done', id }
  })
}

export function saveTemplate(
  db: Kysely<DB>,
  { id, version, ...typed }: WrittenTemplate & { id: number; version: number },
  { actor, mayEdit, now }: By,
): Promise<TemplateOutcome> {
  return unlessNameTaken(db, async (trx) => {
    const before = await lockTemplate(trx, id)
    if (before === undefined) return { kind: 'no-such-template' }
    const written = clean(typed, now)
    if (written === undefined || written.purpose !== before.purpose) return EXACTLY_ONE
    const { name, content } = written
    const isAllowed = [before, { ...before, content }].every((each) => mayWriteTemplate(each, mayEdit))
    if (!isAllowed) return { kind: 'not-allowed' }
    if (before.version !== version) return { kind: 'conflict' }
    const errors = await wrongIn(trx, { ...written, id })
    if (errors !== undefined) return { kind: 'wrong', errors }
    await changeTemplate(trx, id, { name, content, at: now })
    await insertAudit(trx, {
      at: now,
      actor,
      action: 'save',
      entity: 'template',
      entityId: id,
      before: { name: before.name, content: before.content },
      after: { name, content },
    })
    return { kind: 'done', id }
  })
}

/** Also checked before writing; this is for two people who write the same name at the same time. */
async function unlessNameTaken(
  db: Kysely<DB>,
  write: (trx: Transaction<DB>) => Promise<TemplateOutcome>,
): Promise<TemplateOutcome> {
  try {
    return await db.transaction().execute(write)
  } catch (error) {
    if (!isTakenMeanwhile(error, 'record_templates_name_unique')) throw error
    return { kind: 'wrong', errors: { name: NAME_TAKEN } }
  }
}

const NAME_TAKEN = 'Another template has this name.'
const EXACTLY_ONE: TemplateOutcome = {
  kind: 'wrong',
  errors: { purpose: 'A template is for records, for updates or for post-mortems, and this can’t change.' },
}
const ONLY_INCIDENTS: TemplateOutcome = {
  kind: 'wrong',
  errors: { kind: 'Only incidents have post-mortems.' },
}

interface CleanTemplate {
  name: string
  errors?: Record<string, string>
  purpose: StoredTemplatePurpose
  content: TemplateContent
}

function clean({ name, record, update, post_mortem }: WrittenTemplate, now: Date): CleanTemplate | undefined {
  if ([record, update, post_mortem].filter((each) => each !== undefined).length !== 1) return undefined
  if (post_mortem !== undefined) {
    const { content, errors } = tidyPostMortem(post_mortem, { now, clean: sanitizeHtml })
    return {
      name: storable(name.trim()),
      purpose: 'post_mortem',
      content: { ...content },
      errors: Object.fromEntries(
        Object.entries(errors).map(([field, words]) => [`post_mortem.${field}`, words]),
      ),
    }
  }
  const typed = record ?? update ?? {}
  const content = onlyFieldsOf(record === undefined ? UpdateTemplateContent : RecordTemplateContent, typed)
  return storable({
    name: name.trim(),
    purpose: record === undefined ? ('update' as const) : ('record' as const),
    content:
      typeof content.body === 'string' ? { ...content, body: sanitizeHtml(content.body) } : { ...content },
  })
}

async function wrongIn(
  trx: Transaction<DB>,
  { id, name, purpose, content, errors: found }: CleanTemplate & { id?: number },
): Promise<Record<string, string> | undefined> {
  const { body, status_id, severity_tid } = content
  const { clouds, service_categories, regions } = await readThings(trx)
  const isKnown = (field: 'clouds' | 'services' | 'data_centers', known: readonly number[]) =>
    ((content[field] ?? []) as number[]).every((id) => known.includes(id))
  const errors = {
    ...found,
    ...(name === '' && { name: 'Please give it a name.' }),
    ...((await isTemplateNameTaken(trx, { name, exceptId: id })) && {
      name: NAME_TAKEN,
    }),
    ...(purpose === 'update' &&
      isBlankHtml(String(body ?? '')) && { 'update.body': 'Please write the text of the update.' }),
    ...(purpose === 'post_mortem' &&
      PART_NAMES.every((part) => content[part] === '') && {
        'post_mortem.what_happened': 'Please write at least one of the parts.',
      }),
    ...(typeof status_id === 'number' &&
      (await findStatus(trx, status_id)) === undefined && {
        [`${purpose}.status_id`]: 'Please choose a status.',
      }),
    ...(typeof severity_tid === 'number' &&
      (await findSeverity(trx, severity_tid)) === undefined && {
        [`${purpose}.severity_tid`]: 'Please choose a severity.',
      }),
    ...(!isKnown(
      'clouds',
      clouds.map(({ id }) => id),
    ) && { 'record.clouds': 'One of these clouds no longer exists.' }),
    ...(!isKnown(
      'services',
      service_categories.flatMap(({ services }) => services.map(({ tid }) => tid)),
    ) && { 'record.services': 'One of these services no longer exists.' }),
    ...(!isKnown(
      'data_centers',
      regions.flatMap(({ data_centers }) => data_centers.map(({ tid }) => tid)),
    ) && { 'record.data_centers': 'One of these data centers no longer exists.' }),
  }
  return Object.keys(errors).length === 0 ? undefined : errors
}
