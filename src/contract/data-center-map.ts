import { Type } from 'typebox'
import { CENTER_STATES } from '../domain/map/center-state.ts'
import { Bit, CloudName, RecordId } from './common.ts'
import { publicRead } from './endpoint.ts'

export const getDataCenterMap = publicRead({
  summary: 'Data centers of a cloud with their locations',
  tag: 'Status',
  params: Type.Object({ cloud: CloudName }),
  // Maintenance starts by the clock.
  ticks: 'minute',
  answer: Type.Object({
    data: Type.Object({
      status: Type.Literal('success'),
      datacenters: Type.Array(
        Type.Object({
          tid: Type.Integer(),
          name: Type.String(),
          slug: Type.String({ description: 'its name in addresses' }),
          city: Type.String(),
          country: Type.String({ description: 'ISO 3166-1 alpha-2' }),
          region: Type.String(),
          latitude: Type.Number(),
          longitude: Type.Number(),
          premium_dc: Bit,
          intfedmoddc: Bit,
          regional_surcharge: Bit,
          state: Type.Enum(CENTER_STATES, { description: 'the most severe open issue there' }),
          open: Type.Array(
            Type.Object({
              id: RecordId,
              title: Type.String(),
              post_type: Type.Union([Type.Literal('incident'), Type.Literal('maintenance')]),
              severityId: Type.Integer(),
            }),
            { description: 'open incidents and maintenance in progress, most severe first' },
          ),
        }),
      ),
    }),
  }),
})
