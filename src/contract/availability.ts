import { Type } from 'typebox'
import { AVAILABILITY_DEFINED } from '../domain/availability.ts'
import { CENTER_STATES } from '../domain/map/center-state.ts'
import { PLACE_KINDS } from '../domain/place-address.ts'
import { CloudName, Moment, OptionalMoment, RecordId } from './common.ts'
import { publicRead } from './endpoint.ts'

const TAG = 'Availability'

const Share = Type.Union([Type.Number({ minimum: 0, maximum: 1 }), Type.Null()], {
  description: `${AVAILABILITY_DEFINED} Null if there is nothing to count, such as before the start.`,
})
const MonthName = Type.String({ description: 'YYYY-MM in UTC' })
const Kind = Type.Enum(PLACE_KINDS)
const State = Type.Enum(CENTER_STATES)
const Minutes = Type.Partial(Type.Record(State, Type.Number()), {
  description: 'minutes in each state, only those that occurred',
})

const Goal = Type.Union(
  [
    Type.Object({
      percent: Type.Number({ description: 'as it was set for this month' }),
      result: Type.Enum(['met', 'missed', 'open'], {
        description: '`open`: the month is not over, and the goal can still be met',
      }),
      minutes_allowed: Type.Number({ description: 'that may be lost in the whole month' }),
      minutes_lost: Type.Number({ description: 'as counted: a minute of degradation is 0.3' }),
    }),
    Type.Null(),
  ],
  { description: 'the availability goal of the month; null without one, or without anything to measure' },
)

const Place = Type.Object({
  tid: Type.Integer(),
  name: Type.String(),
  slug: Type.String({ description: 'its name in addresses' }),
  is_active: Type.Boolean(),
})

const Story = Type.Object({
  id: RecordId,
  title: Type.String(),
  post_type: Type.Union([Type.Literal('incident'), Type.Literal('maintenance')]),
  state: Type.Enum(CENTER_STATES, { description: '`operational` for maintenance without impact' }),
  from: Moment,
  to: OptionalMoment,
  planned_to: Type.Optional(
    Type.String({
      description: 'ISO 8601 in UTC; of maintenance in progress, which lasts until it is closed',
    }),
  ),
})

const GoalNow = Type.Union([Type.Number(), Type.Null()], {
  description: 'availability goal of this month in percent; null without one',
})

const PlaceStory = Type.Object({
  ...Place.properties,
  kind: Kind,
  info: Type.String({ description: 'what it is, or where' }),
  group: Type.String({ description: 'the category of a service, the region of a data center' }),
  starts_on: Type.String({ description: 'YYYY-MM-DD in UTC' }),
  ends_on: Type.Union([Type.String(), Type.Null()]),
  state: Type.Union([State, Type.Null()], { description: 'null if decommissioned' }),
  part: Type.String({
    description: 'the part in this state, such as " in Zurich I"; empty if it is all of it',
  }),
  since: OptionalMoment,
  open: Type.Array(Story, { description: 'what is going on, most severe first' }),
  upcoming: Type.Array(Story, { description: 'planned maintenance, soonest first' }),
  past: Type.Array(Story, { description: 'the last 12 months, newest first' }),
  goal: GoalNow,
  days: Type.Array(
    Type.Object({
      day: Type.String({ description: 'YYYY-MM-DD in UTC' }),
      state: Type.Union([State, Type.Null()], { description: 'the most severe; null if it did not exist' }),
      minutes: Minutes,
    }),
  ),
  months: Type.Array(Type.Object({ month: MonthName, availability: Share, minutes: Minutes, goal: Goal })),
})

export const getPlace = publicRead({
  summary: 'A service or data center: its state, the last 90 days, and its availability by month',
  tag: TAG,
  query: Type.Object({
    cloud: CloudName,
    kind: Kind,
    name: Type.String({ maxLength: 100, description: 'its slug or tid' }),
  }),
  ticks: 'minute',
  answer: Type.Object({
    data: Type.Union([PlaceStory, Type.Null()], { description: 'null if there is no such place' }),
  }),
})
const Row = Type.Object({
  ...Place.properties,
  months: Type.Array(Share),
  goal: GoalNow,
  goals: Type.Array(Goal, { description: 'by month; empty if no month has one' }),
})

export const getAvailability = publicRead({
  summary: 'Availability of all services and data centers of a cloud by month',
  tag: TAG,
  query: Type.Object({ cloud: CloudName }),
  ticks: 'minute',
  answer: Type.Object({
    data: Type.Object({
      months: Type.Array(MonthName, { description: 'the last 12, oldest first' }),
      services: Type.Array(Row),
      regions: Type.Array(
        Type.Object({
          tid: Type.Integer(),
          title: Type.String(),
          months: Type.Array(Share, { description: 'all of its data centers together' }),
          data_centers: Type.Array(Row),
        }),
      ),
    }),
  }),
})
