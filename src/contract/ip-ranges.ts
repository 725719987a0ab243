import { type Static, Type } from 'typebox'
import { LONGEST_ADDRESS } from '../domain/ip-ranges/ip-ranges-query.ts'
import { CENTER_STATES } from '../domain/map/center-state.ts'
import { CloudName, Moment, OptionalMoment, RecordId } from './common.ts'
import { publicRead } from './endpoint.ts'

const TAG = 'IP ranges'
const Prefix = Type.String({ description: 'such as 192.0.2.0/24' })
const Family = Type.Union([Type.Literal(4), Type.Literal(6)])
const CenterId = Type.Integer({ description: 'tid of a data center' })

const Ranges = Type.Array(
  Type.Object({ prefix: Prefix, family: Family, note: Type.String(), added_on: Moment }),
)
const Noted = Type.Array(Type.Object({ prefix: Prefix, note: Type.String() }))

export const listIpRanges = publicRead({
  summary: 'IP ranges of a cloud by region and data center, with recent changes',
  tag: TAG,
  query: Type.Object({ cloud: CloudName }),
  answer: Type.Object({
    public_url: Type.String({ description: 'of this site, without a trailing slash' }),
    updated_on: Type.Union(OptionalMoment.anyOf, { description: 'when a range was last added or removed' }),
    regions: Type.Array(
      Type.Object({
        tid: Type.Integer(),
        title: Type.String(),
        data_centers: Type.Array(
          Type.Object({
            tid: CenterId,
            name: Type.String(),
            city: Type.String(),
            country: Type.String({ description: 'ISO 3166-1 alpha-2' }),
            ranges: Ranges,
          }),
        ),
      }),
      { description: 'only where there are ranges' },
    ),
    changes: Type.Array(
      Type.Object({
        id: Type.String(),
        at: Moment,
        data_center: Type.Object({ tid: CenterId, name: Type.String() }),
        added: Noted,
        removed: Noted,
      }),
      { description: 'the latest; all of a year are in /ip-ranges/changes.json' },
    ),
  }),
})

const FoundCenters = Type.Array(
  Type.Object({
    tid: CenterId,
    name: Type.String(),
    city: Type.String(),
    country: Type.String({ description: 'ISO 3166-1 alpha-2' }),
    region: Type.String(),
    is_active: Type.Boolean(),
    clouds: Type.Array(Type.String(), { description: 'machine names' }),
    state: Type.Enum(CENTER_STATES, { description: 'the most severe open issue there' }),
    open: Type.Array(
      Type.Object({
        id: RecordId,
        title: Type.String(),
        post_type: Type.Union([Type.Literal('incident'), Type.Literal('maintenance')]),
        severityId: Type.Integer(),
      }),
    ),
    ranges: Ranges,
  }),
)

export const lookUpAddress = publicRead({
  summary: 'The data centers that an address or a prefix belongs to, with their status',
  tag: TAG,
  query: Type.Object({
    address: Type.String({
      maxLength: LONGEST_ADDRESS * 2,
      description: 'IPv4 or IPv6, an address or a prefix; brackets, zones and ports are ignored',
    }),
  }),
  // Maintenance starts by the clock.
  ticks: 'minute',
  answer: Type.Object({
    asked: Type.String({ description: 'the address or prefix, as it was understood' }),
    family: Family,
    remark: Type.Union([Type.String(), Type.Null()], { description: 'what was ignored in it' }),
    message: Type.String({ description: 'what was found, in a sentence' }),
    data_centers: FoundCenters,
  }),
})

/** Not a cached read: the answer depends on the address of the request. */
export const whereAmI = {
  summary: 'The data center through which this request came, with its status',
  tag: TAG,
  query: Type.Object({ cloud: Type.Optional(CloudName) }),
  answer: Type.Object({
    address: Type.Union([Type.String(), Type.Null()], {
      description: 'the address that the request came from; null if a proxy hides it',
    }),
    message: Type.String({ description: 'what was found, in a sentence' }),
    data_centers: FoundCenters,
  }),
}
export type WhereAnswer = Static<typeof whereAmI.answer>
