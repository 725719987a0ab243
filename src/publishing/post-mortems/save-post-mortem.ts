import type { Kysely, Transaction } from 'kysely'
import { carryWaitingPostMortem } from '../../db/approvals.ts'
import { insertAudit, lastAudit } from '../../db/audit.ts'
import type { DB } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { writePostMortemDraft } from '../../db/post-mortems.ts'
import type { Actor } from '../../domain/actor.ts'
import {
  changedPostMortemFields,
  emptyPostMortem,
  isSamePostMortem,
  type PostMortemContent,
  tidyPostMortem,
  wholePostMortem,
} from '../../domain/post-mortem.ts'
import { MINUTE_MS } from '../../domain/time.ts'
import { sanitizeHtml } from '../sanitize-html.ts'
import { type ChangingPostMortem, type OpenPostMortem, openPostMortem } from './open-post-mortem.ts'
import type { PostMortemRefusal } from './post-mortem-outcome.ts'

type SaveOutcome = { kind: 'saved'; version: number; savedAt: Date } | PostMortemRefusal
type SaveWordsOutcome =
  | {
      kind: 'saved'
      version: number
      savedAt: Date
      content: PostMortemContent
    }
  | PostMortemRefusal

export interface SavingPostMortem extends ChangingPostMortem {
  content: PostMortemContent
}

export function savePostMortem(db: Kysely<DB>, saving: SavingPostMortem): Promise<SaveWordsOutcome> {
  return inTransaction(db, (trx) => savePostMortemInTransaction(trx, saving))
}

export async function savePostMortemInTransaction(
  trx: Transaction<DB>,
  saving: SavingPostMortem,
): Promise<SaveWordsOutcome> {
  const { recordId, actor, now } = saving
  const opened = await openPostMortem(trx, saving)
  if (opened.kind !== 'open') return opened
  const tidying = { now, clean: sanitizeHtml, before: opened.content }
  const { content, errors } = tidyPostMortem(saving.content, tidying)
  if (Object.keys(errors).length > 0) return { kind: 'wrong-post-mortem', errors }
  const { record, draft, published } = opened
  // Saves words that were begun while the incident was closed, even if a colleague reopened it: nothing
  // typed is lost.
  if (record.closed_on === null && draft === undefined) return { kind: 'not-closed' }
  if (isSamePostMortem(opened.content, content))
    return { kind: 'saved', version: draft?.version ?? 0, savedAt: draft?.saved_at ?? now, content }
  const shown = published === undefined ? emptyPostMortem() : wholePostMortem(published.content)
  const version = await writePostMortemDraft(trx, {
    recordId,
    content: isSamePostMortem(shown, content) ? null : content,
    dueOn: draft?.due_on ?? null,
    // Someone is writing it after all.
    isWaived: false,
    savedBy: actor.userId,
    at: now,
  })
  await auditSave(trx, { opened, content, actor, now })
  return { kind: 'saved', version, savedAt: now, content }
}

async function auditSave(
  trx: Transaction<DB>,
  {
    opened,
    content,
    actor,
    now,
  }: { opened: OpenPostMortem; content: PostMortemContent; actor: Actor; now: Date },
) {
  const recordId = opened.record.id
  const last = await lastAudit(trx, { entity: 'record', entityId: recordId })
  const isSame =
    last?.action === 'save-post-mortem' && last.actor_user_id === actor.userId && last.actor === actor.name
  if (isSame && now.getTime() - last.at.getTime() < TYPING_ON_MS) return
  const fields = changedPostMortemFields(opened.content, content)
  await insertAudit(trx, {
    at: now,
    actor,
    action: 'save-post-mortem',
    entity: 'record',
    entityId: recordId,
    before: postMortemAudit(opened.content, fields, SAVED_CHARACTERS),
    after: postMortemAudit(content, fields, SAVED_CHARACTERS),
  })
}

const TYPING_ON_MS = 10 * MINUTE_MS
/** Of each part: the log only grows, and the editor saves every few seconds. */
const SAVED_CHARACTERS = 300

/** Named so that they aren't taken for fields of its incident. */
export function postMortemAudit(
  content: PostMortemContent,
  fields: readonly (keyof PostMortemContent)[],
  characters = Number.POSITIVE_INFINITY,
): Record<string, unknown> {
  const entries = fields.map((name) => {
    const value = content[name]
    const isCut = typeof value === 'string' && value.length > characters
    return [`post_mortem.${name}`, isCut ? `${value.slice(0, characters)}…` : value]
  })
  return Object.fromEntries(entries)
}

export function discardPostMortem(db: Kysely<DB>, changing: ChangingPostMortem): Promise<SaveOutcome> {
  return inTransaction(db, async (trx): Promise<SaveOutcome> => {
    const { recordId, actor, now } = changing
    const opened = await openPostMortem(trx, changing)
    if (opened.kind !== 'open') return opened
    const { draft } = opened
    if (draft === undefined || draft.content === null) return { kind: 'nothing-new' }
    const version = await writePostMortemDraft(trx, {
      recordId,
      content: null,
      dueOn: draft.due_on,
      isWaived: draft.is_waived,
      savedBy: actor.userId,
      at: now,
    })
    await insertAudit(trx, {
      at: now,
      actor,
      action: 'discard-post-mortem',
      entity: 'record',
      entityId: recordId,
      before: postMortemAudit(opened.content, ['what_happened', 'impact', 'why', 'what_we_do', 'actions']),
      after: null,
    })
    return { kind: 'saved', version, savedAt: now }
  })
}

export interface PostMortemDue {
  /** A day such as `2026-11-30`; null: no date. */
  dueOn: string | null
  isWaived: boolean
}

export function setPostMortemDue(
  db: Kysely<DB>,
  { due, ...changing }: ChangingPostMortem & { due: PostMortemDue },
): Promise<SaveOutcome> {
  return inTransaction(db, async (trx): Promise<SaveOutcome> => {
    const opened = await openPostMortem(trx, changing)
    if (opened.kind !== 'open') return opened
    if (opened.record.closed_on === null) return { kind: 'not-closed' }
    const version = await writeDue(trx, { ...changing, opened, due })
    return { kind: 'saved', version, savedAt: changing.now }
  })
}

export async function setDueWhenClosed(
  trx: Transaction<DB>,
  { due, ...changing }: ChangingPostMortem & { due: PostMortemDue },
): Promise<void> {
  const opened = await openPostMortem(trx, changing)
  if (opened.kind === 'open' && opened.published === undefined)
    await writeDue(trx, { ...changing, opened, due })
}

async function writeDue(
  trx: Transaction<DB>,
  {
    recordId,
    actor,
    now,
    opened: { draft },
    due: { dueOn, isWaived },
  }: ChangingPostMortem & { opened: OpenPostMortem; due: PostMortemDue },
): Promise<number> {
  const before = { due_on: draft?.due_on ?? null, is_waived: draft?.is_waived ?? false }
  const after = { due_on: isWaived ? null : dueOn, is_waived: isWaived }
  if (before.due_on === after.due_on && before.is_waived === after.is_waived) return draft?.version ?? 0
  const version = await writePostMortemDraft(trx, {
    recordId,
    content: draft?.content ?? null,
    dueOn: after.due_on,
    isWaived,
    // A program that only sets the date doesn't become the author of the words.
    savedBy: actor.userId ?? draft?.saved_by ?? null,
    at: now,
  })
  await carryWaitingPostMortem(trx, { recordId, from: draft?.version ?? 0, to: version })
  await insertAudit(trx, {
    at: now,
    actor,
    action: 'plan-post-mortem',
    entity: 'record',
    entityId: recordId,
    before: { 'post_mortem.due_on': before.due_on, 'post_mortem.is_waived': before.is_waived },
    after: { 'post_mortem.due_on': after.due_on, 'post_mortem.is_waived': after.is_waived },
  })
  return version
}
