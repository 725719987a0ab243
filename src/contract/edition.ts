import { type Static, Type } from 'typebox'
import { Moment } from './common.ts'
import { publicRead } from './endpoint.ts'

export const EditionState = Type.Object({
  number: Type.Integer({ description: 'increases with every publication' }),
  published_at: Moment,
  stale_since: Type.Union([Moment, Type.Null()], {
    description:
      'set while the site can’t reach its database, or a backup site its source: the content is from this moment',
  }),
  turned_at: Type.Union([Moment, Type.Null()], {
    description: 'when time alone last changed the content, such as a banner that started or ended',
  }),
  in_maintenance: Type.Boolean({
    description: 'true while the site is closed for maintenance: all but a few addresses answer 503',
  }),
})
export type EditionState = Static<typeof EditionState>

export const getEdition = publicRead({
  summary: 'The edition that all answers come from. Cheap to poll for changes',
  tag: 'Site',
  answer: EditionState,
})
