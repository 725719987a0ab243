import { type Static, Type } from 'typebox'
import { call, Done } from '../call.ts'
import { Moment } from '../common.ts'
import { POST_TYPES } from '../records.ts'
import { RECORD_STATES } from './record-content.ts'
import { OneRecord, Version } from './records.ts'

export const RecordDeed = Type.Object({
  /** As in the audit log; `first-publish` for a first publication. */
  action: Type.String(),
  at: Moment,
  /** A person's name, or that of a token or `system`. */
  by: Type.String(),
  is_person: Type.Boolean(),
  is_you: Type.Boolean(),
  /** Null if readers didn't see it. */
  edition: Type.Union([Type.Integer(), Type.Null()]),
})
export type RecordDeed = Static<typeof RecordDeed>

export const PersonPresent = Type.Object({
  name: Type.String(),
  /** The same account in another tab. */
  is_you: Type.Boolean(),
  /** Has a dialog open that publishes something. */
  is_posting: Type.Boolean(),
  /** Has only the post-mortem open. */
  is_post_mortem: Type.Boolean(),
})
export type PersonPresent = Static<typeof PersonPresent>

export const RecordWatched = Type.Object({
  /** Server time, the reference for ages. */
  now: Moment,
  kind: Type.Enum(POST_TYPES),
  version: Type.Integer(),
  edition: Type.Union([Type.Integer(), Type.Null()]),
  state: Type.Enum(RECORD_STATES),
  /** Without the page that asks. */
  people: Type.Array(PersonPresent),
  /** What happened since the version and edition that the page shows, oldest first. */
  deeds: Type.Array(RecordDeed),
  /**
   * A different value means that colleagues wrote or did something. Null without the right to read internal
   * notes.
   */
  team: Type.Union([Type.String(), Type.Null()]),
  /** 0: there is no post-mortem, or this person may not see drafts. */
  post_mortem: Type.Integer(),
})
export type RecordWatched = Static<typeof RecordWatched>

/** A random name that a page gives itself. */
const Tab = Type.String({ pattern: '^[0-9a-f]{32}$' })

export const presenceCalls = {
  'POST /api/admin/records/:id/watch': call({
    summary:
      'Report every few seconds that a page has a record open. The answer says who else does, and what has changed since. This doesn’t count as activity',
    tag: 'Staff: records',
    access: 'see-admin-area',
    params: OneRecord,
    body: Type.Object({
      tab: Tab,
      /** What the page shows. Absent: only what readers see counts. */
      version: Type.Optional(Version),
      edition: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
      is_posting: Type.Boolean(),
      is_post_mortem: Type.Optional(
        Type.Boolean({ description: 'the page shows the post-mortem, not the record itself' }),
      ),
    }),
    answer: Type.Object({ data: RecordWatched }),
  }),
  'POST /api/admin/records/:id/leave': call({
    summary: 'Report that a page no longer has a record open',
    tag: 'Staff: records',
    access: 'see-admin-area',
    params: OneRecord,
    body: Type.Object({ tab: Tab }),
    answer: Done,
  }),
}
