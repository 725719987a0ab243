import { type Static, Type } from 'typebox'
import { EVENT_KINDS } from '../domain/calendar/event-kind.ts'
import { CloudName, Mine } from './common.ts'
import { publicRead } from './endpoint.ts'

export const CALENDAR_TYPES = ['recent_incident', 'scheduled_maintenance', 'advisory'] as const
export type CalendarType = (typeof CALENDAR_TYPES)[number]

const DayName = Type.String({ description: 'YYYY-MM-DD in UTC' })

export const CalendarResponse = Type.Object({
  start_date: Type.String({
    description: 'YYYY-MM-DD in UTC: the first day of the oldest month with a record',
  }),
  end_date: Type.String({
    description: 'YYYY-MM-DD in UTC: the last day of the newest month, planned ones too',
  }),
  current_date: DayName,
  datacenters: Type.Array(
    Type.Object({
      label: Type.String({ description: 'a region' }),
      options: Type.Array(Type.Object({ value: Type.Integer(), label: Type.String() })),
    }),
    { description: 'allowed values of `datacenter` in the list; empty if no record concerns a data center' },
  ),
  calendar: Type.Record(Type.String(), Type.Enum(EVENT_KINDS), {
    description: 'by day (YYYY-MM-DD in UTC): the most severe kind among its records',
  }),
})
export type CalendarResponse = Static<typeof CalendarResponse>

export const getCalendar = publicRead({
  summary: 'Days of a cloud with records of one kind, and their severity',
  tag: 'Records',
  hasPast: true,
  query: Type.Object({ cloud: CloudName, type: Type.Enum(CALENDAR_TYPES), mine: Type.Optional(Mine) }),
  answer: CalendarResponse,
  ticks: 'day',
})
