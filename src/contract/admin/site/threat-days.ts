import { type Static, Type } from 'typebox'
import { call } from '../../call.ts'
import { Day, PageNumber } from '../../common.ts'

const TAG = 'Staff: site'
const Count = Type.Integer({ minimum: 0 })

const ThreatDayCounts = Type.Object({
  day: Day,
  /** Blocked threats by region, and the number of rows. */
  blocked: Count,
  count_rows: Count,
  /** Blocked threats by country and data center, for the threat map, and the number of rows. */
  origin_blocked: Count,
  origin_rows: Count,
})
export type ThreatDayCounts = Static<typeof ThreatDayCounts>

export const threatDayCalls = {
  'GET /api/admin/site/threats': call({
    summary: 'Days with threat figures, newest first, 31 per page',
    tag: TAG,
    access: 'edit-site',
    query: Type.Object({ page: Type.Optional(PageNumber) }),
    answer: Type.Object({
      data: Type.Array(ThreatDayCounts),
      total: Count,
      current_page: Type.Integer(),
      total_pages: Type.Integer(),
    }),
  }),
  'POST /api/admin/site/threats/:day/remove': call({
    summary: 'Remove the threat figures of a day. To restore them, import them again',
    tag: TAG,
    access: 'edit-site',
    params: Type.Object({ day: Day }),
    answer: Type.Object({ data: ThreatDayCounts }),
  }),
}
