import { Type } from 'typebox'
import {
  AffectedPlaces,
  BodyFormat,
  Exactly,
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
  UpdatePlaces,
  UpdateTime,
  Version,
} from './fields.ts'
import { AboutV1Record } from './record.ts'
import { v1Call } from './v1-call.ts'

const TAG = 'Automation: maintenance'
const access = 'token:maintenance:write'

const MaintenanceFields = Type.Partial(
  Type.Object({
    ...RecordFields,
    affected: AffectedPlaces,
    severity: Severity,
    starts_at: Time,
    ends_at: Time,
    remind_before_minutes: Type.Array(Type.Integer({ minimum: 1, maximum: 43_200 }), {
      maxItems: 5,
      uniqueItems: true,
      description: 'how long before its window subscribers are reminded',
    }),
    starts_by_itself: Type.Boolean({ description: 'default true: In Progress when the window starts' }),
    ends_by_itself: Type.Boolean({ description: 'default true: Completed when the window ends' }),
    ...textsForPrograms('maintenance'),
    body_format: BodyFormat,
    publish: Publish,
    notify: Notify,
  }),
).properties

const NewMaintenance = Exactly(
  {
    ...MaintenanceFields,
    title: RecordFields.title,
    clouds: RecordFields.clouds,
    starts_at: Time,
    ends_at: Time,
  },
  {
    examples: [
      {
        title: 'Upgrade of the gateways in Zurich',
        clouds: ['northwall_net'],
        starts_at: '2026-12-01T22:00:00Z',
        ends_at: '2026-12-02T02:00:00Z',
        remind_before_minutes: [1440, 60],
      },
    ],
  },
)
const Step = Exactly(StepFields, { examples: [{ body: 'The work has begun.' }] })

export const v1MaintenanceCalls = {
  'POST /api/v1/maintenance': v1Call({
    summary: 'Schedule maintenance',
    tag: TAG,
    access,
    body: NewMaintenance,
    status: 201,
    answer: AboutV1Record,
  }),
  'PATCH /api/v1/maintenance/:id': v1Call({
    summary: 'Correct fields of a maintenance record',
    description: 'To move its window, postpone it. Otherwise as for incidents.',
    tag: TAG,
    access,
    params: OneRecord,
    body: Exactly({ ...MaintenanceFields, version: Type.Optional(Version) }),
    answer: AboutV1Record,
  }),
  'POST /api/v1/maintenance/:id/updates': v1Call({
    summary: 'Post an update to maintenance',
    tag: TAG,
    access,
    params: OneRecord,
    body: Exactly({
      ...StepFields,
      status: Type.Optional(Status),
      next_update_at: Type.Optional(OptionalTime),
      ends_at: Type.Optional({ ...Time, description: 'The new end, if the work takes longer or ends early' }),
      ...UpdatePlaces,
      posted_at: Type.Optional(UpdateTime),
    }),
    status: 201,
    answer: AboutV1Record,
  }),
  'POST /api/v1/maintenance/:id/start': v1Call({
    summary: 'Start maintenance now, regardless of its window',
    tag: TAG,
    access,
    params: OneRecord,
    body: Step,
    answer: AboutV1Record,
  }),
  'POST /api/v1/maintenance/:id/complete': v1Call({
    summary: 'Complete maintenance',
    tag: TAG,
    access,
    params: OneRecord,
    body: Exactly({ ...StepFields, closed_at: Type.Optional(Time) }),
    answer: AboutV1Record,
  }),
  'POST /api/v1/maintenance/:id/postpone': v1Call({
    summary: 'Postpone maintenance to another window, or without a new one yet',
    tag: TAG,
    access,
    params: OneRecord,
    body: Exactly({
      ...StepFields,
      starts_at: Type.Optional(OptionalTime),
      ends_at: Type.Optional(OptionalTime),
    }),
    answer: AboutV1Record,
  }),
  'POST /api/v1/maintenance/:id/cancel': v1Call({
    summary: 'Cancel maintenance',
    tag: TAG,
    access,
    params: OneRecord,
    body: Step,
    answer: AboutV1Record,
  }),
}
