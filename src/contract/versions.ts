import { type Static, Type } from 'typebox'
import { RECORD_KINDS } from '../domain/record.ts'
import { Moment, OptionalMoment, RecordId } from './common.ts'
import { publicRead } from './endpoint.ts'

const MarkedWords = Type.Object({
  text: Type.String(),
  mark: Type.Optional(Type.Enum(['added', 'removed'], { description: 'absent: in both versions' })),
})

const RecordVersion = Type.Object({
  edition: Type.Integer({ description: 'use it as `edition` to read the site as it was' }),
  at: Moment,
  is_change: Type.Boolean({
    description:
      'whether it changed what readers had already seen; an update or another step is news instead',
  }),
  lines: Type.Array(
    Type.Object({
      text: Type.String({ description: 'what changed, in a sentence' }),
      words: Type.Optional(
        Type.Array(MarkedWords, {
          description: 'the words of both versions in reading order; long unchanged parts are cut to `…`',
        }),
      ),
    }),
  ),
  redacted: Type.Optional(
    Type.Object(
      { on: Moment, reason: Type.String() },
      { description: 'this version was removed from the public log' },
    ),
  ),
})
export type RecordVersion = Static<typeof RecordVersion>

export const getVersions = publicRead({
  summary:
    'Every version of an incident, maintenance, advisory or notification in the public log, and what each changed',
  tag: 'Records',
  params: Type.Object({ id: RecordId }),
  answer: Type.Object({
    data: Type.Union(
      [
        Type.Object({
          id: Type.Integer(),
          kind: Type.Enum(RECORD_KINDS),
          title: Type.String({ description: 'as of the newest version that was not redacted; may be empty' }),
          is_withdrawn: Type.Boolean(),
          kept_since: OptionalMoment,
          times_changed: Type.Integer(),
          changes_known_since: Type.Union([Moment, Type.Null()], {
            description:
              'set if the post is older than the public log: changes before this time are not counted',
          }),
          is_cut: Type.Boolean({ description: 'there are earlier versions, which only the log has' }),
          versions: Type.Array(RecordVersion, { description: 'newest first' }),
        }),
        Type.Null(),
      ],
      { description: 'null: the public log has no such record' },
    ),
  }),
})
