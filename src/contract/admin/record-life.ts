import { Type } from 'typebox'
import { RECORD_BYTES_AT_MOST } from '../../domain/record-fields.ts'
import { call } from '../call.ts'
import { Moment, OptionalMoment, RecordId } from '../common.ts'
import { NumberOfThing } from './record-content.ts'
import { AboutRecord, IdempotencyKey, OneRecord, Version } from './records.ts'

const TAG = 'Staff: records'
const Words = Type.String({
  maxLength: RECORD_BYTES_AT_MOST,
  description: 'HTML; what may not stand is taken out',
})
/** A character may take more than one byte, and JSON writes some with a backslash. */
const bodyLimit = 2 * RECORD_BYTES_AT_MOST

/** What every step in the life of a published record has. It is published at once. */
const Step = { body: Words, notifies: Type.Boolean(), idempotency_key: IdempotencyKey }

export const recordLifeCalls = {
  'POST /api/admin/records/:id/updates': call({
    summary: 'Say something new about a published record, and where it stands now',
    tag: TAG,
    access: 'edit-records',
    params: OneRecord,
    body: Type.Object({
      ...Step,
      status_id: Type.Optional(NumberOfThing),
      severity_tid: Type.Optional(NumberOfThing),
      next_update: Type.Optional(OptionalMoment),
      /** Of a maintenance that takes longer, or less long, than planned. */
      to_time: Type.Optional(Moment),
      is_urgent: Type.Optional(Type.Boolean()),
    }),
    bodyLimit,
    answer: AboutRecord,
  }),
  'POST /api/admin/records/:id/updates/:update': call({
    summary: 'Correct the words of an update. Nobody is told. 409: somebody else changed the record since',
    tag: TAG,
    access: 'edit-records',
    params: Type.Object({ id: RecordId, update: RecordId }),
    body: Type.Object({ version: Version, body: Words }),
    bodyLimit,
    answer: AboutRecord,
  }),
  'POST /api/admin/records/:id/resolve': call({
    summary: 'It is over: the incident is resolved, the maintenance completed, the advisory remediated',
    tag: TAG,
    access: 'edit-records',
    params: OneRecord,
    body: Type.Object({ ...Step, closed_on: Type.Optional(Moment) }),
    bodyLimit,
    answer: AboutRecord,
  }),
  'POST /api/admin/records/:id/reopen': call({
    summary: 'It is not over after all',
    tag: TAG,
    access: 'edit-records',
    params: OneRecord,
    body: Type.Object(Step),
    bodyLimit,
    answer: AboutRecord,
  }),
  'POST /api/admin/records/:id/start': call({
    summary: 'A maintenance begins now, whatever was planned',
    tag: TAG,
    access: 'edit-records',
    params: OneRecord,
    body: Type.Object(Step),
    bodyLimit,
    answer: AboutRecord,
  }),
  'POST /api/admin/records/:id/postpone': call({
    summary: 'A maintenance moves to another window, or to one that is not known yet',
    tag: TAG,
    access: 'edit-records',
    params: OneRecord,
    body: Type.Object({ ...Step, from_time: OptionalMoment, to_time: OptionalMoment }),
    bodyLimit,
    answer: AboutRecord,
  }),
  'POST /api/admin/records/:id/cancel': call({
    summary: 'A maintenance does not take place',
    tag: TAG,
    access: 'edit-records',
    params: OneRecord,
    body: Type.Object(Step),
    bodyLimit,
    answer: AboutRecord,
  }),
}
