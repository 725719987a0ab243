import { Type } from 'typebox'
import { call } from '../call.ts'

export const logCalls = {
  'POST /api/admin/log/redactions': call({
    summary:
      'Remove a version of a record from the public log, such as one with a leaked name. The log says when and why, and stays valid. This can’t be undone',
    tag: 'Staff: site',
    access: 'edit-site',
    body: Type.Object({
      face: Type.String({
        pattern: '^[0-9a-f]{64}$',
        description: 'the last part of its /log/faces/ address',
      }),
      reason: Type.String({ minLength: 1, maxLength: 500, description: 'public, in the log' }),
    }),
    answer: Type.Object({ data: Type.Object({ edition: Type.Integer() }) }),
  }),
}
