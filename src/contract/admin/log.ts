import { Type } from 'typebox'
import { call } from '../call.ts'

export const logCalls = {
  'POST /api/admin/log/redactions': call({
    summary:
      'Remove versions of a record from the public log, such as those with a leaked name: all besides the one that readers see, or a single one. The log says when and why, and stays valid. This can’t be undone',
    tag: 'Staff: site',
    access: 'edit-site',
    body: Type.Object({
      record: Type.Optional(
        Type.Integer({ description: 'of this record every version besides the one that readers see now' }),
      ),
      face: Type.Optional(
        Type.String({
          pattern: '^[0-9a-f]{64}$',
          description: 'instead of a record: a single version, by the last part of its /log/faces/ address',
        }),
      ),
      reason: Type.String({
        minLength: 1,
        maxLength: 500,
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
