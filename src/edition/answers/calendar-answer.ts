import type { CalendarType } from '../../contract/calendar.ts'
import { calendarBounds } from '../../domain/calendar/calendar-bounds.ts'
import { gravestByDay } from '../../domain/calendar/gravest-by-day.ts'
import { touchedDays } from '../../domain/calendar/touched-days.ts'
import { dayName, utcDay } from '../../domain/calendar/utc-day.ts'
import type { RecordKind } from '../../domain/record.ts'
import { findCloud, type SiteCloud } from '../edition.ts'
import type { EditionRecord } from '../edition-record.ts'
import { recordsOfCloud } from '../record-shelf.ts'
import { type Answerer, unknownCloud, value } from './answer-outcome.ts'

/** L-05, L-06: the days of a list, and the data centers that it can be narrowed to. */
export const calendarAnswer: Answerer<'/api/calendar'> = ({ edition, now }, query) => {
  const cloud = findCloud(edition, query.cloud)
  if (cloud === undefined) return unknownCloud(query.cloud)
  const records = recordsOfCloud(edition.records, KINDS[query.type], cloud.id)
  const today = utcDay(now.getTime())
  const events = records.map((record) => ({ kind: record.event_type, days: touchedDays(record, now) }))
  const bounds = calendarBounds(events, today)
  return value({
    start_date: dayName(bounds.first),
    end_date: dayName(bounds.last),
    current_date: dayName(today),
    datacenters: concernDataCenters(records, cloud) ? dataCentersByRegion(cloud) : [],
    calendar: Object.fromEntries(
      [...gravestByDay(events, bounds)].map(([day, kind]) => [dayName(day), kind]),
    ),
  })
}

const KINDS: Record<CalendarType, RecordKind> = {
  recent_incident: 'incident',
  scheduled_maintenance: 'maintenance',
  advisory: 'advisory',
}

function concernDataCenters(records: readonly EditionRecord[], { regions }: SiteCloud) {
  const own = new Set(regions.flatMap(({ dataCenters }) => dataCenters.map(({ tid }) => tid)))
  return records.some((record) => record.dataCenters.some((tid) => own.has(tid)))
}

/** Those that are gone too: what happened there is still in the list. */
function dataCentersByRegion({ regions }: SiteCloud) {
  return regions
    .filter(({ dataCenters }) => dataCenters.length > 0)
    .map(({ title, dataCenters }) => ({
      label: title,
      options: dataCenters.map(({ tid, name }) => ({ value: tid, label: name })),
    }))
}
