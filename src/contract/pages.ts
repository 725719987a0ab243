import { Type } from 'typebox'
import { CloudName } from './common.ts'
import { publicRead } from './endpoint.ts'

export const getBasicPage = publicRead({
  summary: 'A page of text: `faq` or `cookie-policy`',
  tag: 'Pages',
  params: Type.Object({ page: Type.Union([Type.Literal('faq'), Type.Literal('cookie-policy')]) }),
  query: Type.Object({ cloud: Type.Optional(CloudName) }),
  answer: Type.Object({
    page_content: Type.Object({
      title: Type.String(),
      body: Type.String({ description: 'sanitized HTML, sections as <h2 id> and their content' }),
    }),
  }),
})

export const getCompliance = publicRead({
  summary: 'Features and their estimated date of JAB approval',
  tag: 'Pages',
  query: Type.Object({ cloud: CloudName }),
  answer: Type.Object({
    page_top: Type.String({ description: 'sanitized HTML above the table' }),
    column_titles: Type.Array(Type.String(), { description: 'of description and date, in this order' }),
    page_content: Type.Array(
      Type.Object({
        description: Type.String(),
        date: Type.String({ description: 'as written by staff: a day, a quarter, or free text' }),
      }),
    ),
  }),
})
