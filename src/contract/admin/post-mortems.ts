import { type Static, Type } from 'typebox'
import {
  ACTION_CHARACTERS,
  ACTION_STATES,
  ACTIONS_AT_MOST,
  PART_NAMES,
  type PostMortemPart,
} from '../../domain/post-mortem.ts'
import { RECORD_BYTES_AT_MOST } from '../../domain/record-fields.ts'
import { call } from '../call.ts'
import { CloudName, Moment, OptionalMoment } from '../common.ts'
import { PublicPostMortem } from '../records.ts'
import { ApprovalChoice } from './approval-fields.ts'
import { RecordDeed } from './presence.ts'
import { Person } from './record-content.ts'
import { IdempotencyKey, OneRecord, TestedChannels, TestResults } from './records.ts'

const TAG = 'Staff: records'
const bodyLimit = 2 * RECORD_BYTES_AT_MOST

const Part = Type.String({
  maxLength: RECORD_BYTES_AT_MOST / 4,
  description: 'HTML; unsafe parts are removed',
})
/** `2026-11-30`, or empty while it is being typed. */
const TypedDay = Type.Union([Type.String({ maxLength: 20 }), Type.Null()])

export const PostMortemContent = Type.Object(
  {
    ...(Object.fromEntries(PART_NAMES.map((name) => [name, Part])) as Record<PostMortemPart, typeof Part>),
    actions: Type.Array(
      Type.Object({
        words: Type.String({ maxLength: ACTION_CHARACTERS, description: 'plain text' }),
        state: Type.Enum(ACTION_STATES),
        due_on: TypedDay,
        done_on: TypedDay,
      }),
      { maxItems: ACTIONS_AT_MOST },
    ),
  },
  { additionalProperties: false },
)

const Version = Type.Integer({
  minimum: 0,
  maximum: 2_147_483_647,
  description: 'of the post-mortem that the change is based on; 0 if there was none',
})

export const AdminPostMortem = Type.Object({
  version: Version,
  /** The edition of the incident: what readers see of it changes with a later one. */
  edition: Type.Integer(),
  /** The newest text, published or not. */
  content: PostMortemContent,
  /** Some of the content isn't published. */
  has_draft: Type.Boolean(),
  published: Type.Union([PublicPostMortem, Type.Null()]),
  /** Its incident was withdrawn. Readers see both again when the incident is published again. */
  is_hidden: Type.Boolean(),
  /** Subscribers got a message about it, even if it was removed from the site later. */
  was_told: Type.Boolean(),
  due_on: Type.Union([Type.String(), Type.Null()]),
  is_waived: Type.Boolean(),
  /** The incident is closed, so the post-mortem can be published. */
  is_closed: Type.Boolean(),
  saved_at: OptionalMoment,
  saved_by: Type.Union([Person, Type.Null()]),
  /** Newest first. */
  history: Type.Array(RecordDeed),
  can_edit: Type.Boolean(),
})
export type AdminPostMortem = Static<typeof AdminPostMortem>

const About = Type.Object({ data: AdminPostMortem })
const Saved = Type.Object({
  data: Type.Object({ version: Version, saved_at: Moment, /** As stored. */ content: PostMortemContent }),
})

export const PostMortemPlan = Type.Object({
  due_on: Type.Union([Type.String({ maxLength: 20, description: 'a day: YYYY-MM-DD' }), Type.Null()]),
  is_waived: Type.Boolean({ description: 'this incident gets no post-mortem' }),
})

export const postMortemCalls = {
  'GET /api/admin/records/:id/post-mortem': call({
    summary: 'The post-mortem of an incident, with its draft and its due date',
    tag: TAG,
    access: 'see-admin-area',
    params: OneRecord,
    answer: About,
  }),
  'POST /api/admin/records/:id/post-mortem/draft': call({
    summary: 'Save a draft of the post-mortem. Readers don’t see it. 409: someone else has saved since',
    tag: TAG,
    access: 'edit-records',
    params: OneRecord,
    body: Type.Object({ version: Version, content: PostMortemContent }),
    bodyLimit,
    answer: Saved,
  }),
  'POST /api/admin/records/:id/post-mortem/discard': call({
    summary: 'Discard the unpublished changes of the post-mortem',
    tag: TAG,
    access: 'edit-records',
    params: OneRecord,
    body: Type.Object({ version: Version }),
    answer: About,
  }),
  'POST /api/admin/records/:id/post-mortem/plan': call({
    summary: 'Set the due date of the post-mortem, or that there will be none',
    tag: TAG,
    access: 'edit-records',
    params: OneRecord,
    body: Type.Object({ version: Version, ...PostMortemPlan.properties }),
    answer: About,
  }),
  'POST /api/admin/records/:id/post-mortem/preview': call({
    summary: 'Preview this text as a page or a mail. The answer is a document. Nothing is stored',
    tag: TAG,
    access: 'edit-records',
    cost: 'query',
    params: OneRecord,
    body: Type.Object({
      content: PostMortemContent,
      view: Type.Enum(['page', 'mail'] as const),
      cloud: Type.Optional(CloudName),
    }),
    bodyLimit,
    answer: Type.Object({ data: Type.Object({ html: Type.String() }) }),
  }),
  'POST /api/admin/records/:id/post-mortem/test': call({
    summary: 'Send the messages of this text, marked as a test, to channels of your own account only',
    tag: TAG,
    access: 'edit-records',
    cost: 'network',
    params: OneRecord,
    body: Type.Object({ content: PostMortemContent, channels: TestedChannels }),
    bodyLimit,
    answer: TestResults,
  }),
  'POST /api/admin/records/:id/post-mortem/publish': call({
    summary:
      'Publish the draft of the post-mortem, and, if asked to, notify everyone who was notified of the incident',
    tag: TAG,
    access: 'edit-records',
    params: OneRecord,
    body: Type.Object({
      version: Version,
      notifies: Type.Boolean(),
      idempotency_key: IdempotencyKey,
      ...ApprovalChoice,
    }),
    answer: About,
  }),
  'POST /api/admin/records/:id/post-mortem/withdraw': call({
    summary:
      'Take the post-mortem off the site. Its text becomes a draft; pending notifications are canceled. If the incident was withdrawn, the post-mortem won’t reappear with it',
    tag: TAG,
    access: 'edit-records',
    params: OneRecord,
    body: Type.Object({ version: Version, ...ApprovalChoice }),
    answer: About,
  }),
}
