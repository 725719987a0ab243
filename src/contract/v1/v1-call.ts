import type { TObject, TSchema } from 'typebox'
import type { TokenAccess } from '../../domain/access.ts'
import type { CallCost } from '../../domain/account/call-costs.ts'
import { type Call, call } from '../call.ts'

/** Z-08: an API call by a program with a token. */
export interface V1Call<
  Params extends TObject = TObject,
  Query extends TObject = TObject,
  Body extends TObject = TObject,
  Answer extends TSchema = TSchema,
> extends Call<Params, Query, Body, Answer, TokenAccess> {
  status: 200 | 201
  description: string | undefined
  /** May answer 202, because what it publishes waits for a second person. Calls that change a record always may. */
  mayWait: boolean
  /** `ETag` and `If-Match` are the version of the post-mortem, not of the record. */
  isOfPostMortem: boolean
}

export function v1Call<
  Answer extends TSchema,
  Params extends TObject = TObject<Record<never, never>>,
  Query extends TObject = TObject<Record<never, never>>,
  Body extends TObject = TObject<Record<never, never>>,
>(of: {
  summary: string
  description?: string
  tag: string
  access: TokenAccess
  answer: Answer
  params?: Params
  query?: Query
  body?: Body
  bodyLimit?: number
  cost?: CallCost
  goesOn?: boolean
  mayWait?: boolean
  isOfPostMortem?: boolean
  status?: 200 | 201
}): V1Call<Params, Query, Body, Answer> {
  const { status = 200, description, mayWait = false, isOfPostMortem = false, ...rest } = of
  return {
    ...call<TokenAccess, Answer, Params, Query, Body>(rest),
    status,
    description,
    mayWait,
    isOfPostMortem,
  }
}
