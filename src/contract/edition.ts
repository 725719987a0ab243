import { type Static, Type } from 'typebox'
import { Moment } from './common.ts'
import { publicRead } from './endpoint.ts'

export const EditionState = Type.Object({
  number: Type.Integer({ description: 'raised by every publication' }),
  published_at: Moment,
  stale_since: Type.Union([Moment, Type.Null()], {
    description: 'set while the site cannot reach its database: content is as of this moment',
  }),
})
export type EditionState = Static<typeof EditionState>

export const getEdition = publicRead({
  summary: 'Whether there is anything new: the edition that all answers are made of. Cheap to ask often',
  tag: 'Site',
  answer: EditionState,
})
