import { type Static, Type } from 'typebox'
import { call } from '../call.ts'
import { Moment, OptionalMoment } from '../common.ts'
import { PausedWay } from '../deliveries.ts'
import { POST_TYPES } from '../records.ts'
import { PersonPresent, RecordDeed } from './presence.ts'
import { Person } from './record-content.ts'
import { RecordRow } from './records.ts'
import { TeamNote } from './team.ts'

const WaitingDraft = Type.Object({
  record: RecordRow,
  saved_at: Moment,
  saved_by: Type.Union([Person, Type.Null()]),
  /** When publishing it as scheduled failed. Null once someone has edited it. */
  missed_at: Type.Union([Moment, Type.Null()]),
})

export const Dashboard = Type.Object({
  /** Server time, the reference for ages. */
  now: Moment,
  /** Most severe first, then oldest. */
  open_incidents: Type.Array(RecordRow),
  maintenance: Type.Array(RecordRow),
  maintenance_until: Moment,
  scheduled: Type.Array(RecordRow),
  drafts: Type.Array(WaitingDraft),
  /** Oldest first: requests for a second person, and what was published without one. */
  approvals: Type.Array(
    Type.Object({
      id: Type.Integer(),
      record: Type.Integer(),
      title: Type.String(),
      state: Type.Enum(['waiting', 'without'] as const),
      what: Type.String(),
      note: Type.String(),
      by: Type.String(),
      at: Moment,
      is_own: Type.Boolean(),
    }),
  ),
  /** Of closed incidents; not published yet, earliest first. */
  post_mortems_due: Type.Array(
    Type.Object({
      record: Type.Integer(),
      title: Type.String(),
      due_on: Type.String(),
      has_draft: Type.Boolean(),
    }),
  ),
  /** Incidents that were closed lately without a decision, as by an alert; only those that the reader may decide about. */
  post_mortems_undecided: Type.Array(
    Type.Object({
      record: RecordRow,
      /** Of the post-mortem; 0 if there is nothing yet. */
      version: Type.Integer(),
      is_begun: Type.Boolean(),
    }),
  ),
  present: Type.Array(Type.Object({ record: Type.Integer(), people: Type.Array(PersonPresent) })),
  /** Changes by colleagues, programs and the schedule in the last minutes, newest first. */
  latest: Type.Array(
    Type.Object({
      record: Type.Integer(),
      title: Type.String(),
      kind: Type.Enum(POST_TYPES),
      deed: RecordDeed,
    }),
  ),
  /** Published records whose promised update is overdue or due soon, most severe first. */
  promises: Type.Array(
    Type.Object({
      record: RecordRow,
      /** Who is reminded: who published last, and who took over. Empty: staff who may edit it. */
      owners: Type.Array(Type.Object({ name: Type.String(), is_you: Type.Boolean() })),
    }),
  ),
  handovers: Type.Array(
    Type.Object({
      record: Type.Integer(),
      title: Type.String(),
      note: TeamNote,
      can_take: Type.Boolean(),
    }),
  ),
  /** Null without permission to see deliveries. */
  deliveries: Type.Union([
    Type.Object({
      under_way: Type.Integer(),
      oldest_due_at: OptionalMoment,
      failed: Type.Integer(),
      paused: Type.Array(PausedWay),
      sent_last_day: Type.Integer(),
      latest: Type.Array(
        Type.Object({
          publication: Type.Integer(),
          record: Type.Integer(),
          title: Type.String(),
          news: Type.String(),
          published_at: Moment,
          waiting: Type.Integer(),
          sent: Type.Integer(),
          dead: Type.Integer(),
        }),
      ),
    }),
    Type.Null(),
  ]),
})
export type Dashboard = Static<typeof Dashboard>

export const dashboardCalls = {
  'GET /api/admin/dashboard': call({
    summary: 'Open incidents, planned work, sent and failed messages, and records that wait to be published',
    tag: 'Staff: records',
    access: 'see-admin-area',
    cost: 'query',
    answer: Type.Object({ data: Dashboard }),
  }),
}
