import { type Static, type TObject, type TSchema, Type } from 'typebox'
import type { Access, MailLinkKind } from '../domain/access.ts'
import type { CallCost } from '../domain/account/call-costs.ts'

/** A call about one user: never cached or shared. */
export interface Call<
  Params extends TObject = TObject,
  Query extends TObject = TObject,
  Body extends TObject = TObject,
  Answer extends TSchema = TSchema,
  Rule extends Access = Access,
> {
  summary: string
  tag: string
  access: Rule
  params: Params
  query: Query
  body: Body
  answer: Answer
  /** In bytes, if the default is too small. */
  bodyLimit: number | undefined
  /** The queue for unauthenticated calls, so that a flood of one kind leaves the others alone. */
  line: StrangersLine
  /** The least link in a mail whose session may make it. Undefined: wants a password or an employee login. */
  leastLink: MailLinkKind | undefined
  /** It may answer 202: accepted, with the work still under way. */
  goesOn: boolean
  /** Costly calls run one at a time per account, at a limited rate. Undefined: cheap. */
  cost: CallCost | undefined
}

export type StrangersLine = 'sign-in' | 'emergency' | 'unsubscribing'

type Nothing = TObject<Record<never, never>>

export function call<
  const Rule extends Access,
  Answer extends TSchema,
  Params extends TObject = Nothing,
  Query extends TObject = Nothing,
  Body extends TObject = Nothing,
>(of: {
  summary: string
  tag: string
  access: Rule
  answer: Answer
  params?: Params
  query?: Query
  body?: Body
  bodyLimit?: number
  line?: StrangersLine
  cost?: CallCost
  goesOn?: boolean
  leastLink?: MailLinkKind
}): Call<Params, Query, Body, Answer, Rule> {
  const nothing = Type.Object({})
  return {
    summary: of.summary,
    tag: of.tag,
    access: of.access,
    answer: of.answer,
    bodyLimit: of.bodyLimit,
    line: of.line ?? 'sign-in',
    goesOn: of.goesOn ?? false,
    cost: of.cost,
    leastLink: of.leastLink,
    params: of.params ?? (nothing as unknown as Params),
    query: of.query ?? (nothing as unknown as Query),
    body: of.body ?? (nothing as unknown as Body),
  }
}

export const Done = Type.Null()

export type InputOfCall<C> =
  C extends Call<infer P, infer Q, infer B, TSchema> ? Static<P> & Static<Q> & Static<B> : never
export type AnswerOfCall<C> = C extends Call<TObject, TObject, TObject, infer A> ? Static<A> : never
