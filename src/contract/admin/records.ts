import { type Static, Type } from 'typebox'
import { AUTHOR_PATTERN, DAY_PATTERN, RECORD_SORTS } from '../../domain/newsroom/record-list.ts'
import { WITHDRAWAL_REASON_CHARACTERS } from '../../domain/newsroom/withdrawal-words.ts'
import { CHANNEL_KINDS } from '../../domain/notifying/channel.ts'
import { RECORD_BYTES_AT_MOST } from '../../domain/record-fields.ts'
import { call, Done } from '../call.ts'
import { CloudName, Moment, OptionalMoment, PageNumber, RecordId } from '../common.ts'
import { NOTIFICATION_TYPES, POST_TYPES } from '../records.ts'
import { ApprovalChoice } from './approval-fields.ts'
import { AdminRecord, NumberOfThing, RECORD_STATES, RecordContent } from './record-content.ts'

const TAG = 'Staff: records'
export const OneRecord = Type.Object({ id: RecordId })
export const Version = Type.Integer({
  minimum: 1,
  maximum: 2_147_483_647,
  description: 'of the record that the change is based on',
})
/** A retry with the same key has no further effect. */
export const IdempotencyKey = Type.String({ minLength: 8, maxLength: 200, pattern: '^[ -~]+$' })
export const AboutRecord = Type.Object({ data: AdminRecord })
const bodyLimit = 2 * RECORD_BYTES_AT_MOST

export const RecordRow = Type.Object({
  id: Type.Integer(),
  /** The version that a change of several records at once is based on. */
  version: Type.Integer(),
  kind: Type.Enum(POST_TYPES),
  notification_type: Type.Union([Type.Enum(NOTIFICATION_TYPES), Type.Null()]),
  title: Type.String(),
  state: Type.Enum(RECORD_STATES),
  status_id: Type.Integer(),
  severity_tid: Type.Integer(),
  clouds: Type.Array(Type.Integer()),
  from_time: OptionalMoment,
  to_time: OptionalMoment,
  next_update: OptionalMoment,
  closed_on: OptionalMoment,
  publish_at: OptionalMoment,
  posted_on: OptionalMoment,
  edition: Type.Union([Type.Integer(), Type.Null()]),
  updated_on: Moment,
  has_draft: Type.Boolean(),
  is_waiting: Type.Boolean(),
  can_edit: Type.Boolean(),
})
export type RecordRow = Static<typeof RecordRow>

const Author = Type.String({
  pattern: AUTHOR_PATTERN,
  description: '`me`, `programs`, or the number of an account',
})
const Day = Type.String({
  pattern: DAY_PATTERN,
  description: 'a day in UTC such as 2026-11-30, or a number of days before now such as 7d',
})

/** Filters and order of the list; the export and views use the same. */
export const RecordFilters = {
  q: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'words in the title or summary, or else in the body; or the number of a record',
    }),
  ),
  /** Always searches bodies, too. */
  bodies: Type.Optional(Type.Boolean()),
  kind: Type.Optional(Type.Enum(POST_TYPES)),
  notification_type: Type.Optional(Type.Enum(NOTIFICATION_TYPES)),
  /**
   * `open`: published and not closed. `changed`: published, with unpublished changes. `approval`: waiting for a second
   * person.
   */
  state: Type.Optional(Type.Enum([...RECORD_STATES, 'open', 'changed', 'approval'] as const)),
  cloud: Type.Optional(CloudName),
  service: Type.Optional(NumberOfThing),
  data_center: Type.Optional(NumberOfThing),
  status: Type.Optional(NumberOfThing),
  severity: Type.Optional(NumberOfThing),
  created_by: Type.Optional(Author),
  /** Who made the last change. */
  edited_by: Type.Optional(Author),
  /** What `since` and `until` are about. Default: the last change. */
  date: Type.Optional(Type.Enum(['start', 'changed'] as const)),
  since: Type.Optional(Day),
  /** This day is included. */
  until: Type.Optional(Day),
  /** Records without a value come last. */
  sort: Type.Optional(Type.Enum(RECORD_SORTS)),
}
export const RecordsFilter = Type.Object(RecordFilters)
export type RecordsFilter = Static<typeof RecordsFilter>

const View = Type.Enum(['page', 'timeline', 'mail'] as const)

export const TestedChannels = Type.Array(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), {
  minItems: 1,
  maxItems: 20,
  uniqueItems: true,
})
export const TestResults = Type.Object({
  data: Type.Object({
    results: Type.Array(
      Type.Object({
        channel: Type.Integer(),
        kind: Type.Enum(CHANNEL_KINDS),
        has_arrived: Type.Boolean(),
        message: Type.String(),
      }),
    ),
  }),
})

export const recordCalls = {
  'GET /api/admin/records': call({
    summary: 'Records in every state, 25 per page, latest change first unless sorted otherwise',
    tag: TAG,
    access: 'see-admin-area',
    cost: 'query',
    query: Type.Object({ ...RecordFilters, page: Type.Optional(PageNumber) }),
    answer: Type.Object({
      data: Type.Array(RecordRow),
      total: Type.Integer(),
      current_page: Type.Integer(),
      total_pages: Type.Integer(),
    }),
  }),
  'GET /api/admin/records/:id': call({
    summary: 'A record with its draft and its history',
    tag: TAG,
    access: 'see-admin-area',
    params: OneRecord,
    answer: AboutRecord,
  }),
  'POST /api/admin/records': call({
    summary: 'Create a record, as a draft',
    tag: TAG,
    access: 'edit-records',
    body: Type.Object({
      content: RecordContent,
      idempotency_key: Type.Optional(IdempotencyKey),
    }),
    bodyLimit,
    answer: AboutRecord,
  }),
  'POST /api/admin/records/:id/copy': call({
    summary: 'Create a record with the content of another, without its times and its history',
    tag: TAG,
    access: 'edit-records',
    params: OneRecord,
    answer: AboutRecord,
  }),
  'POST /api/admin/records/:id/draft': call({
    summary: 'Save a draft. Readers don’t see it. 409: someone else has saved since',
    tag: TAG,
    access: 'edit-records',
    params: OneRecord,
    body: Type.Object({ version: Version, content: RecordContent }),
    bodyLimit,
    answer: Type.Object({ data: Type.Object({ version: Type.Integer(), saved_at: Moment }) }),
  }),
  'POST /api/admin/records/:id/discard': call({
    summary: 'Discard the draft: the changes of a published record, or the whole unpublished record',
    tag: TAG,
    access: 'edit-records',
    params: OneRecord,
    body: Type.Object({ version: Version }),
    answer: Done,
  }),
  'POST /api/admin/records/:id/preview': call({
    summary: 'Preview this content as a page, the weekly timeline or a mail. The answer is a document',
    tag: TAG,
    access: 'edit-records',
    cost: 'query',
    params: OneRecord,
    body: Type.Object({ content: RecordContent, view: View, cloud: Type.Optional(CloudName) }),
    bodyLimit,
    answer: Type.Object({ data: Type.Object({ html: Type.String() }) }),
  }),
  'POST /api/admin/records/:id/test': call({
    summary: 'Send the messages of this content, marked as a test, to channels of your own account only',
    tag: TAG,
    access: 'edit-records',
    cost: 'network',
    params: OneRecord,
    body: Type.Object({ content: RecordContent, channels: TestedChannels }),
    bodyLimit,
    answer: TestResults,
  }),
  'POST /api/admin/records/:id/publish': call({
    summary:
      'Publish the draft now. The first publication opens the record; later ones are updates or corrections',
    tag: TAG,
    access: 'edit-records',
    params: OneRecord,
    body: Type.Object({
      version: Version,
      notifies: Type.Boolean(),
      /** For a later publication: a correction rather than news. */
      is_correction: Type.Optional(Type.Boolean()),
      is_urgent: Type.Optional(Type.Boolean()),
      idempotency_key: IdempotencyKey,
      ...ApprovalChoice,
    }),
    answer: AboutRecord,
  }),
  'POST /api/admin/records/:id/schedule': call({
    summary:
      'Schedule the publication of a new record’s draft as it is now. Later edits are published only after scheduling again',
    tag: TAG,
    access: 'edit-records',
    params: OneRecord,
    body: Type.Object({
      version: Version,
      publish_at: Moment,
      notifies: Type.Boolean(),
      ...ApprovalChoice,
    }),
    answer: AboutRecord,
  }),
  'POST /api/admin/records/:id/unschedule': call({
    summary: 'Cancel the scheduled publication',
    tag: TAG,
    access: 'edit-records',
    params: OneRecord,
    body: Type.Object({ version: Version }),
    answer: AboutRecord,
  }),
  'POST /api/admin/records/:id/unpublish': call({
    summary:
      'Withdraw a record from the site, with a reason for the audit log. Its address says when and, if given, why. Pending notifications are canceled',
    tag: TAG,
    access: 'edit-records',
    params: OneRecord,
    body: Type.Object({
      reason: Type.String({ minLength: 3, maxLength: 1000, description: 'for the audit log' }),
      public_reason: Type.Optional(
        Type.String({
          maxLength: WITHDRAWAL_REASON_CHARACTERS,
          description: 'plain text that readers see after “because”; absent: the note gives no reason',
        }),
      ),
      ...ApprovalChoice,
    }),
    answer: AboutRecord,
  }),
  'POST /api/admin/records/:id/archive': call({
    summary: 'Close a record for good: its status becomes Archived, without notifying anyone',
    tag: TAG,
    access: 'edit-records',
    params: OneRecord,
    body: Type.Object({ version: Version, ...ApprovalChoice }),
    answer: AboutRecord,
  }),
}
