import { type Static, type TObject, type TSchema, Type } from 'typebox'

/** A read that is open to anyone: answered from the edition, cached, the same for everyone. */
export interface PublicRead<
  Params extends TObject = TObject,
  Query extends TObject = TObject,
  Answer extends TSchema = TSchema,
> {
  summary: string
  tag: string
  params: Params
  query: Query
  answer: Answer
  ticks: Tick | undefined
  /** A missing `cloud` means the one that the reader chose, or else the first. */
  takesSavedCloud: boolean
  /** All of it is in the public log, so it can be read as of an earlier edition. */
  hasPast: boolean
}

export type Tick = 'minute' | 'day'

export type InputOf<E> = E extends PublicRead<infer P, infer Q, TSchema> ? Static<P> & Static<Q> : never
export type AnswerOf<E> = E extends PublicRead<TObject, TObject, infer A> ? Static<A> : never

export function publicRead<
  Answer extends TSchema,
  Params extends TObject = TObject<Record<never, never>>,
  Query extends TObject = TObject<Record<never, never>>,
>(of: {
  summary: string
  tag: string
  answer: Answer
  params?: Params
  query?: Query
  ticks?: Tick
  takesSavedCloud?: boolean
  hasPast?: boolean
}): PublicRead<Params, Query, Answer> {
  const nothing = Type.Object({})
  return {
    summary: of.summary,
    tag: of.tag,
    answer: of.answer,
    params: of.params ?? (nothing as unknown as Params),
    query: of.query ?? (nothing as unknown as Query),
    ticks: of.ticks,
    takesSavedCloud: of.takesSavedCloud ?? false,
    hasPast: of.hasPast ?? false,
  }
}

export const PastParameters = Type.Object({
  edition: Type.Optional(
    Type.Integer({
      minimum: 1,
      description:
        'as of this edition: posts, clouds, services, data centers, severities and statuses as they were then',
    }),
  ),
  at: Type.Optional(
    Type.String({
      description:
        'as of this minute in UTC, such as 2026-11-10T12:00Z; without `edition`, redirects to the edition of that time',
    }),
  ),
})

/** Common rule: every error has this body. */
export const ErrorBody = Type.Object(
  {
    message: Type.String(),
    errors: Type.Optional(Type.Record(Type.String(), Type.String())),
  },
  { description: 'What went wrong, in a sentence; `errors` by field if fields are invalid.' },
)
export type ErrorBody = Static<typeof ErrorBody>

export const Unchanged = Type.Null({ description: 'The ETag in If-None-Match is still current; no body.' })
