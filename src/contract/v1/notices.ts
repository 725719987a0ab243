import { Type } from 'typebox'
import { FieldSchemas } from '../admin/record-content.ts'
import { ProductStatus, References, Remediations } from '../advisory-facts.ts'
import { NOTIFICATION_TYPES } from '../records.ts'
import {
  BodyFormat,
  Exactly,
  Name,
  Notify,
  OneRecord,
  OptionalTime,
  Publish,
  RecordFields,
  Severity,
  Status,
  StepFields,
  Time,
  textsForPrograms,
  Version,
} from './fields.ts'
import { AboutV1Record } from './record.ts'
import { v1Call } from './v1-call.ts'

const noticeFields = <Kind extends 'advisory' | 'notification'>(kind: Kind) => ({
  ...RecordFields,
  severity: Severity,
  status: Status,
  starts_at: OptionalTime,
  ends_at: OptionalTime,
  ...textsForPrograms(kind),
  body_format: BodyFormat,
  publish: Publish,
  notify: Notify,
})
const AdvisoryFields = Type.Partial(
  Type.Object({
    ...noticeFields('advisory'),
    cve_ids: FieldSchemas.cve_ids,
    cvss_score: FieldSchemas.cvss_score,
    cvss_vector: FieldSchemas.cvss_vector,
    product_status: ProductStatus,
    remediations: Remediations,
    references: References,
  }),
).properties
const NotificationFields = Type.Partial(
  Type.Object({
    ...noticeFields('notification'),
    terms: Type.Array(Name, { maxItems: 1000, description: 'categories of its type, by name or tid' }),
  }),
).properties
const NoticeUpdate = Exactly({ ...StepFields, status: Type.Optional(Status) })
const Ending = Exactly({ ...StepFields, closed_at: Type.Optional(Time) })

const ADVISORIES = { tag: 'Automation: advisories', access: 'token:advisories:write' } as const
const NOTIFICATIONS = { tag: 'Automation: notifications', access: 'token:notifications:write' } as const

export const v1NoticeCalls = {
  'POST /api/v1/advisories': v1Call({
    summary: 'Create a security advisory',
    ...ADVISORIES,
    body: Exactly({ ...AdvisoryFields, title: RecordFields.title, clouds: RecordFields.clouds }),
    status: 201,
    answer: AboutV1Record,
  }),
  'PATCH /api/v1/advisories/:id': v1Call({
    summary: 'Correct fields of an advisory',
    ...ADVISORIES,
    params: OneRecord,
    body: Exactly({ ...AdvisoryFields, version: Type.Optional(Version) }),
    answer: AboutV1Record,
  }),
  'POST /api/v1/advisories/:id/updates': v1Call({
    summary: 'Post an update to an advisory',
    ...ADVISORIES,
    params: OneRecord,
    body: NoticeUpdate,
    status: 201,
    answer: AboutV1Record,
  }),
  'POST /api/v1/advisories/:id/resolve': v1Call({
    summary: 'Mark an advisory as remediated',
    ...ADVISORIES,
    params: OneRecord,
    body: Ending,
    answer: AboutV1Record,
  }),
  'POST /api/v1/notifications': v1Call({
    summary: 'Create a notification',
    ...NOTIFICATIONS,
    body: Exactly({
      ...NotificationFields,
      title: RecordFields.title,
      notification_type: Type.Enum(NOTIFICATION_TYPES),
    }),
    status: 201,
    answer: AboutV1Record,
  }),
  'PATCH /api/v1/notifications/:id': v1Call({
    summary: 'Correct fields of a notification',
    ...NOTIFICATIONS,
    params: OneRecord,
    body: Exactly({ ...NotificationFields, version: Type.Optional(Version) }),
    answer: AboutV1Record,
  }),
  'POST /api/v1/notifications/:id/updates': v1Call({
    summary: 'Post an update to a notification',
    ...NOTIFICATIONS,
    params: OneRecord,
    body: NoticeUpdate,
    status: 201,
    answer: AboutV1Record,
  }),
}
