import { type Static, Type } from 'typebox'
import { CLOUD_STATES } from '../domain/cloud.ts'
import { OLDEST_TIMELINE_PAGE } from '../domain/constants.ts'
import { CENTER_STATES } from '../domain/map/center-state.ts'
import { Bit, CloudName, Mine, Moment, OptionalMoment } from './common.ts'
import { publicRead } from './endpoint.ts'

const Service = Type.Object({
  tid: Type.Integer(),
  name: Type.String(),
  slug: Type.String({ description: 'its name in addresses' }),
  subscribed: Bit,
  covered_by_all: Type.Optional(
    Type.Union([Type.Literal(0), Type.Literal(1)], {
      description: 'signed-in readers only: whether a subscription to all of its kind covers it',
    }),
  ),
  status: Bit,
  info: Type.String(),
  startDate: Type.String(),
  endDate: Type.Union([Type.String(), Type.Null()]),
  issues: Type.Array(
    Type.Object({
      id: Type.Integer(),
      severityTid: Type.Integer(),
      startTime: Moment,
      endTime: OptionalMoment,
    }),
  ),
  category_status: Type.Array(
    Type.Object({
      id: Type.Integer(),
      title: Type.String(),
      alias: Type.String(),
      short_description: Type.String(),
      description: Type.String(),
      from: Moment,
      to: OptionalMoment,
      status: Type.String(),
      severityTid: Type.Integer(),
      name: Type.String(),
      updated_on: Moment,
    }),
  ),
  maintenance: Type.Array(
    Type.Object({ id: Type.Integer(), title: Type.String(), from: Moment, to: OptionalMoment }),
    { description: 'this week: maintenance in progress that takes it out of service; `to` as planned' },
  ),
})
export type Service = Static<typeof Service>

export const CloudStatus = Type.Object({
  data: Type.Object({
    category: Type.Array(
      Type.Object({ tid: Type.Integer(), title: Type.String(), subCategory: Type.Array(Service) }),
    ),
    severity: Type.Array(
      Type.Object({
        tid: Type.Integer(),
        name: Type.String(),
        color_code: Type.String(),
        status_icon: Type.String(),
      }),
    ),
    start_date: Type.String(),
    end_date: Type.String(),
    current_time: Moment,
    page_number: Type.Integer(),
  }),
})
export type CloudStatus = Static<typeof CloudStatus>

export const getCloudStatus = publicRead({
  summary: 'Services or data centers of a cloud with their issues in one week',
  tag: 'Status',
  hasPast: true,
  query: Type.Object({
    cloud: CloudName,
    requestType: Type.Union([
      Type.Literal('core_cloud_services'),
      Type.Literal('public'),
      Type.Literal('premium'),
    ]),
    dateOffset: Type.Optional(
      Type.Integer({ minimum: 0, maximum: OLDEST_TIMELINE_PAGE, description: 'weeks back; 0 = this week' }),
    ),
  }),
  answer: CloudStatus,
  ticks: 'minute',
})

const Place = Type.Object({
  tid: Type.Integer(),
  name: Type.String(),
  state: Type.Optional(
    Type.Enum(CLOUD_STATES, { description: 'only if it differs from that of the incident' }),
  ),
  since: Type.Optional(
    Type.String({ description: 'the beginning of this state; only if it differs from that of the incident' }),
  ),
})

const Affected = {
  affects: Type.String({ description: 'what and where, in words' }),
  whole_cloud: Type.Boolean({
    description: 'it names neither a service nor a data center, so it affects all',
  }),
  services: Type.Array(Place),
  datacenters: Type.Array(Place),
}

const OpenNow = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  state: Type.Enum(CLOUD_STATES),
  ...Affected,
  since: Moment,
  next_update: OptionalMoment,
  latest: Type.String({ description: 'the latest update, as plain text' }),
  latest_at: Moment,
  updated_on: Moment,
})

const WorkNow = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  ...Affected,
  from: Moment,
  to: OptionalMoment,
  updated_on: Moment,
  out_of_service: Type.Boolean({ description: 'false if the work has no impact on users' }),
})

const PersonalVerdict = Type.Object({
  state: Type.Enum(CENTER_STATES),
  sentences: Type.Array(
    Type.Object({
      state: Type.Enum(CENTER_STATES),
      words: Type.String({ description: 'without the final period: `since` follows' }),
      since: OptionalMoment,
    }),
  ),
  services: Type.Integer({ minimum: 0, description: 'how many of the services exist on this cloud' }),
  datacenters: Type.Integer({ minimum: 0, description: 'how many of the data centers exist on this cloud' }),
})

const CloudVerdict = Type.Object({
  data: Type.Object({
    state: Type.Enum(CENTER_STATES),
    trouble: Type.String({ description: 'what is wrong, in words; empty if everything is running' }),
    rest: Type.String({ description: 'the rest of the sentence' }),
    sentences: Type.Array(Type.String(), { description: 'trouble and rest, sentence by sentence' }),
    since: OptionalMoment,
    next_update: Type.Union([Moment, Type.Null()], {
      description: 'the earliest promised update of any open incident',
    }),
    incident: Type.Union([Type.Object({ id: Type.Integer(), title: Type.String() }), Type.Null()]),
    open_count: Type.Integer({ minimum: 0, description: 'open incidents that affect something' }),
    incidents: Type.Array(OpenNow, { description: 'open incidents that break something, worst first' }),
    maintenance: Type.Array(WorkNow, { description: 'maintenance in progress, the soonest end first' }),
    upcoming: Type.Union([WorkNow, Type.Null()], { description: 'the next planned maintenance' }),
    service_ids: Type.Array(Type.Integer(), { description: 'all active services of the cloud' }),
    datacenter_ids: Type.Array(Type.Integer(), { description: 'all active data centers of the cloud' }),
    mine: Type.Optional(
      Type.Union([PersonalVerdict, Type.Null()], {
        description:
          'the status of the places in `mine` alone; absent without that parameter, null if this cloud has none of them',
      }),
    ),
  }),
})
export type CloudVerdict = Static<typeof CloudVerdict>

export const getVerdict = publicRead({
  summary: 'The status of a cloud in one sentence, and that of single services and data centers',
  tag: 'Status',
  hasPast: true,
  query: Type.Object({ cloud: CloudName, mine: Type.Optional(Mine) }),
  answer: CloudVerdict,
})
