import { Type } from 'typebox'
import { Bit, CloudName } from './common.ts'
import { publicRead } from './endpoint.ts'

export const getBasicPage = publicRead({
  summary: 'A page of text: `faq` or `cookie-policy`',
  tag: 'Pages',
  params: Type.Object({ page: Type.Union([Type.Literal('faq'), Type.Literal('cookie-policy')]) }),
  query: Type.Object({ cloud: Type.Optional(CloudName) }),
  answer: Type.Object({
    page_content: Type.Object({
      title: Type.String(),
      body: Type.String({ description: 'sanitised HTML, sections as <h2 id> and their content' }),
    }),
  }),
})

export const getCompliance = publicRead({
  summary: 'Features and their estimated date of JAB approval',
  tag: 'Pages',
  query: Type.Object({ cloud: CloudName }),
  answer: Type.Object({
    page_top: Type.String(),
    page_content: Type.Array(Type.Object({ description: Type.String(), date: Type.String() })),
  }),
})

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
