import { type Static, Type } from 'typebox'
import { VIEW_NAME_CHARACTERS, VIEW_QUERY_CHARACTERS } from '../../domain/newsroom/record-list.ts'
import { call, Done } from '../call.ts'
import { Moment, PageNumber } from '../common.ts'
import { ErrorBody } from '../endpoint.ts'
import { NOTIFICATION_TYPES, POST_TYPES } from '../records.ts'
import { FieldSchemas, NumberOfThing } from './record-content.ts'
import { OneRecord, RecordFilters, Version } from './records.ts'

const TAG = 'Staff: records'
const One = Type.Object({ id: NumberOfThing })

export const SelectedRecord = Type.Object({
  id: Type.Integer(),
  version: Type.Integer(),
  title: Type.String(),
})
export type SelectedRecord = Static<typeof SelectedRecord>

const BULK_EFFECTS = [
  'archived',
  'trashed',
  /** Moved to the trash; its scheduled publication is canceled. */
  'schedule-trashed',
  'changes-trashed',
  'draft-changed',
  'published',
] as const

export const BulkResult = Type.Object({
  id: Type.Integer(),
  /** Null if this person may not know it. */
  title: Type.Union([Type.String(), Type.Null()]),
  /** Null: nothing was done. */
  effect: Type.Union([Type.Enum(BULK_EFFECTS), Type.Null()]),
  /** Null: something was done. */
  left_out: Type.Union([Type.String(), Type.Null()]),
})
export type BulkResult = Static<typeof BulkResult>

const RetagLists = Type.Object(
  {
    clouds: Type.Optional(FieldSchemas.clouds),
    services: Type.Optional(FieldSchemas.services),
    data_centers: Type.Optional(FieldSchemas.data_centers),
    terms: Type.Optional(FieldSchemas.terms),
    tags: Type.Optional(FieldSchemas.tags),
    clusters: Type.Optional(FieldSchemas.clusters),
  },
  { additionalProperties: false },
)

export const TrashedThing = Type.Object({
  id: Type.Integer(),
  record_id: Type.Integer(),
  /** The whole record, which was never published. False: the unpublished changes of a published one. */
  is_whole: Type.Boolean(),
  kind: Type.Enum(POST_TYPES),
  notification_type: Type.Union([Type.Enum(NOTIFICATION_TYPES), Type.Null()]),
  title: Type.String(),
  trashed_at: Moment,
  /** When it is deleted for good. */
  deleted_at: Moment,
  trashed_by: Type.Union([Type.String(), Type.Null()]),
  can_restore: Type.Boolean(),
  can_delete: Type.Boolean(),
})
export type TrashedThing = Static<typeof TrashedThing>

const ViewName = Type.String({ minLength: 1, maxLength: VIEW_NAME_CHARACTERS })
const ViewQuery = Type.String({
  maxLength: VIEW_QUERY_CHARACTERS,
  description: 'filters and order as in the address of the list; others are dropped',
})

export const RecordView = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  query: Type.String(),
  is_shared: Type.Boolean(),
  /** Null: their account was deleted. */
  made_by: Type.Union([Type.String(), Type.Null()]),
  is_own: Type.Boolean(),
  /** The list opens with this view, for this person. */
  is_default: Type.Boolean(),
  can_change: Type.Boolean(),
})
export type RecordView = Static<typeof RecordView>
const Views = Type.Object({ data: Type.Array(RecordView) })

export const recordListCalls = {
  'GET /api/admin/records/selection': call({
    summary:
      'The first 200 records that match, with the versions that a change of several records is based on',
    tag: TAG,
    access: 'see-admin-area',
    cost: 'query',
    query: Type.Object(RecordFilters),
    answer: Type.Object({ data: Type.Array(SelectedRecord) }),
  }),
  'POST /api/admin/records/bulk': call({
    summary:
      'Archive, discard or retag up to 200 records. Records that can’t be changed are left out, with the reason. Subscribers are not notified',
    tag: TAG,
    access: 'edit-records',
    cost: 'query',
    body: Type.Object({
      act: Type.Enum(['archive', 'discard', 'retag'] as const),
      records: Type.Array(Type.Object({ id: NumberOfThing, version: Version }), {
        minItems: 1,
        maxItems: 10_000,
      }),
      /** For `retag`. */
      add: Type.Optional(RetagLists),
      remove: Type.Optional(RetagLists),
      /** Only reports what would happen. */
      is_trial: Type.Optional(Type.Boolean()),
    }),
    answer: Type.Object({ data: Type.Array(BulkResult) }),
  }),
  'POST /api/admin/records/:id/restore': call({
    summary: 'Restore a discarded record from the trash, as a plain draft',
    tag: TAG,
    access: 'edit-records',
    params: OneRecord,
    answer: Type.Object({ data: Type.Object({ record_id: Type.Integer() }) }),
  }),
  'GET /api/admin/trash': call({
    summary: 'Drafts and unpublished changes that were discarded in the last 30 days',
    tag: TAG,
    access: 'see-admin-area',
    cost: 'query',
    query: Type.Object({ page: Type.Optional(PageNumber) }),
    answer: Type.Object({
      data: Type.Array(TrashedThing),
      total: Type.Integer(),
      current_page: Type.Integer(),
      total_pages: Type.Integer(),
    }),
  }),
  'POST /api/admin/trash/:id/restore': call({
    summary: 'Restore something from the trash: a record as a plain draft, changes as unpublished changes',
    tag: TAG,
    access: 'edit-records',
    params: One,
    answer: Type.Object({ data: Type.Object({ record_id: Type.Integer() }) }),
  }),
  'POST /api/admin/trash/:id/delete': call({
    summary: 'Delete something in the trash for good',
    tag: TAG,
    access: 'delete-for-good',
    params: One,
    answer: Done,
  }),
  'GET /api/admin/views': call({
    summary: 'Saved views of the list of records: your own and those shared with the team',
    tag: TAG,
    access: 'see-admin-area',
    answer: Views,
  }),
  'POST /api/admin/views': call({
    summary: 'Save a view. Sharing it requires the right to edit records',
    tag: TAG,
    access: 'see-admin-area',
    body: Type.Object({
      name: ViewName,
      query: ViewQuery,
      is_shared: Type.Boolean(),
      is_default: Type.Optional(Type.Boolean()),
    }),
    answer: Type.Object({ data: Type.Object({ id: Type.Integer(), views: Type.Array(RecordView) }) }),
  }),
  'POST /api/admin/views/:id': call({
    summary: 'Rename a view, change its filters, or share it',
    tag: TAG,
    access: 'see-admin-area',
    params: One,
    body: Type.Object({
      name: Type.Optional(ViewName),
      query: Type.Optional(ViewQuery),
      is_shared: Type.Optional(Type.Boolean()),
    }),
    answer: Views,
  }),
  'POST /api/admin/views/:id/delete': call({
    summary: 'Delete a view',
    tag: TAG,
    access: 'see-admin-area',
    params: One,
    answer: Views,
  }),
  'POST /api/admin/views/:id/default': call({
    summary: 'Choose whether the list of records opens with this view',
    tag: TAG,
    access: 'see-admin-area',
    params: One,
    body: Type.Object({ is_default: Type.Boolean() }),
    answer: Views,
  }),
}

export const RecordsExport = Type.Object({
  ...RecordFilters,
  format: Type.Enum(['csv', 'json'] as const),
})
export type RecordsExport = Static<typeof RecordsExport>

export const recordsExportResponses = {
  200: {
    description: 'All records that match, in the order of the list, as a table (RFC 4180) or as JSON.',
    content: { 'text/csv': { schema: Type.String() }, 'application/json': { schema: Type.Any() } },
  },
  '4xx': ErrorBody,
  503: ErrorBody,
}
