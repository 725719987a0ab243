import { Type } from 'typebox'
import { PLACE_KINDS } from '../../domain/place-address.ts'
import { RECORD_BYTES_AT_MOST } from '../../domain/record-fields.ts'
import { call } from '../call.ts'
import { CloudName, Moment, OptionalMoment, RecordId } from '../common.ts'
import { ApprovalChoice } from './approval-fields.ts'
import { PostMortemPlan } from './post-mortems.ts'
import { NumberOfThing } from './record-content.ts'
import { AboutRecord, IdempotencyKey, OneRecord, Version } from './records.ts'

const TAG = 'Staff: records'
const Words = Type.String({
  maxLength: RECORD_BYTES_AT_MOST,
  description: 'HTML; unsafe parts are removed',
})
/** A character may take several bytes, and JSON escapes some. */
const bodyLimit = 2 * RECORD_BYTES_AT_MOST

/** Steps are published immediately. */
const Step = {
  body: Words,
  notifies: Type.Boolean(),
  idempotency_key: IdempotencyKey,
  edition: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: '`edition` of the record as its author saw it. 409 if it has been published again since',
    }),
  ),
  ...ApprovalChoice,
}

const Tids = Type.Optional(Type.Array(NumberOfThing, { maxItems: 1000 }))

/** Fields of an update besides its text. Absent ones stay unchanged. */
const UpdateFields = {
  status_id: Type.Optional(NumberOfThing),
  severity_tid: Type.Optional(NumberOfThing),
  next_update: Type.Optional(OptionalMoment),
  to_time: Type.Optional(Moment),
  add_services: Tids,
  remove_services: Tids,
  add_data_centers: Tids,
  remove_data_centers: Tids,
  place_states: Type.Optional(
    Type.Array(
      Type.Object({
        place: Type.Enum(PLACE_KINDS),
        tid: NumberOfThing,
        severity_tid: Type.Union([NumberOfThing, Type.Null()], {
          description: 'null: that of the record',
        }),
      }),
      { maxItems: 2000, description: 'new states of services and data centers; others stay' },
    ),
  ),
  posted_on: Type.Optional({
    ...Moment,
    description:
      'the time that it describes, from the beginning of the record until now; absent: now. If that is before a newer update or the end, it only fills a gap in the history',
  } as typeof Moment),
  is_urgent: Type.Optional(Type.Boolean()),
}
const OneUpdate = Type.Object({ id: RecordId, update: RecordId })

export const recordLifeCalls = {
  'POST /api/admin/records/:id/updates': call({
    summary: 'Post an update to a published record, open or closed, with its new status and places',
    tag: TAG,
    access: 'edit-records',
    params: OneRecord,
    body: Type.Object({ ...Step, ...UpdateFields }),
    bodyLimit,
    answer: AboutRecord,
  }),
  'POST /api/admin/records/:id/preview-update': call({
    summary: 'Preview an update as a page or a mail. The answer is a document. Nothing is stored',
    tag: TAG,
    access: 'edit-records',
    cost: 'query',
    params: OneRecord,
    body: Type.Object({
      body: Words,
      edition: Step.edition,
      ...UpdateFields,
      view: Type.Enum(['page', 'mail'] as const),
      cloud: Type.Optional(CloudName),
    }),
    bodyLimit,
    answer: Type.Object({ data: Type.Object({ html: Type.String() }) }),
  }),
  'POST /api/admin/records/:id/updates/:update': call({
    summary:
      'Correct the text or the time of an update without notifying anyone. 409: someone else has changed the record since',
    tag: TAG,
    access: 'edit-records',
    params: OneUpdate,
    body: Type.Object({ version: Version, body: Words, posted_on: Type.Optional(Moment), ...ApprovalChoice }),
    bodyLimit,
    answer: AboutRecord,
  }),
  'POST /api/admin/records/:id/updates/:update/remove': call({
    summary:
      'Remove an update from the site; a note says that it was removed. Its pending notifications are canceled',
    tag: TAG,
    access: 'edit-records',
    params: OneUpdate,
    body: Type.Object({ version: Version, ...ApprovalChoice }),
    answer: AboutRecord,
  }),
  'POST /api/admin/records/:id/resolve': call({
    summary:
      'Close a record: resolve the incident, complete the maintenance, mark the advisory as remediated',
    tag: TAG,
    access: 'edit-records',
    params: OneRecord,
    body: Type.Object({
      ...Step,
      closed_on: Type.Optional(Moment),
      /** Of an incident. Absent: not decided. */
      post_mortem: Type.Optional(PostMortemPlan),
    }),
    bodyLimit,
    answer: AboutRecord,
  }),
  'POST /api/admin/records/:id/reopen': call({
    summary: 'Reopen',
    tag: TAG,
    access: 'edit-records',
    params: OneRecord,
    body: Type.Object(Step),
    bodyLimit,
    answer: AboutRecord,
  }),
  'POST /api/admin/records/:id/start': call({
    summary: 'Start maintenance now, regardless of its window',
    tag: TAG,
    access: 'edit-records',
    params: OneRecord,
    body: Type.Object(Step),
    bodyLimit,
    answer: AboutRecord,
  }),
  'POST /api/admin/records/:id/postpone': call({
    summary: 'Postpone maintenance to another window, or without a new one yet',
    tag: TAG,
    access: 'edit-records',
    params: OneRecord,
    body: Type.Object({ ...Step, from_time: OptionalMoment, to_time: OptionalMoment }),
    bodyLimit,
    answer: AboutRecord,
  }),
  'POST /api/admin/records/:id/cancel': call({
    summary: 'Cancel maintenance',
    tag: TAG,
    access: 'edit-records',
    params: OneRecord,
    body: Type.Object(Step),
    bodyLimit,
    answer: AboutRecord,
  }),
}
