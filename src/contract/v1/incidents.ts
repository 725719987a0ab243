import { Type } from 'typebox'
import { ACTION_CHARACTERS, ACTION_STATES, ACTIONS_AT_MOST } from '../../domain/post-mortem.ts'
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

const TAG = 'Automation: incidents'
const access = 'token:incidents:write'

const IncidentFields = Type.Partial(
  Type.Object({
    ...RecordFields,
    affected: AffectedPlaces,
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
const PartText = Type.String({ maxLength: 200_000, description: 'the text; see `body_format`' })
const PlannedDay = Type.Union([Type.String({ maxLength: 20 }), Type.Null()], {
  description: 'a day: YYYY-MM-DD',
})
const NotifyOfPostMortem = Type.Boolean({
  description:
    'whether everyone who was notified of the incident is notified now; default: only of the first publication',
})
const PostMortemVersion = Type.Integer({
  minimum: 0,
  description:
    '`post_mortem.version` of the record; 409 if it differs. `If-Match` does the same, with the `ETag` of an earlier answer about the post-mortem',
})
const PostMortemFields = Exactly(
  {
    what_happened: Type.Optional(PartText),
    impact: Type.Optional(PartText),
    why: Type.Optional(PartText),
    what_we_do: Type.Optional(PartText),
    body_format: Type.Optional(BodyFormat),
    actions: Type.Optional(
      Type.Array(
        Exactly({
          words: Type.String({ minLength: 1, maxLength: ACTION_CHARACTERS, description: 'plain text' }),
          state: Type.Optional(Type.Enum(ACTION_STATES, { description: 'default `planned`' })),
          due_on: Type.Optional({
            ...PlannedDay,
            description: 'default: unchanged for an action with the same text',
          }),
          done_on: Type.Optional(PlannedDay),
        }),
        { maxItems: ACTIONS_AT_MOST, description: 'all of them' },
      ),
    ),
    due_on: Type.Optional(PlannedDay),
    publish: Type.Optional(Type.Boolean({ description: 'default false: a draft for people to review' })),
    notify: Type.Optional(NotifyOfPostMortem),
    version: Type.Optional(PostMortemVersion),
  },
  {
    examples: [
      {
        what_happened: 'An expired certificate stopped sign-ins for 42 minutes.',
        why: 'The renewal failed, and its alert went to a mailbox that no one reads.',
        actions: [
          { words: 'Alert the team on call 14 days before a certificate expires.', state: 'planned' },
        ],
        publish: true,
      },
    ],
  },
)
const Ending = Exactly(
  {
    ...StepFields,
    closed_at: Type.Optional(Time),
    post_mortem_due_on: Type.Optional({
      ...PlannedDay,
      description: 'the day by which its post-mortem is due; null: there will be none. Absent: not decided',
    } as typeof PlannedDay),
  },
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
    summary: 'Resolve an incident',
    tag: TAG,
    access,
    params: OneRecord,
    body: Ending,
    answer: AboutV1Record,
  }),
  'PUT /api/v1/incidents/:id/post-mortem': v1Call({
    summary: 'Write the post-mortem of a closed incident',
    description:
      'Replaces all its texts and actions. `what_happened` is enough. Without `version`, text that people have typed but not published is not replaced: 409.',
    tag: TAG,
    access,
    params: OneRecord,
    body: PostMortemFields,
    answer: AboutV1Record,
    isOfPostMortem: true,
  }),
  'PATCH /api/v1/incidents/:id/post-mortem': v1Call({
    summary: 'Change parts of a post-mortem, such as the state of its actions',
    description: 'Parts that are not given stay as they are.',
    tag: TAG,
    access,
    params: OneRecord,
    body: PostMortemFields,
    answer: AboutV1Record,
    isOfPostMortem: true,
  }),
  'POST /api/v1/incidents/:id/post-mortem/publish': v1Call({
    summary: 'Publish the draft of a post-mortem',
    tag: TAG,
    access,
    params: OneRecord,
    body: Exactly({
      notify: Type.Optional(NotifyOfPostMortem),
      version: Type.Optional(PostMortemVersion),
    }),
    answer: AboutV1Record,
    isOfPostMortem: true,
  }),
  'POST /api/v1/incidents/:id/reopen': v1Call({
    summary: 'Reopen an incident',
    tag: TAG,
    access,
    params: OneRecord,
    body: Exactly(StepFields, { examples: [{ body: 'The errors are back.' }] }),
    answer: AboutV1Record,
  }),
}
