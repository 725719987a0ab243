import { type Static, Type } from 'typebox'
import { COMMENT_CHARACTERS, HANDOVER_CHARACTERS } from '../../domain/newsroom/team-words.ts'
import { call } from '../call.ts'
import { Moment, OptionalMoment, RecordId } from '../common.ts'
import { RecordDeed } from './presence.ts'
import { Person } from './record-content.ts'
import { IdempotencyKey, OneRecord } from './records.ts'

const TAG = 'Staff: records'
const NoPerson = Type.Null()
const Uid = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })
/** More than is allowed, so that the error can state the limit. */
const Text = (most: number) => Type.String({ maxLength: 10 * most })

export const TeamPerson = Type.Object({ uid: Type.Integer(), name: Type.String() })
export type TeamPerson = Static<typeof TeamPerson>

export const TeamNote = Type.Object({
  id: Type.Integer(),
  kind: Type.Enum(['comment', 'handover'] as const),
  at: Moment,
  /** Without a uid: the account was deleted. */
  by: Person,
  is_yours: Type.Boolean(),
  /** Plain text. `<@7>` mentions account 7. Empty after removal. */
  text: Type.String(),
  mentions: Type.Array(
    Type.Object({
      uid: Type.Integer(),
      name: Type.String(),
      /** False: the person got too many mails within the hour, has no address, or wrote it. */
      is_mailed: Type.Boolean(),
    }),
  ),
  edited_at: OptionalMoment,
  removed_at: OptionalMoment,
  handover: Type.Union([
    Type.Object({
      next: Type.String(),
      /** Null: anyone. */
      to: Type.Union([Person, NoPerson]),
      is_to_you: Type.Boolean(),
      taken: Type.Union([Type.Object({ at: Moment, by: Person, is_you: Type.Boolean() }), NoPerson]),
      /** No one has taken it over, and no other note replaced it. */
      is_pending: Type.Boolean(),
    }),
    NoPerson,
  ]),
})
export type TeamNote = Static<typeof TeamNote>

export const TeamDeed = Type.Object({
  ...RecordDeed.properties,
  /** Changes of severity and places, such as `Severity raised from Minor to Major`. */
  changes: Type.Array(Type.String()),
})
export type TeamDeed = Static<typeof TeamDeed>

export const Team = Type.Object({
  /** Server time, the reference for ages. */
  now: Moment,
  /** Passed to `watch`, which answers as soon as there is another one. */
  version: Type.String(),
  notes: Type.Array(TeamNote),
  deeds: Type.Array(TeamDeed),
  has_earlier: Type.Boolean(),
  /** Staff who may read the record and can be mentioned. */
  people: Type.Array(TeamPerson),
  /**
   * Staff who may edit the record, so that it can be handed over to them. Empty if you may not hand it
   * over.
   */
  heirs: Type.Array(TeamPerson),
  can_hand_over: Type.Boolean(),
})
export type Team = Static<typeof Team>

const AboutTeam = Type.Object({ data: Team })
const OneNote = Type.Object({
  id: RecordId,
  note: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
})

export const teamCalls = {
  'GET /api/admin/records/:id/team': call({
    summary:
      'Comments on a record and what colleagues did to it. Requires the right to read its drafts and internal notes',
    tag: TAG,
    access: 'see-admin-area',
    params: OneRecord,
    answer: AboutTeam,
  }),
  'POST /api/admin/records/:id/team': call({
    summary: 'Comment on a record, for colleagues only. People who are mentioned get an email',
    tag: TAG,
    access: 'see-admin-area',
    params: OneRecord,
    body: Type.Object({ text: Text(COMMENT_CHARACTERS), idempotency_key: IdempotencyKey }),
    bodyLimit: 100_000,
    answer: AboutTeam,
  }),
  'POST /api/admin/records/:id/team/:note': call({
    summary: 'Edit your own comment. Only people who were not mentioned before get an email',
    tag: TAG,
    access: 'see-admin-area',
    params: OneNote,
    body: Type.Object({ text: Text(COMMENT_CHARACTERS) }),
    bodyLimit: 100_000,
    answer: AboutTeam,
  }),
  'POST /api/admin/records/:id/team/:note/remove': call({
    summary: 'Remove the text of your own comment or handover. The entry itself stays',
    tag: TAG,
    access: 'see-admin-area',
    params: OneNote,
    answer: AboutTeam,
  }),
  'POST /api/admin/records/:id/handover': call({
    summary:
      'Hand a record over, to a colleague or to the first one who takes it over. Replaces the previous handover',
    tag: TAG,
    access: 'edit-records',
    params: OneRecord,
    body: Type.Object({
      state: Text(HANDOVER_CHARACTERS),
      next: Text(HANDOVER_CHARACTERS),
      to: Type.Union([Uid, NoPerson]),
      /** The pending handover that you saw, if any. Any other one is not replaced. */
      replaces: Type.Union([Uid, NoPerson]),
      idempotency_key: IdempotencyKey,
    }),
    bodyLimit: 100_000,
    answer: AboutTeam,
  }),
  'POST /api/admin/records/:id/team/:note/take': call({
    summary: 'Take a record over, which acknowledges the handover',
    tag: TAG,
    access: 'edit-records',
    params: OneNote,
    answer: AboutTeam,
  }),
}
