import type { Kysely } from 'kysely'
import type { DB } from '../../db/database.ts'
import { currentEdition } from '../../db/edition.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { lockStanding } from '../../db/record-life.ts'
import { lockUpdate } from '../../db/record-updates.ts'
import { writeUpdateBody } from '../../db/records.ts'
import type { Actor } from '../../domain/actor.ts'
import type { MayEdit } from '../../domain/newsroom/may-edit.ts'
import { placeholdersIn } from '../../domain/newsroom/placeholders.ts'
import { storable } from '../../domain/newsroom/tidy-content.ts'
import { wrongImages } from '../images/wrong-images.ts'
import { publishInTransaction } from '../publish-record.ts'
import { sortOf } from '../records/edit-refusal.ts'
import { sanitizeHtml } from '../sanitize-html.ts'
import { isBlankHtml } from './is-blank-html.ts'
import type { StepRefusal } from './step-outcome.ts'

export interface Correcting {
  recordId: number
  updateId: number
  version: number
  actor: Actor
  mayEdit: MayEdit
  now: Date
  body: string
}

export type CorrectOutcome = { kind: 'done'; edition: number } | StepRefusal

/** Fixes a typo in an update on the site, without notifying anyone. */
export function correctUpdate(db: Kysely<DB>, correcting: Correcting): Promise<CorrectOutcome> {
  return inTransaction(db, async (trx): Promise<CorrectOutcome> => {
    const { recordId, updateId, version, actor, mayEdit, now } = correcting
    const record = await lockStanding(trx, recordId)
    if (record === undefined) return { kind: 'no-such-record' }
    if (!mayEdit(sortOf(record))) return { kind: 'not-allowed' }
    if (record.state !== 'published') return { kind: 'not-published' }
    if (record.version !== version) return { kind: 'conflict' }
    const update = await lockUpdate(trx, { id: updateId, recordId })
    if (update === undefined) return { kind: 'no-such-update' }
    const body = sanitizeHtml(storable(correcting.body))
    if (isBlankHtml(body)) return { kind: 'nothing-said' }
    // A monitoring system may have written some; they can stay.
    const unfilled = placeholdersIn(body).find((name) => !placeholdersIn(update.body).includes(name))
    if (unfilled !== undefined) return { kind: 'unfilled', name: unfilled }
    const sentence = await wrongImages(trx, body)
    if (sentence !== undefined) return { kind: 'wrong-images', sentence }
    if (body === update.body) return { kind: 'done', edition: (await currentEdition(trx)).number }

    await writeUpdateBody(trx, { id: updateId, body })
    const published = await publishInTransaction(trx, {
      recordId,
      actor,
      now,
      step: 'corrected',
      updateId,
      isUrgent: false,
      notifies: false,
      action: 'correct-update',
      changes: { before: { update: updateId, body: update.body }, after: { update: updateId, body } },
    })
    if (published.kind !== 'published') throw new Error(`Correction not published: ${published.kind}`)
    return { kind: 'done', edition: published.edition }
  })
}
