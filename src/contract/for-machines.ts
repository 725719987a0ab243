import { Type } from 'typebox'
import { CloudName } from './common.ts'
import { publicRead } from './endpoint.ts'

const Named = Type.Object({ tid: Type.Integer(), name: Type.String() })

export const getForMachines = publicRead({
  summary: 'Services and data centers of a cloud with the numbers used in addresses',
  tag: 'Discovery',
  query: Type.Object({ cloud: CloudName }),
  answer: Type.Object({
    data: Type.Object({
      public_url: Type.String({ description: 'of this site, without a trailing slash' }),
      has_security_txt: Type.Boolean(),
      log_key: Type.Union([Type.String(), Type.Null()], {
        description: 'verifies the public log of this site',
      }),
      services: Type.Array(Named),
      data_centers: Type.Array(Named),
    }),
  }),
})
