import { Type } from 'typebox'
import { CloudName } from './common.ts'
import { publicRead } from './endpoint.ts'

const Named = Type.Object({ tid: Type.Integer(), name: Type.String() })

export const getForMachines = publicRead({
  summary: 'What addresses for programs are made of: services and data centers of a cloud by number',
  tag: 'Discovery',
  query: Type.Object({ cloud: CloudName }),
  answer: Type.Object({
    data: Type.Object({
      public_url: Type.String({ description: 'of this site, without a slash at its end' }),
      has_security_txt: Type.Boolean(),
      services: Type.Array(Named),
      data_centers: Type.Array(Named),
    }),
  }),
})
