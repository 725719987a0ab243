import { Type } from 'typebox'
import { Bit, CloudName } from './common.ts'
import { publicRead } from './endpoint.ts'

export const getDataCenterMap = publicRead({
  summary: 'Data centers of a cloud and where they stand',
  tag: 'Status',
  params: Type.Object({ cloud: CloudName }),
  answer: Type.Object({
    data: Type.Object({
      status: Type.Literal('success'),
      datacenters: Type.Array(
        Type.Object({
          tid: Type.Integer(),
          name: Type.String(),
          city: Type.String(),
          country: Type.String({ description: 'ISO 3166-1 alpha-2' }),
          region: Type.String(),
          latitude: Type.Number(),
          longitude: Type.Number(),
          premium_dc: Bit,
          intfedmoddc: Bit,
          regional_surcharge: Bit,
        }),
      ),
    }),
  }),
})
