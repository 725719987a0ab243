import { type Static, Type } from 'typebox'
import { THREAT_CATEGORIES } from '../domain/threats/threat-category.ts'
import { THREAT_PERIODS } from '../domain/threats/threat-period.ts'
import { LAST_ID } from '../domain/whole-number.ts'
import { Day } from './common.ts'
import { ErrorBody, publicRead, Unchanged } from './endpoint.ts'

const Category = Type.Enum(THREAT_CATEGORIES)
const Blocked = Type.Integer({ minimum: 0, description: 'how many were blocked' })
const NewestDay = Type.Union([Day, Type.Null()], {
  description: 'the newest day with figures; null if there are none',
})

const ThreatsQuery = Type.Object({
  category: Type.Optional(Category),
  period: Type.Optional(Type.Enum(THREAT_PERIODS, { description: '30d when absent' })),
  region: Type.Optional(Type.Integer({ minimum: 1, maximum: LAST_ID, description: 'tid of a region' })),
})
export type ThreatsQuery = Static<typeof ThreatsQuery>

/** As text: only digits are valid, not everything that JavaScript reads as a number. */
export const ThreatCsvQuery = Type.Object({
  category: ThreatsQuery.properties.category,
  period: ThreatsQuery.properties.period,
  region: Type.Optional(Type.String({ pattern: '^[1-9]\\d{0,9}$', description: 'tid of a region' })),
})

export const threatCsvResponses = {
  200: {
    description:
      'Day, Category, Family, Region, Blocked: a row for each day and family with a count (RFC 4180).',
    content: { 'text/csv': { schema: Type.String() } },
  },
  304: Unchanged,
  '4xx': ErrorBody,
  503: ErrorBody,
}

const CategoryBlocked = Type.Object({
  category: Category,
  title: Type.String(),
  blocked: Blocked,
  families: Type.Array(Type.Object({ family: Type.String(), blocked: Blocked }), {
    description: 'largest first, without those that have no count',
  }),
})

const ThreatPoint = Type.Object({
  day: Type.String({ description: 'YYYY-MM-DD in UTC: its first day' }),
  days: Type.Integer({ minimum: 0, description: 'how many of its days have figures' }),
  blocked: Type.Union([Blocked, Type.Null()], { description: 'null when none of its days has figures' }),
})
export type ThreatPoint = Static<typeof ThreatPoint>

export const ThreatsResponse = Type.Object({
  as_of: NewestDay,
  period: Type.Object({
    name: Type.Enum(THREAT_PERIODS),
    from: NewestDay,
    to: NewestDay,
  }),
  regions: Type.Array(Type.Object({ tid: Type.Integer(), title: Type.String() }), {
    description: 'what `region` may be',
  }),
  total: Blocked,
  total_before: Type.Union([Blocked, Type.Null()], {
    description: 'of as many days before the period; null unless every day of both has figures',
  }),
  by_category: Type.Array(CategoryBlocked, { description: 'all four, or the requested one' }),
  step: Type.Enum(['day', 'week'], {
    description: 'how many days a point of the series covers; days before the oldest whole week are omitted',
  }),
  series: Type.Array(Type.Object({ category: Category, points: Type.Array(ThreatPoint) }), {
    description: 'over the period, oldest first; points of days add up to the total',
  }),
  family_series: Type.Array(
    Type.Object({
      family: Type.Union([Type.String(), Type.Null()], { description: 'null for all others together' }),
      points: Type.Array(ThreatPoint),
    }),
    {
      description:
        'the largest families of the requested category, and all others together; empty without a category',
    },
  ),
})
export type ThreatsResponse = Static<typeof ThreatsResponse>

export const getThreats = publicRead({
  summary: 'What was blocked: by category and family, and over time',
  tag: 'Threats',
  query: ThreatsQuery,
  answer: ThreatsResponse,
})

const Place = { latitude: Type.Number(), longitude: Type.Number() }

export const ThreatFlowRow = Type.Object({
  country: Type.String({ description: 'where it came from, ISO 3166-1 alpha-2' }),
  country_name: Type.String(),
  from: Type.Object(Place, { description: 'the middle of the country, or of where its people live' }),
  data_center: Type.Object(
    { tid: Type.Integer(), name: Type.String(), city: Type.String(), ...Place },
    { description: 'which blocked it' },
  ),
  category: Category,
  family: Type.String(),
  blocked: Blocked,
})
export type ThreatFlowRow = Static<typeof ThreatFlowRow>

export const ThreatFlowsResponse = Type.Object({
  day: NewestDay,
  total: Type.Integer({
    minimum: 0,
    description: 'everything blocked that day, whether shown as a flow or not',
  }),
  totals: Type.Object(
    { malware: Blocked, threat: Blocked, sandbox: Blocked, ba: Blocked },
    { description: 'the same by category, from the counts of that day' },
  ),
  flows: Type.Array(ThreatFlowRow, { description: 'at most the 200 largest, largest first' }),
})
export type ThreatFlowsResponse = Static<typeof ThreatFlowsResponse>

export const getThreatFlows = publicRead({
  summary: 'Where the threats that were blocked on the newest day came from',
  tag: 'Threats',
  answer: ThreatFlowsResponse,
})
