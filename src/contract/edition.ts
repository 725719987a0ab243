import { type Static, Type } from 'typebox'
import { Moment } from './common.ts'
import { publicRead } from './endpoint.ts'

export const EditionState = Type.Object({
  number: Type.Integer({ description: 'raised by every publication' }),
  published_at: Moment,
  stale_since: Type.Union([Moment, Type.Null()], {
    description:
      'set while the site can’t reach its database, or a backup site its source: content is as of this moment',
  }),
  turned_at: Type.Union([Moment, Type.Null()], {
    description: 'when the passing of time last changed the content: a banner started or ended',
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
