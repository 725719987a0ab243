import { type Static, Type } from 'typebox'
import { Moment } from './common.ts'
import { publicRead } from './endpoint.ts'

export const EditionState = Type.Object({
  number: Type.Integer({ description: 'raised by every publication' }),
  published_at: Moment,
  stale_since: Type.Union([Moment, Type.Null()], {
    description:
      'set while the site cannot reach its database, or a stand-in site its source: content is as of this moment',
  }),
  turned_at: Type.Union([Moment, Type.Null()], {
    description: 'when time alone last changed what the site says: a banner began or ended',
  }),
  in_maintenance: Type.Boolean({
    description: 'true while the site is closed for maintenance: all but a few addresses answer 503',
  }),
})
export type EditionState = Static<typeof EditionState>

export const getEdition = publicRead({
  summary: 'Whether there is anything new: the edition that all answers are made of. Cheap to ask often',
  tag: 'Site',
  answer: EditionState,
})
