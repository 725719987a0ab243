import { Type } from 'typebox'
import {
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

const TAG = 'Automation: incidents'
const access = 'token:incidents:write'

const IncidentFields = Type.Partial(
  Type.Object({
    ...RecordFields,
    severity: Severity,
    status: Status,
    started_at: Time,
    next_update_at: OptionalTime,
    ...textsForPrograms('incident'),
    body_format: BodyFormat,
    publish: Publish,
    notify: Notify,
  }),
).properties

const NewIncident = Exactly(
  { ...IncidentFields, title: RecordFields.title, clouds: RecordFields.clouds },
  {
    examples: [
      {
        title: 'Slow sign-ins in Europe',
        summary: 'Signing in takes up to 30 seconds.',
        clouds: ['northwall_net'],
        severity: 'Service Degradation',
        notify: true,
      },
    ],
  },
)
const ChangedIncident = Exactly({ ...IncidentFields, version: Type.Optional(Version) })
const IncidentUpdate = Exactly(
  {
    ...StepFields,
    status: Type.Optional(Status),
    severity: Type.Optional(Severity),
    next_update_at: Type.Optional(OptionalTime),
    ...UpdatePlaces,
    posted_at: Type.Optional(UpdateTime),
  },
  { examples: [{ body: 'A fix is being rolled out.', status: 'Monitoring' }] },
)
const Ending = Exactly(
  { ...StepFields, closed_at: Type.Optional(Time) },
  { examples: [{ body: 'All systems work normally again.' }] },
)

export const v1IncidentCalls = {
  'POST /api/v1/incidents': v1Call({
    summary: 'Open an incident',
    description: 'Defaults: it starts now, Under Investigation and In Progress.',
    tag: TAG,
    access,
    body: NewIncident,
    status: 201,
    answer: AboutV1Record,
  }),
  'PATCH /api/v1/incidents/:id': v1Call({
    summary: 'Correct fields of an incident',
    description:
      'Readers see changes of a published record immediately; subscribers are notified only with `notify: true`. `publish: true` publishes a draft.',
    tag: TAG,
    access,
    params: OneRecord,
    body: ChangedIncident,
    answer: AboutV1Record,
  }),
  'POST /api/v1/incidents/:id/updates': v1Call({
    summary: 'Post an update to an incident',
    tag: TAG,
    access,
    params: OneRecord,
    body: IncidentUpdate,
    status: 201,
    answer: AboutV1Record,
  }),
  'POST /api/v1/incidents/:id/resolve': v1Call({
    summary: 'It is over',
    tag: TAG,
    access,
    params: OneRecord,
    body: Ending,
    answer: AboutV1Record,
  }),
  'POST /api/v1/incidents/:id/reopen': v1Call({
    summary: 'Reopen',
    tag: TAG,
    access,
    params: OneRecord,
    body: Exactly(StepFields, { examples: [{ body: 'The errors are back.' }] }),
    answer: AboutV1Record,
  }),
}
