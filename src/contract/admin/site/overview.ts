import { type Static, Type } from 'typebox'
import { SITE_PART_NAMES } from '../../../domain/site-editing/site-parts.ts'
import { call } from '../../call.ts'
import { OptionalMoment } from '../../common.ts'

const PartOverview = Type.Object({
  part: Type.Enum(SITE_PART_NAMES),
  /** The number of objects without retired ones. Null for a part that exists only once. */
  count: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]),
  changed_at: OptionalMoment,
  changed_by: Type.Union([Type.String(), Type.Null()]),
})
export type PartOverview = Static<typeof PartOverview>

export const overviewCalls = {
  'GET /api/admin/site': call({
    summary: 'The parts of the site that the viewer may edit, how much is in each, and when it last changed',
    tag: 'Staff: site',
    access: 'see-admin-area',
    answer: Type.Object({ data: Type.Array(PartOverview) }),
  }),
}
