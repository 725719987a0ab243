import type { Kysely, Transaction } from 'kysely'
import { EDITION_OF_LOOK, markLookedAt } from '../../db/as-if-published.ts'
import { insertAudit } from '../../db/audit.ts'
import type { DB } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import {
  deletePostMortem,
  endExpansionOfPostMortem,
  writePostMortem,
  writePostMortemDraft,
} from '../../db/post-mortems.ts'
import { findDeedOfPublication, findPublicationByKey } from '../../db/publications.ts'
import { type PublishedRecords, publishedRecordsSince } from '../../db/published-records.ts'
import type { Publication } from '../../domain/notifying/publication.ts'
import {
  changedPostMortemFields,
  eachPart,
  emptyPostMortem,
  isOnlyProgress,
  isSamePostMortem,
  mergePostMortem,
  PART_NAMES,
  POST_MORTEM_FIELDS,
  type PostMortemContent,
  type PostMortemErrors,
  postMortemProblems,
  tidyPostMortem,
  wholePostMortem,
} from '../../domain/post-mortem.ts'
import { askGate } from '../approval/gate.ts'
import { orTakeBack, TakenBack } from '../automation/take-back.ts'
import { wrongImages } from '../images/wrong-images.ts'
import { publishInTransaction } from '../publish-record.ts'
import { publicationOfLook } from '../records/look-at-content.ts'
import { sanitizeHtml } from '../sanitize-html.ts'
import { settleAllWithdrawn } from '../unpublish-record.ts'
import { type ChangingPostMortem, type OpenPostMortem, openPostMortem } from './open-post-mortem.ts'
import type { PostMortemRefusal } from './post-mortem-outcome.ts'
import { postMortemAudit, type SavingPostMortem } from './save-post-mortem.ts'

export interface PublishingPostMortem extends ChangingPostMortem {
  notifies: boolean
  idempotencyKey?: string | undefined
  /** Published instead of the draft. The draft stays: its authors have not finished it. */
  words?: PostMortemContent | undefined
}

export type PublishPostMortemOutcome =
  | { kind: 'published'; edition: number; publicationId: number }
  | PostMortemRefusal

export function publishPostMortem(
  db: Kysely<DB>,
  publishing: PublishingPostMortem,
): Promise<PublishPostMortemOutcome> {
  return inTransaction(db, (trx) => publishPostMortemInTransaction(trx, publishing))
}

export async function publishPostMortemInTransaction(
  trx: Transaction<DB>,
  publishing: PublishingPostMortem,
): Promise<PublishPostMortemOutcome> {
  const { recordId, version, idempotencyKey } = publishing
  const opened = await openPostMortem(trx, { ...publishing, version: undefined })
  if (opened.kind !== 'open') return opened
  // Before the version check: the first attempt has raised the version.
  const earlier = idempotencyKey === undefined ? undefined : await findPublicationByKey(trx, idempotencyKey)
  if (earlier !== undefined) {
    if (earlier.record_id !== recordId) return { kind: 'key-of-another-record', recordId: earlier.record_id }
    const deed = await findDeedOfPublication(trx, earlier.id)
    // A retry has the version from before the publication. A later version means other words.
    if (deed?.action !== 'publish-post-mortem' || version === opened.draft?.version)
      return { kind: 'key-of-another-step' }
    return { kind: 'published', edition: earlier.edition, publicationId: earlier.id }
  }
  const checked = await openPostMortem(trx, publishing)
  if (checked.kind !== 'open') return checked
  const { record, draft, published } = opened
  if (record.closed_on === null) return { kind: 'not-closed' }
  const shown = published && wholePostMortem(published.content)
  const { words, now } = publishing
  if (words === undefined && (draft?.content ?? null) === null)
    return shown === undefined ? { kind: 'no-post-mortem' } : { kind: 'nothing-new' }
  const tidied = words && tidyPostMortem(words, { now, clean: sanitizeHtml, before: shown ?? opened.content })
  const content = tidied?.content ?? eachPart(opened.content, sanitizeHtml)
  if (words !== undefined && shown !== undefined && isSamePostMortem(shown, content))
    return { kind: 'nothing-new' }
  const errors = { ...(await problemsOf(trx, content, shown)), ...tidied?.errors }
  if (Object.keys(errors).length > 0) return { kind: 'wrong-post-mortem', errors }
  const { pass } = publishing
  const gate = await askGate(trx, { recordId, kind: 'incident', action: 'publish-post-mortem', pass })
  if (gate === 'needs-approval') return { kind: 'needs-approval' }
  return write(trx, { publishing, opened, content })
}

async function problemsOf(
  trx: Transaction<DB>,
  content: PostMortemContent,
  seen: PostMortemContent | undefined,
): Promise<PostMortemErrors> {
  const errors: PostMortemErrors = {}
  for (const name of PART_NAMES) {
    const sentence = await wrongImages(trx, content[name])
    if (sentence !== undefined) errors[name] = sentence
  }
  return { ...errors, ...postMortemProblems(content, seen) }
}

async function write(
  trx: Transaction<DB>,
  {
    publishing: { recordId, actor, now, notifies, idempotencyKey, pass, words },
    opened: { record, draft, published },
    content,
  }: { publishing: PublishingPostMortem; opened: OpenPostMortem; content: PostMortemContent },
): Promise<PublishPostMortemOutcome> {
  const before = published === undefined ? emptyPostMortem() : wholePostMortem(published.content)
  const publishedOn = published?.published_on ?? now
  const updatedOn = published === undefined ? null : now
  await writePostMortem(trx, { recordId, content, publishedOn, updatedOn })
  const typed = words === undefined ? null : (draft?.content ?? null)
  const left =
    typed && mergePostMortem({ base: before, mine: wholePostMortem(typed), theirs: content }).merged
  const isLeft = left !== null && !isSamePostMortem(left, content)
  await writePostMortemDraft(trx, {
    recordId,
    content: isLeft ? left : null,
    dueOn: draft?.due_on ?? null,
    isWaived: false,
    savedBy: isLeft && draft !== undefined ? draft.saved_by : actor.userId,
    at: isLeft && draft !== undefined ? draft.saved_at : now,
  })
  const fields = changedPostMortemFields(before, content)
  const outcome = await publishInTransaction(trx, {
    recordId,
    actor,
    now,
    step: 'post_mortem',
    updateId: null,
    isUrgent: false,
    notifies,
    ...(idempotencyKey !== undefined && { idempotencyKey }),
    postMortem: postMortemInMessage(content, { publishedOn, updatedOn }),
    action: 'publish-post-mortem',
    pass,
    changes: {
      before: postMortemAudit(before, fields),
      after: {
        ...postMortemAudit(content, fields),
        ...(published !== undefined && isOnlyProgress(before, content) && { is_progress: true }),
      },
    },
  })
  if (outcome.kind !== 'published')
    throw new Error(`Post-mortem of ${record.id} not published: ${outcome.kind}`)
  return outcome
}

/**
 * Takes it off the site; its words become the draft again. Pending messages are canceled. If its incident
 * was withdrawn and comes back, the post-mortem stays off the site.
 */
export async function withdrawPostMortem(
  db: Kysely<DB>,
  changing: ChangingPostMortem,
): Promise<{ kind: 'done'; edition: number } | PostMortemRefusal> {
  const outcome = await inTransaction(db, (trx) => withdrawPostMortemInTransaction(trx, changing))
  if (outcome.kind !== 'done') return outcome
  for (const id of outcome.publications) await settleAllWithdrawn(db, id)
  return { kind: 'done', edition: outcome.edition }
}

/** The caller settles these publications after the commit. */
export async function withdrawPostMortemInTransaction(
  trx: Transaction<DB>,
  changing: ChangingPostMortem,
): Promise<{ kind: 'done'; edition: number; publications: number[] } | PostMortemRefusal> {
  const opened = await openPostMortem(trx, changing, { isHiddenToo: true })
  if (opened.kind !== 'open') return opened
  const { recordId, actor, now, pass } = changing
  const { record, draft, published, content } = opened
  const isHidden = record.state !== 'published'
  if (published === undefined) return isHidden ? { kind: 'not-published' } : { kind: 'no-post-mortem' }
  const action = 'withdraw-post-mortem'
  // Readers see no difference while its incident is off the site.
  const gate = isHidden ? 'open' : await askGate(trx, { recordId, kind: 'incident', action, pass })
  if (gate === 'needs-approval') return { kind: 'needs-approval' }
  const publications = await endExpansionOfPostMortem(trx, { recordId, at: now })
  await deletePostMortem(trx, recordId)
  await writePostMortemDraft(trx, {
    recordId,
    content,
    dueOn: draft?.due_on ?? null,
    isWaived: false,
    savedBy: actor.userId,
    at: now,
  })
  const before = postMortemAudit(wholePostMortem(published.content), POST_MORTEM_FIELDS)
  if (isHidden) {
    await insertAudit(trx, {
      at: now,
      actor,
      action,
      entity: 'record',
      entityId: recordId,
      before,
      after: {},
    })
    return { kind: 'done', edition: record.edition ?? 0, publications }
  }
  const done = await publishInTransaction(trx, {
    recordId,
    actor,
    now,
    step: 'corrected',
    updateId: null,
    isUrgent: false,
    notifies: false,
    action,
    pass,
    changes: { before, after: {} },
  })
  if (done.kind !== 'published') throw new Error(`Post-mortem not withdrawn: ${done.kind}`)
  return { kind: 'done', edition: done.edition, publications }
}

type LookOutcome = { kind: 'seen'; rows: PublishedRecords; publication: Publication } | PostMortemRefusal

export function lookAtPostMortem(db: Kysely<DB>, looking: SavingPostMortem): Promise<LookOutcome> {
  return orTakeBack(() =>
    inTransaction(db, async (trx): Promise<LookOutcome> => {
      const { recordId, now } = looking
      const opened = await openPostMortem(trx, { ...looking, version: undefined })
      if (opened.kind !== 'open') return opened
      const { record, draft, published } = opened
      if (record.closed_on === null && draft === undefined) return { kind: 'not-closed' }
      const tidying = { now, clean: sanitizeHtml, before: opened.content }
      const { content, errors } = tidyPostMortem(looking.content, tidying)
      // Nothing else is checked: a preview shows what is still to be filled in.
      if (Object.keys(errors).length > 0) return { kind: 'wrong-post-mortem', errors }
      const publishedOn = published?.published_on ?? now
      const updatedOn = published === undefined ? null : now
      await writePostMortem(trx, { recordId, content, publishedOn, updatedOn })
      await markLookedAt(trx, recordId, now)
      const rows = await publishedRecordsSince(trx, EDITION_OF_LOOK - 1)
      const publication = await publicationOfLook(trx, { recordId, step: 'post_mortem', now })
      const post_mortem = postMortemInMessage(content, { publishedOn, updatedOn })
      throw new TakenBack<LookOutcome>({
        kind: 'seen',
        rows,
        publication: { ...publication, content: { ...publication.content, post_mortem } },
      })
    }),
  )
}

function postMortemInMessage(
  content: PostMortemContent,
  { publishedOn, updatedOn }: { publishedOn: Date; updatedOn: Date | null },
) {
  return {
    ...content,
    published_on: publishedOn.toISOString(),
    updated_on: updatedOn?.toISOString() ?? null,
  }
}
