import { Type } from 'typebox'
import { RECORD_BYTES_AT_MOST } from '../../domain/record-fields.ts'
import { call } from '../call.ts'
import { Moment, OptionalMoment, RecordId } from '../common.ts'
import { NumberOfThing } from './record-content.ts'
import { AboutRecord, IdempotencyKey, OneRecord, Version } from './records.ts'

const TAG = 'Staff: records'
const Words = Type.String({
  maxLength: RECORD_BYTES_AT_MOST,
  description: 'HTML; unsafe parts are removed',
})
/** A character may take several bytes, and JSON escapes some. */
const bodyLimit = 2 * RECORD_BYTES_AT_MOST

/** Fields of every step in the life cycle of a published record. Steps are published immediately. */
const Step = {
  body: Words,
  notifies: Type.Boolean(),
  idempotency_key: IdempotencyKey,
  edition: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: '`edition` of the record as its author saw it. 409 if it was published again since',
    }),
  ),
}

export const recordLifeCalls = {
  'POST /api/admin/records/:id/updates': call({
    summary: 'Post an update to a published record, with its new status',
    tag: TAG,
    access: 'edit-records',
    params: OneRecord,
    body: Type.Object({
      ...Step,
      status_id: Type.Optional(NumberOfThing),
      severity_tid: Type.Optional(NumberOfThing),
      next_update: Type.Optional(OptionalMoment),
      to_time: Type.Optional(Moment),
      is_urgent: Type.Optional(Type.Boolean()),
    }),
    bodyLimit,
    answer: AboutRecord,
  }),
  'POST /api/admin/records/:id/updates/:update': call({
    summary:
      'Correct the text of an update without notifying anyone. 409: someone else changed the record since',
    tag: TAG,
    access: 'edit-records',
    params: Type.Object({ id: RecordId, update: RecordId }),
    body: Type.Object({ version: Version, body: Words }),
    bodyLimit,
    answer: AboutRecord,
  }),
  'POST /api/admin/records/:id/resolve': call({
    summary: 'Close it: resolve the incident, complete the maintenance, mark the advisory as remediated',
    tag: TAG,
    access: 'edit-records',
    params: OneRecord,
    body: Type.Object({ ...Step, closed_on: Type.Optional(Moment) }),
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
    summary: 'Start a maintenance now, regardless of the plan',
    tag: TAG,
    access: 'edit-records',
    params: OneRecord,
    body: Type.Object(Step),
    bodyLimit,
    answer: AboutRecord,
  }),
  'POST /api/admin/records/:id/postpone': call({
    summary: 'Move a maintenance to another window, or to one not known yet',
    tag: TAG,
    access: 'edit-records',
    params: OneRecord,
    body: Type.Object({ ...Step, from_time: OptionalMoment, to_time: OptionalMoment }),
    bodyLimit,
    answer: AboutRecord,
  }),
  'POST /api/admin/records/:id/cancel': call({
    summary: 'Cancel a maintenance',
    tag: TAG,
    access: 'edit-records',
    params: OneRecord,
    body: Type.Object(Step),
    bodyLimit,
    answer: AboutRecord,
  }),
}
