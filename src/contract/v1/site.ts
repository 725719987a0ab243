import { type Static, Type } from 'typebox'
import { CloudName, RecordId } from '../common.ts'
import { BodyFormat, Exactly } from './fields.ts'
import { V1Record } from './record.ts'
import { v1Call } from './v1-call.ts'

const TAG = 'Automation: site'
const OfCloud = Type.Object({ cloud: Type.Optional(CloudName) })

const THING_STATES = ['operational', 'degradation', 'disruption', 'investigation'] as const
export type ThingState = (typeof THING_STATES)[number]
const State = Type.Enum(THING_STATES, { description: 'the most severe open issue there' })

const Cloud = Type.Object({
  machine_name: Type.String(),
  title: Type.String(),
  domain: Type.String(),
  state: State,
})
const Service = Type.Object({
  tid: Type.Integer(),
  name: Type.String(),
  category: Type.String(),
  cloud: Type.String({ description: 'machine name' }),
  state: State,
})
const DataCenter = Type.Object({
  tid: Type.Integer(),
  name: Type.String(),
  region: Type.String(),
  city: Type.String(),
  country_code: Type.String(),
  clouds: Type.Array(Type.String(), { description: 'machine names' }),
  state: State,
})
export type V1Cloud = Static<typeof Cloud>
export type V1Service = Static<typeof Service>
export type V1DataCenter = Static<typeof DataCenter>

const NewState = Exactly(
  {
    state: Type.Enum(THING_STATES),
    message: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 20_000,
        description: 'the text for readers; see `body_format`',
      }),
    ),
    body_format: Type.Optional(BodyFormat),
    title: Type.Optional(
      Type.String({ minLength: 1, maxLength: 300, description: 'of the incident it opens' }),
    ),
    publish: Type.Optional(Type.Boolean({ description: 'default true; false: the incident is a draft' })),
    notify: Type.Optional(Type.Boolean({ description: 'whether subscribers are notified; default true' })),
  },
  { examples: [{ state: 'degradation', message: 'Some requests take longer than usual.' }] },
)
export type NewState = Static<typeof NewState>

const StateOutcome = Type.Object({
  data: Type.Object({
    outcome: Type.Enum(['opened', 'updated', 'resolved', 'reopened', 'unchanged'] as const),
    record: Type.Union([V1Record, Type.Null()], { description: 'the incident this token opened for it' }),
  }),
})

const state = {
  description:
    'The first problem opens an incident, another state or message updates it, `operational` resolves it. Each token has one incident per service or data center; repeating a state changes nothing. Changes that people made to that incident are kept.',
  tag: TAG,
  access: 'token:site:write',
  params: Type.Object({ tid: RecordId }),
  body: NewState,
  answer: StateOutcome,
  mayWait: true,
} as const

export const v1SiteCalls = {
  'GET /api/v1/clouds': v1Call({
    summary: 'The clouds of this site',
    tag: TAG,
    access: 'token:site:read',
    answer: Type.Object({ data: Type.Array(Cloud) }),
  }),
  'GET /api/v1/services': v1Call({
    summary: 'The services, by cloud and category',
    tag: TAG,
    access: 'token:site:read',
    query: OfCloud,
    answer: Type.Object({ data: Type.Array(Service) }),
  }),
  'GET /api/v1/data-centers': v1Call({
    summary: 'The data centers, by region',
    tag: TAG,
    access: 'token:site:read',
    query: OfCloud,
    answer: Type.Object({ data: Type.Array(DataCenter) }),
  }),
  'PUT /api/v1/services/:tid/state': v1Call({ summary: 'Report the state of a service', ...state }),
  'POST /api/v1/services/:tid/state': v1Call({ summary: 'Report the state of a service, as PUT', ...state }),
  'PUT /api/v1/data-centers/:tid/state': v1Call({ summary: 'Report the state of a data center', ...state }),
  'POST /api/v1/data-centers/:tid/state': v1Call({
    summary: 'Report the state of a data center, as PUT',
    ...state,
  }),
}
