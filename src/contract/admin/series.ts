import { type Static, Type } from 'typebox'
import { RECORD_BYTES_AT_MOST } from '../../domain/record-fields.ts'
import { call, Done } from '../call.ts'
import { Day, Moment, OptionalMoment, RecordId } from '../common.ts'
import { RecordContent } from './record-content.ts'

const TAG = 'Staff: series'

const Weekday = Type.Integer({ minimum: 1, maximum: 7, description: '1 is Monday, 7 is Sunday' })
const OnTheClock = {
  time: Type.String({
    pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
    description: 'HH:MM on the clock of the time zone',
  }),
  time_zone: Type.String({ minLength: 1, maxLength: 64, description: 'IANA name, such as Europe/Zurich' }),
  minutes: Type.Integer({ minimum: 5, maximum: 7 * 24 * 60, description: 'how long a window lasts' }),
  /** The first day that may have a window, in the series' time zone. Weeks are counted from the week of this day. */
  from_day: Day,
  until_day: Type.Union([Day, Type.Null()]),
}

export const SeriesRuleSchema = Type.Union([
  Type.Object({
    every: Type.Literal('weeks'),
    /** 2: every other week. */
    weeks: Type.Integer({ minimum: 1, maximum: 52 }),
    weekdays: Type.Array(Weekday, { minItems: 1, maxItems: 7, uniqueItems: true }),
    ...OnTheClock,
  }),
  Type.Object({
    every: Type.Literal('month'),
    /** -1: the last one of the month. */
    nth: Type.Union([
      Type.Literal(1),
      Type.Literal(2),
      Type.Literal(3),
      Type.Literal(4),
      Type.Literal(5),
      Type.Literal(-1),
    ]),
    weekday: Weekday,
    ...OnTheClock,
  }),
])
export type SeriesRuleSchema = Static<typeof SeriesRuleSchema>

/** The content of each record. The window adds the times. */
export const SeriesContentSchema = Type.Omit(RecordContent, [
  'kind',
  'notification_type',
  'status_id',
  'from_time',
  'to_time',
  'actual_from_time',
  'actual_to_time',
  'closed_on',
  'next_update',
])
export type SeriesContentSchema = Static<typeof SeriesContentSchema>

export const SeriesWindow = Type.Object({ from_time: Moment, to_time: Moment })
export type SeriesWindow = Static<typeof SeriesWindow>

export const Series = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  rule: SeriesRuleSchema,
  content: SeriesContentSchema,
  days_ahead: Type.Integer(),
  notifies: Type.Boolean(),
  is_active: Type.Boolean(),
  /** Windows that start up to this time already have their records. */
  made_until: Moment,
  /**
   * The next window without a record, and when its record will be created. Null if there are no more
   * windows or the series is paused.
   */
  next_window: Type.Union([SeriesWindow, Type.Null()]),
  next_made_at: OptionalMoment,
  /** Why the record of the next window could not be created although it is due. Null: no problem. */
  problem: Type.Union([Type.String(), Type.Null()]),
  open_records: Type.Array(
    Type.Object({ id: Type.Integer(), title: Type.String(), from_time: OptionalMoment }),
  ),
  version: Type.Integer(),
  updated_at: Moment,
  can_edit: Type.Boolean(),
})
export type Series = Static<typeof Series>

const Version = Type.Integer({
  minimum: 1,
  maximum: 2_147_483_647,
  description: 'of the series that the change is based on',
})
const OneSeries = Type.Object({ id: RecordId })
const Written = {
  /** For staff. Readers see the title of the content. */
  title: Type.String({ minLength: 1, maxLength: 200 }),
  rule: SeriesRuleSchema,
  content: SeriesContentSchema,
  days_ahead: Type.Integer({ minimum: 1, maximum: 90 }),
  notifies: Type.Boolean(),
}
const AboutSeries = Type.Object({ data: Series })
const bodyLimit = 2 * RECORD_BYTES_AT_MOST

export const seriesCalls = {
  'GET /api/admin/series': call({
    summary: 'Recurring maintenance',
    tag: TAG,
    access: 'read-series',
    answer: Type.Object({ data: Type.Array(Series) }),
  }),
  'GET /api/admin/series/:id': call({
    summary: 'One series of recurring maintenance',
    tag: TAG,
    access: 'read-series',
    params: OneSeries,
    answer: AboutSeries,
  }),
  'POST /api/admin/series': call({
    summary: 'Start a series: each window becomes its own maintenance record, some days ahead',
    tag: TAG,
    access: 'edit-maintenance',
    body: Type.Object({
      ...Written,
      /** To undo a removal. */
      again: Type.Optional(Type.Object({ is_active: Type.Boolean(), made_until: Moment })),
    }),
    bodyLimit,
    answer: AboutSeries,
  }),
  'POST /api/admin/series/windows': call({
    summary: 'Preview the next five windows of a rule. Nothing is saved',
    tag: TAG,
    access: 'edit-maintenance',
    body: Type.Object({ rule: SeriesRuleSchema }),
    answer: Type.Object({ data: Type.Array(SeriesWindow) }),
  }),
  'POST /api/admin/series/:id': call({
    summary: 'Change a series from its next record on. 409: someone else has saved since',
    tag: TAG,
    access: 'edit-maintenance',
    params: OneSeries,
    body: Type.Object({ version: Version, ...Written }),
    bodyLimit,
    answer: AboutSeries,
  }),
  'POST /api/admin/series/:id/pause': call({
    summary: 'Pause a series',
    tag: TAG,
    access: 'edit-maintenance',
    params: OneSeries,
    body: Type.Object({ version: Version }),
    answer: AboutSeries,
  }),
  'POST /api/admin/series/:id/resume': call({
    summary: 'Resume a series from the next window on',
    tag: TAG,
    access: 'edit-maintenance',
    params: OneSeries,
    body: Type.Object({ version: Version }),
    answer: AboutSeries,
  }),
  'POST /api/admin/series/:id/remove': call({
    summary: 'Remove a series; its records stay',
    tag: TAG,
    access: 'edit-maintenance',
    params: OneSeries,
    body: Type.Object({ version: Version }),
    answer: Done,
  }),
}
