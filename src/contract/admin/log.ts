import { type Static, Type } from 'typebox'
import { call } from '../call.ts'
import { Moment, RecordId } from '../common.ts'

export const REDACTION_REASON_CHARACTERS = 500

const LoggedVersion = Type.Object({
  face: Type.String({ description: 'the last part of its /log/faces/ address' }),
  entry: Type.Integer(),
  is_current: Type.Boolean({ description: 'in the current log; false: in one from before a restore' }),
  act: Type.String(),
  time: Moment,
  title: Type.Union([Type.String(), Type.Null()], { description: 'null: redacted, or a withdrawal' }),
  is_shown: Type.Boolean({ description: 'what readers see now, which can’t be redacted' }),
  redacted: Type.Union([Type.Object({ on: Moment, reason: Type.String() }), Type.Null()]),
})
export type LoggedVersion = Static<typeof LoggedVersion>

export const logCalls = {
  'GET /api/admin/log/versions': call({
    summary: 'The versions of a record in the public log, newest first: the newest 500',
    tag: 'Staff: site',
    access: 'edit-site',
    query: Type.Object({ record: RecordId }),
    answer: Type.Object({ data: Type.Array(LoggedVersion) }),
  }),
  'POST /api/admin/log/redactions': call({
    summary:
      'Remove versions of a record from the public log, such as those with a leaked name: all except the one that readers see, or a single one. The log says when and why, and stays valid. This can’t be undone',
    tag: 'Staff: site',
    access: 'edit-site',
    body: Type.Object({
      record: Type.Optional(
        Type.Integer({ description: 'every version of this record except the one that readers see now' }),
      ),
      face: Type.Optional(
        Type.String({
          pattern: '^[0-9a-f]{64}$',
          description: 'instead of a record: a single version, by the last part of its /log/faces/ address',
        }),
      ),
      reason: Type.String({
        minLength: 1,
        maxLength: REDACTION_REASON_CHARACTERS,
        description: 'public, in the log, and permanent: leave out personal data',
      }),
    }),
    answer: Type.Object({
      data: Type.Object({
        edition: Type.Integer(),
        faces: Type.Integer({ description: 'how many versions were removed' }),
      }),
    }),
  }),
}
