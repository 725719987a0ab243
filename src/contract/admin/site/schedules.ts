import { type Static, Type } from 'typebox'
import { call } from '../../call.ts'
import { NumberOfRow, Words } from './fields.ts'

const TAG = 'Staff: site'
const WEEKDAYS = 7

const Cell = Type.Object({
  value: Words(60),
  /** For clients of the public API; see domain/site-editing/schedule-cell-classes. */
  class_name: Type.String({ pattern: '^[a-z0-9-]{0,40}$' }),
})
const ScheduleRow = Type.Object({
  title: Words(100),
  /** Monday first. */
  cells: Type.Array(Cell, { minItems: WEEKDAYS, maxItems: WEEKDAYS }),
})
export type ScheduleRowValues = Static<typeof ScheduleRow>

/** The "Service Update Schedule (UTC)" table of one cloud. It is hidden without rows. */
export const Schedule = Type.Object({
  cloud_id: NumberOfRow,
  version: Type.String({ maxLength: 64 }),
  rows: Type.Array(ScheduleRow),
})
export type Schedule = Static<typeof Schedule>

export const scheduleCalls = {
  'GET /api/admin/site/schedules': call({
    summary: 'The weekly update schedules, one for each cloud',
    tag: TAG,
    access: 'edit-site',
    answer: Type.Object({ data: Type.Array(Schedule) }),
  }),
  'POST /api/admin/site/schedules/:cloud': call({
    summary: 'Save the whole schedule of a cloud. 409: someone else has saved since',
    tag: TAG,
    access: 'edit-site',
    params: Type.Object({ cloud: NumberOfRow }),
    body: Type.Object({
      version: Type.String({ maxLength: 64 }),
      rows: Type.Array(ScheduleRow, { maxItems: 100 }),
    }),
    answer: Type.Object({ data: Schedule }),
  }),
}
