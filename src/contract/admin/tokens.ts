import { type Static, Type } from 'typebox'
import { SCOPES } from '../../domain/access.ts'
import { call } from '../call.ts'
import { Moment, OptionalMoment } from '../common.ts'
import { Limit } from './limit.ts'

const TAG = 'Staff: API tokens'
export const TOKEN_NAME_LENGTH = 80

const Token = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  hint: Type.String({ description: 'its first characters' }),
  scopes: Type.Array(Type.Enum(SCOPES)),
  created_by: Type.Union([
    Type.Object({ uid: Type.Integer(), name: Type.Union([Type.String(), Type.Null()]) }),
    Type.Null(),
  ]),
  created_at: Moment,
  expires_at: OptionalMoment,
  last_used_at: OptionalMoment,
  revoked_at: OptionalMoment,
  limit: Limit,
})
export type Token = Static<typeof Token>

export const tokenCalls = {
  'GET /api/admin/tokens': call({
    summary: 'API tokens, newest first; the keys themselves are not stored',
    tag: TAG,
    access: 'manage-tokens',
    answer: Type.Object({ data: Type.Array(Token) }),
  }),
  'POST /api/admin/tokens': call({
    summary: 'Create a token. Its key is in the answer and is never shown again',
    tag: TAG,
    access: 'manage-tokens',
    body: Type.Object({
      name: Type.String({ maxLength: TOKEN_NAME_LENGTH }),
      scopes: Type.Array(Type.Enum(SCOPES)),
      /** Null: never expires. */
      expires_at: OptionalMoment,
      limit: Type.Optional(Limit),
    }),
    answer: Type.Object({ data: Type.Object({ id: Type.Integer(), key: Type.String() }) }),
  }),
  'POST /api/admin/tokens/:id/revoke': call({
    summary: 'Revoke a token, effective from the next request',
    tag: TAG,
    access: 'manage-tokens',
    params: Type.Object({ id: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }) }),
    answer: Type.Object({ data: Type.Array(Token) }),
  }),
}
