import type { Kysely, Transaction } from 'kysely'
import type { BulkResult } from '../../contract/admin/record-lists.ts'
import { findAdminRecord } from '../../db/admin-records.ts'
import { readThings } from '../../db/choices.ts'
import type { DB } from '../../db/database.ts'
import { readContent, writeContent } from '../../db/record-content.ts'
import { deedOfDiscarding, lastDeed } from '../../db/record-deeds.ts'
import { changeDraft, deleteDraft, findDraft } from '../../db/record-drafts.ts'
import { type EditedRecord, writeEmbargo } from '../../db/record-editing.ts'
import { findStatusOfClass } from '../../db/record-life.ts'
import type { Actor } from '../../domain/actor.ts'
import { changedFields, contentChanges } from '../../domain/newsroom/changed-fields.ts'
import { checkContent } from '../../domain/newsroom/check-content.ts'
import { deedWords } from '../../domain/newsroom/deed-words.ts'
import type { MayEdit, MayRead, ReadableSorts } from '../../domain/newsroom/may-edit.ts'
import { type RecordContent, withMissingOf } from '../../domain/newsroom/record-content.ts'
import { losesLastPlace, overfull, RETAG_FIELDS, type Retag, retagged } from '../../domain/newsroom/retag.ts'
import { askGate } from '../approval/gate.ts'
import { type Publishing, publishTogether } from '../publish-record.ts'
import { findReach } from './about-record.ts'
import { silently, writeArchived } from './archive-record.ts'
import { discardInTransaction } from './discard-draft.ts'
import { openForEditing, sortOf } from './edit-refusal.ts'
import { saveDraft } from './save-draft.ts'

export type BulkAct = { kind: 'archive' } | { kind: 'discard' } | { kind: 'retag'; retag: Retag }

interface Changing {
  act: BulkAct
  /** As the user saw them. A record that has changed since is left out. */
  records: readonly { id: number; version: number }[]
  isTrial: boolean
  actor: Actor
  mayEdit: MayEdit
  mayRead: MayRead
  reader: ReadableSorts
  now: Date
}

export function changeRecords(db: Kysely<DB>, changing: Changing): Promise<BulkResult[]> {
  return db.transaction().execute(async (trx) => {
    const plans: Plan[] = []
    const planOf = await plannerOf(trx, changing)
    // The same order everywhere, so that two of these never wait for each other.
    const inOrder = changing.records.toSorted((a, b) => a.id - b.id)
    for (const seen of inOrder) plans.push(await planFor(trx, { seen, changing, planOf }))
    if (!changing.isTrial) {
      const publishings: Publishing[] = []
      for (const plan of plans) {
        const publishing = plan.kind === 'planned' ? await plan.write() : undefined
        if (publishing !== undefined) publishings.push(publishing)
      }
      await publishTogether(trx, publishings)
    }
    const results = new Map(plans.map((plan) => [plan.id, resultOf(plan)]))
    return changing.records.flatMap(({ id }) => results.get(id) ?? [])
  })
}

type Effect = NonNullable<BulkResult['effect']>

type Plan =
  | { kind: 'left-out'; id: number; title: string | null; why: string }
  | {
      kind: 'planned'
      id: number
      title: string
      effect: Effect
      write: () => Promise<Publishing | undefined>
    }

function resultOf(plan: Plan): BulkResult {
  const { id, title } = plan
  return plan.kind === 'planned'
    ? { id, title, effect: plan.effect, left_out: null }
    : { id, title, effect: null, left_out: plan.why }
}

type PlanOne = (record: EditedRecord) => Promise<PlannedAct>
type PlannedAct =
  | { kind: 'left-out'; why: string }
  | { kind: 'planned'; effect: Effect; write: () => Promise<Publishing | undefined> }

async function planFor(
  trx: Transaction<DB>,
  { seen, changing, planOf }: { seen: { id: number; version: number }; changing: Changing; planOf: PlanOne },
): Promise<Plan> {
  const { mayEdit, mayRead, reader, now } = changing
  const opened = await openForEditing(trx, { recordId: seen.id, mayEdit })
  const reach = await findReach(trx, { recordId: seen.id, mayRead })
  const leftOut = (why: string, title: string | null = null): Plan => ({
    kind: 'left-out',
    id: seen.id,
    title,
    why,
  })
  // A record that this person may not read doesn't exist for them.
  if (opened.kind === 'no-such-record' || reach === 'nothing' || reach === 'no-such-record') {
    const deed = await deedOfDiscarding(trx, { recordId: seen.id, reader })
    return leftOut(
      deed === undefined ? 'It no longer exists.' : `${deedWords(deed, { kind: 'incident', now })}.`,
    )
  }
  if (opened.kind !== 'open') {
    const found = await findAdminRecord(trx, seen.id)
    const isOfKind = found !== undefined && mayEdit(sortOf({ ...found, clouds: [] }))
    return leftOut(isOfKind ? OTHER_CLOUDS : 'You may not edit this kind of record.')
  }
  const { record } = opened
  if (record.version !== seen.version) {
    const deed = await lastDeed(trx, seen.id)
    const who = deed === undefined ? 'It has changed' : deedWords(deed, { kind: record.kind, now })
    return leftOut(`${who}. Look at it first.`, record.title)
  }
  const plan = await planOf(record)
  return plan.kind === 'left-out'
    ? leftOut(plan.why, record.title)
    : { ...plan, id: record.id, title: record.title }
}

async function plannerOf(trx: Transaction<DB>, changing: Changing): Promise<PlanOne> {
  switch (changing.act.kind) {
    case 'archive':
      return planToArchive(trx, changing)
    case 'discard':
      return planToDiscard(trx, changing)
    case 'retag':
      return planToRetag(trx, changing, changing.act.retag)
  }
}

async function planToArchive(trx: Transaction<DB>, { actor, now }: Changing): Promise<PlanOne> {
  const archived = await findStatusOfClass(trx, 'archived')
  const { statuses } = await readThings(trx)
  return async (record) => {
    if (archived === undefined)
      return leftOut('This site has no status of the class “archived”. Add one under Site, Statuses.')
    const before = await readContent(trx, record.id)
    if (record.state !== 'published' || before === undefined) return leftOut('It is not on the site.')
    const status = statuses.find(({ id }) => id === before.status_id)
    if (status?.class === 'archived') return leftOut('It is already archived.')
    const hasEnd = record.kind === 'incident' || record.kind === 'maintenance'
    if (hasEnd && status?.is_closed === false)
      return leftOut('It is still open. Close it first, so that subscribers are notified.')
    if (await isGated(trx, record, { action: 'archive' })) return leftOut(NEEDS_APPROVAL)
    return {
      kind: 'planned',
      effect: 'archived',
      write: () => writeArchived(trx, { recordId: record.id, before, statusId: archived.id, actor, now }),
    }
  }
}

const OTHER_CLOUDS = 'Your rights are limited to other clouds.'
const NEEDS_APPROVAL = 'A second person must approve it first. Change it on its own, and ask for approval.'

async function isGated(
  trx: Transaction<DB>,
  { id: recordId, kind }: EditedRecord,
  of: { action: string; content?: RecordContent },
) {
  return (await askGate(trx, { recordId, kind, pass: undefined, ...of })) === 'needs-approval'
}

function leftOut(why: string): PlannedAct {
  return { kind: 'left-out', why }
}

function planToDiscard(trx: Transaction<DB>, { actor, mayEdit, now }: Changing): PlanOne {
  return async ({ id: recordId, version, edition, state }) => {
    const isWhole = edition === null
    if (!isWhole && (await findDraft(trx, recordId)) === undefined)
      return leftOut(
        state === 'published'
          ? 'It is published and has no unpublished changes.'
          : 'It is withdrawn and has no unpublished changes.',
      )
    return {
      kind: 'planned',
      effect: isWhole ? (state === 'scheduled' ? 'schedule-trashed' : 'trashed') : 'changes-trashed',
      write: async () => {
        const outcome = await discardInTransaction(trx, { recordId, version, actor, mayEdit, now })
        if (outcome.kind !== 'trashed' && outcome.kind !== 'discarded')
          throw new Error(`Record ${recordId} was not discarded: ${outcome.kind}`)
        return undefined
      },
    }
  }
}

async function planToRetag(trx: Transaction<DB>, changing: Changing, retag: Retag): Promise<PlanOne> {
  const { actor, mayEdit, now } = changing
  const known = await readThings(trx)
  return async (record) => {
    const { id: recordId, version, state } = record
    if (state === 'scheduled')
      return leftOut('It is scheduled, and what was confirmed goes out unchanged. Edit it on its own.')
    const current = await readContent(trx, recordId)
    if (current === undefined) return leftOut('It no longer exists.')
    const draft = await findDraft(trx, recordId)
    const typed = draft && withMissingOf(draft.content, current)
    const before = state === 'published' ? current : (typed ?? current)
    const content = retagged(before, retag)
    if (changedFields(before, content).length === 0) return leftOut('There is nothing to change.')
    if (!mayEdit(sortOf(content))) return leftOut(OTHER_CLOUDS)
    if (losesLastPlace(before, content))
      return leftOut('It would lose its last service or data center, and would then affect its whole clouds.')
    const tooMany = overfull(before, content) ?? (typed && overfull(typed, retagged(typed, retag)))
    if (tooMany !== undefined) return leftOut(tooMany)
    const errorsBefore = checkContent(before, known)
    const errors = checkContent(content, known)
    // An incomplete draft has errors; it must not get new ones.
    const checked = [...RETAG_FIELDS, 'place_states'] as const
    const wrong = checked.find((field) => errors[field] !== errorsBefore[field])
    if (wrong !== undefined && errors[wrong] !== undefined) return leftOut(errors[wrong])
    if (state !== 'published')
      return {
        kind: 'planned',
        effect: 'draft-changed',
        write: async () => {
          const saved = await saveDraft(trx, {
            recordId,
            version,
            content,
            actor,
            mayEdit,
            now,
            action: 'retag',
          })
          if (saved.kind !== 'saved') throw new Error(`Record ${recordId} was not saved: ${saved.kind}`)
          return undefined
        },
      }
    if (await isGated(trx, record, { action: 'retag', content })) return leftOut(NEEDS_APPROVAL)
    return {
      kind: 'planned',
      effect: 'published',
      write: async () => {
        await writeContent(trx, { recordId, content, now })
        const isDraftLeft =
          typed !== undefined && (await retagDraft(trx, { recordId, typed, content, retag }))
        // What the embargo protected is public now. Otherwise it would lock colleagues out of a record
        // without a draft.
        const isOver = typed !== undefined && !isDraftLeft
        if (isOver) await writeEmbargo(trx, { id: recordId, embargo: null })
        const changes = contentChanges(before, isOver ? { ...content, embargo: null } : content)
        return silently({ recordId, actor, now, action: 'retag', changes })
      },
    }
  }
}

/** Otherwise publishing the draft later would revert the change. Returns whether the draft still differs. */
async function retagDraft(
  trx: Transaction<DB>,
  of: { recordId: number; typed: RecordContent; content: RecordContent; retag: Retag },
): Promise<boolean> {
  const { recordId, typed, content, retag } = of
  const after = retagged(typed, retag)
  const isLeft = changedFields(content, after).length > 0
  const fields = Object.fromEntries(RETAG_FIELDS.map((field) => [field, after[field]]))
  await (isLeft ? changeDraft(trx, { recordId, fields }) : deleteDraft(trx, recordId))
  return isLeft
}
