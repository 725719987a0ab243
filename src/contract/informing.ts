import { type Static, Type } from 'typebox'
import { INFORMING_DEFINED } from '../domain/informing/quarter-figures.ts'
import { CloudName, Moment, OptionalMoment, RecordId } from './common.ts'
import { publicRead } from './endpoint.ts'

export const RecordInformed = Type.Object(
  {
    began: OptionalMoment,
    published: Type.Union([Moment, Type.Null()], {
      description: 'when readers could first see it; null if unknown, such as for an imported incident',
    }),
    is_history: Type.Boolean({
      description: 'first published more than 7 days after it ended; not counted as late',
    }),
    messages: Type.Object({
      state: Type.Enum(['sent', 'sending', 'none', 'failed', 'unknown'], {
        description:
          '`sending`: not counted yet. `none`: no one was subscribed, or it was published without notifying anyone. `failed`: no message could be delivered',
      }),
      first: Type.Union([Moment, Type.Null()], {
        description: 'rounded up to the minute if `count` is null',
      }),
      most: Type.Union([Moment, Type.Null()], {
        description:
          'when 95% were sent. Null if that isn’t known yet, if there are fewer than 10 messages, or, with `is_final`, if it never happened',
      }),
      is_final: Type.Boolean({ description: 'nothing will change anymore' }),
      count: Type.Union([Type.Integer(), Type.Null()], { description: 'null if fewer than 10' }),
      as_of: Type.Optional(Moment),
    }),
    promises: Type.Union(
      [
        Type.Array(
          Type.Object({
            made: Moment,
            promised_for: Moment,
            answered: Type.Union([Moment, Type.Null()], { description: 'the first news after it was made' }),
            result: Type.Enum(['kept', 'broken', 'open']),
          }),
        ),
        Type.Null(),
      ],
      { description: 'each time for which an update was promised, oldest first; null if unknown' },
    ),
    resolved: OptionalMoment,
    post_mortem: OptionalMoment,
  },
  { description: 'how readers were informed about an incident' },
)
export type RecordInformed = Static<typeof RecordInformed>

const Figure = Type.Union([Type.Number(), Type.Null()])

const Times = Type.Object({
  count: Type.Integer(),
  median: Figure,
  p90: Figure,
  values: Type.Array(Type.Number(), { description: 'each of them, if they are too few for a median' }),
  goal: Type.Union([Type.Object({ judged: Type.Integer(), met: Type.Integer() }), Type.Null()], {
    description: 'against the goal of the month that an incident began in; null without any goal',
  }),
})
export type InformingTimes = Static<typeof Times>

const FromMonth = { from: Type.String({ description: 'YYYY-MM in UTC' }) }
const MinuteGoals = Type.Array(Type.Object({ ...FromMonth, minutes: Figure }))

const QuarterName = Type.String({ pattern: '^\\d{4}-Q[1-4]$', description: 'such as 2026-Q4, in UTC' })

const InformedIncident = Type.Object({ id: RecordId, title: Type.String(), ...RecordInformed.properties })

const QuarterFigures = Type.Object({
  quarter: QuarterName,
  incidents: Type.Integer(),
  history: Type.Integer({ description: 'added long after they ended; they do not count as late' }),
  unknown: Type.Integer({ description: 'the time of their publication is unknown' }),
  early: Type.Integer({
    description: 'published before they began, as far as known today; without a time from start to published',
  }),
  failed: Type.Integer({ description: 'none of their messages could be delivered; these miss any goal' }),
  withdrawn: Type.Integer({
    description:
      'incidents that were withdrawn in this quarter, on all clouds of the site; they no longer count in anything else',
  }),
  published: Times,
  message: Times,
  promises: Type.Object({
    kept: Type.Integer(),
    broken: Type.Integer(),
    percent: Type.Union([Type.Integer(), Type.Null()], {
      description: 'rounded down; null if there are too few',
    }),
    goal: Type.Union([Type.Object({ percent: Type.Number(), is_met: Type.Boolean() }), Type.Null()]),
  }),
})

const Goals = Type.Object(
  {
    publish: MinuteGoals,
    message: MinuteGoals,
    promise: Type.Array(Type.Object({ ...FromMonth, percent: Figure })),
  },
  { description: 'goals of the provider up to now, each until the next one, oldest first' },
)

const DEFINITION = Type.Array(Type.String(), { description: INFORMING_DEFINED.join(' ') })

export const getInforming = publicRead({
  summary:
    'How readers were kept informed, by quarter: minutes from start to published and to the first message, and promises kept',
  tag: 'Availability',
  query: Type.Object({ cloud: CloudName, quarter: Type.Optional(QuarterName) }),
  ticks: 'day',
  answer: Type.Object({
    data: Type.Object({
      as_of: Moment,
      goals: Goals,
      quarters: Type.Array(QuarterFigures, { description: 'up to 8, newest first' }),
      quarter: Type.Union([QuarterName, Type.Null()], { description: 'that of the incidents below' }),
      incidents: Type.Array(InformedIncident, {
        description: 'of this quarter, newest first, up to 100; the file has all',
      }),
      total: Type.Integer(),
      files: Type.Object({ csv: Type.String(), json: Type.String() }, { description: 'paths' }),
    }),
  }),
})

export const InformingFile = Type.Object({
  cloud: Type.String(),
  as_of: Moment,
  definition: DEFINITION,
  goals: Goals,
  quarters: Type.Array(QuarterFigures),
  incidents: Type.Array(
    Type.Object({ ...InformedIncident.properties, quarter: QuarterName, url: Type.String() }),
  ),
})
