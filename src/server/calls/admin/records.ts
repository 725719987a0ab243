import type { SignedInViewer } from '../../../accounts/viewer.ts'
import type { RecordsFilter, recordCalls } from '../../../contract/admin/records.ts'
import { mayEditAs, mayReadAs, readableSorts } from '../../../domain/newsroom/may-edit.ts'
import { storable } from '../../../domain/newsroom/tidy-content.ts'
import { tidyReason } from '../../../domain/newsroom/withdrawal-words.ts'
import { findReach } from '../../../publishing/records/about-record.ts'
import { archiveRecord } from '../../../publishing/records/archive-record.ts'
import { copyRecord } from '../../../publishing/records/copy-record.ts'
import { createRecord } from '../../../publishing/records/create-record.ts'
import { discardDraft } from '../../../publishing/records/discard-draft.ts'
import { listRecords, type RecordsAsked, readFilter } from '../../../publishing/records/list-records.ts'
import { publishDraft } from '../../../publishing/records/publish-draft.ts'
import { saveDraft } from '../../../publishing/records/save-draft.ts'
import { scheduleRecord, unscheduleRecord } from '../../../publishing/records/schedule-record.ts'
import { withdrawRecord } from '../../../publishing/records/withdraw-record.ts'
import type { AccountContext } from '../../context.ts'
import { Fault } from '../../http/faults.ts'
import { type Handlers, wrongFields } from '../asked.ts'
import { editFault, noSuchRecord } from '../record-faults.ts'

import { editing, LEAST_REASON, momentIn, passOrAsk, recordForStaff } from './editing.ts'
import { previewRecord, testRecord } from './preview-record.ts'

type RecordCall = keyof typeof recordCalls

export const recordHandlers: Handlers<RecordCall> = {
  'GET /api/admin/records': ({ context, input, viewer }) =>
    listRecords(context.newsroom.db, {
      asked: recordsAsked(input, { viewer, now: context.clock() }),
      page: input.page ?? 0,
      mayEdit: mayEditAs(viewer),
    }),

  'GET /api/admin/records/:id': (asked) => recordForStaff(asked, asked.input.id),

  'POST /api/admin/records': async (asked) => {
    const { content, idempotency_key: idempotencyKey } = asked.input
    const outcome = await createRecord(asked.context.newsroom.db, {
      ...editing(asked),
      content,
      idempotencyKey,
    })
    if (outcome.kind !== 'created') throw editFault(outcome)
    return recordForStaff(asked, outcome.recordId)
  },

  'POST /api/admin/records/:id/copy': async (asked) => {
    const outcome = await copyRecord(asked.context.newsroom.db, {
      ...editing(asked),
      recordId: asked.input.id,
    })
    if (outcome.kind !== 'created') throw editFault(outcome)
    return recordForStaff(asked, outcome.recordId)
  },

  'POST /api/admin/records/:id/draft': async (asked) => {
    const { id: recordId, version, content } = asked.input
    const outcome = await saveDraft(asked.context.newsroom.db, {
      ...editing(asked),
      recordId,
      version,
      content,
    })
    if (outcome.kind !== 'saved') throw editFault(outcome)
    return { data: { version: outcome.version, saved_at: outcome.savedAt.toISOString() } }
  },

  'POST /api/admin/records/:id/discard': async (asked) => {
    const { id: recordId, version } = asked.input
    const outcome = await discardDraft(asked.context.newsroom.db, { ...editing(asked), recordId, version })
    if (outcome.kind !== 'discarded' && outcome.kind !== 'trashed') throw editFault(outcome)
    return null
  },

  'POST /api/admin/records/:id/preview': async ({ context, input, viewer }) => {
    const { id: recordId, content, view, cloud } = input
    const mayEdit = mayEditAs(viewer)
    return { data: { html: await previewRecord(context, { recordId, content, view, cloud, mayEdit }) } }
  },

  'POST /api/admin/records/:id/test': async (asked) => {
    const { id: recordId, content, channels } = asked.input
    const { actor, mayEdit } = editing(asked)
    const { uid } = asked.viewer
    const results = await testRecord(asked.context, { recordId, content, mayEdit, channels, uid, actor })
    return { data: { results } }
  },

  'POST /api/admin/records/:id/publish': async (asked) => {
    const { id: recordId, version, notifies, is_correction, is_urgent, idempotency_key } = asked.input
    const gate = await passOrAsk(asked, () => ({
      act: 'publish',
      notifies,
      is_correction: is_correction ?? false,
      is_urgent: is_urgent ?? false,
    }))
    if (gate.kind === 'asked') return recordForStaff(asked, recordId)
    const outcome = await publishDraft(asked.context.newsroom.db, {
      ...editing(asked),
      recordId,
      version,
      notifies,
      isCorrection: is_correction ?? false,
      isUrgent: is_urgent ?? false,
      idempotencyKey: idempotency_key,
      pass: gate.pass,
    })
    switch (outcome.kind) {
      case 'published':
        return recordForStaff(asked, recordId)
      case 'nothing-new':
        throw new Fault('wrong-input', {
          message: 'There are no changes to publish.',
        })
      case 'key-of-another-record':
        throw wrongFields({ idempotency_key: 'This key published another record.' })
      case 'key-of-another-step':
        throw wrongFields({ idempotency_key: 'This key published something else. Use another one.' })
      default:
        throw editFault(outcome)
    }
  },

  'POST /api/admin/records/:id/schedule': async (asked) => {
    const { id: recordId, version, publish_at, notifies } = asked.input
    const gate = await passOrAsk(asked, () => ({
      act: 'schedule',
      publish_at: momentIn('publish_at', publish_at).toISOString(),
      notifies,
    }))
    if (gate.kind === 'asked') return recordForStaff(asked, recordId)
    const outcome = await scheduleRecord(asked.context.newsroom.db, {
      ...editing(asked),
      recordId,
      version,
      publishAt: momentIn('publish_at', publish_at),
      notifies,
      pass: gate.pass,
    })
    switch (outcome.kind) {
      case 'scheduled':
        return recordForStaff(asked, recordId)
      case 'in-the-past':
        throw wrongFields({ publish_at: 'This time is in the past. Choose a future time, or publish now.' })
      case 'not-new':
        throw new Fault('wrong-input', { message: 'Only new records can be scheduled.' })
      default:
        throw editFault(outcome)
    }
  },

  'POST /api/admin/records/:id/unschedule': async (asked) => {
    const { id: recordId, version } = asked.input
    const outcome = await unscheduleRecord(asked.context.newsroom.db, {
      ...editing(asked),
      recordId,
      version,
    })
    switch (outcome.kind) {
      case 'unscheduled':
        return recordForStaff(asked, recordId)
      case 'not-scheduled':
        throw new Fault('wrong-input', { message: 'It was not scheduled.' })
      default:
        throw editFault(outcome)
    }
  },

  'POST /api/admin/records/:id/unpublish': async (asked) => {
    const { id: recordId } = asked.input
    const reason = storable(asked.input.reason).trim()
    if (reason.length < LEAST_REASON) throw wrongFields({ reason: 'Please give a reason.' })
    const publicReason = tidyReason(storable(asked.input.public_reason ?? ''))
    const gate = await passOrAsk(asked, () => ({
      act: 'unpublish',
      reason,
      public_reason: publicReason === '' ? null : publicReason,
    }))
    if (gate.kind === 'asked') return recordForStaff(asked, recordId)
    const outcome = await withdrawRecord(asked.context.newsroom.db, {
      ...editing(asked),
      recordId,
      reason,
      publicReason: publicReason === '' ? null : publicReason,
      pass: gate.pass,
    })
    switch (outcome.kind) {
      case 'unpublished':
        return recordForStaff(asked, recordId)
      case 'not-published':
        throw notPublished()
      default:
        throw editFault(outcome)
    }
  },

  'POST /api/admin/records/:id/archive': async (asked) => {
    const { id: recordId, version } = asked.input
    const gate = await passOrAsk(asked, () => ({ act: 'archive' }))
    if (gate.kind === 'asked') return recordForStaff(asked, recordId)
    const { pass } = gate
    const outcome = await archiveRecord(asked.context.newsroom.db, {
      ...editing(asked),
      recordId,
      version,
      pass,
    })
    switch (outcome.kind) {
      case 'archived':
        return recordForStaff(asked, recordId)
      case 'not-published':
        throw notPublished()
      default:
        throw editFault(outcome)
    }
  },
}

export function recordsAsked(
  filter: RecordsFilter,
  { viewer, now }: { viewer: SignedInViewer; now: Date },
): RecordsAsked {
  const read = readFilter(filter, { reader: readableSorts(viewer), now })
  if (read.kind === 'wrong') throw wrongFields(read.errors)
  return read.asked
}

/**
 * Z-05: a record that these staff may not read doesn't exist for them. Every call about one record is
 * checked here, before its handler runs.
 */
export async function refuseUnreadable({
  context,
  viewer,
  recordId,
}: {
  context: AccountContext
  viewer: SignedInViewer
  recordId: number
}) {
  const reach = await findReach(context.newsroom.db, { recordId, mayRead: mayReadAs(viewer) })
  if (reach === 'nothing') throw noSuchRecord()
}

function notPublished() {
  return new Fault('wrong-input', { message: 'It is not on the site.' })
}
