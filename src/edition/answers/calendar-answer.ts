import type { CalendarResponse, CalendarType } from '../../contract/calendar.ts'
import type { EventKind } from '../../domain/calendar/event-kind.ts'
import { firstDayOf, lastDayOf, monthAfter, monthOf } from '../../domain/calendar/month.ts'
import type { ListFilters } from '../../domain/list-query.ts'
import { OVER_HERE } from '../../domain/place-states.ts'
import { type RecordKind, stateOfSeverity } from '../../domain/record.ts'
import { dayName, type UtcDay, utcDay } from '../../domain/time.ts'
import { type Edition, findCloud, type SiteCloud } from '../edition.ts'
import type { EditionRecord } from '../edition-record.ts'
import { type PlaceSpan, placeSpans } from '../place-spans.ts'
import { dataCentersOf, servicesOf, severityOn } from '../record-reach.ts'
import { recordsOfCloud } from '../record-shelf.ts'
import { type Answerer, unknownCloud, value } from './answer-outcome.ts'
import { type DatedEvent, gravestByDay } from './gravest-by-day.ts'
import { recordsInList } from './list-answers.ts'
import { type DaySpan, touchedDays } from './touched-days.ts'

/** L-05, L-06 */
export const calendarAnswer: Answerer<'/api/calendar'> = ({ edition, now }, query) => {
  const cloud = findCloud(edition, query.cloud)
  if (cloud === undefined) return unknownCloud(query.cloud)
  const kind = KINDS[query.type]
  const records = recordsOfCloud(edition.records, kind, cloud.id)
  const bounds = boundsOf(records, cloud, now)
  // The same months, so that the switch to the reader's own places never leads out of the calendar.
  const ownCalendar = () =>
    kindsByDay(eventsOf(recordsInList(edition, cloud, kind, query.mine), cloud, now), bounds)
  return value({
    start_date: dayName(bounds.first),
    end_date: dayName(bounds.last),
    current_date: dayName(utcDay(now.getTime())),
    calendar: query.mine === undefined ? calendarOf(records, cloud, now) : ownCalendar(),
    datacenters: dataCentersOffered(records, cloud),
  })
}

function dataCentersOffered(records: readonly EditionRecord[], cloud: SiteCloud) {
  return concernDataCenters(records, cloud) ? dataCentersByRegion(cloud) : []
}

export function filtersOfList(
  { site }: Edition,
  { records, cloud, now }: { records: readonly EditionRecord[]; cloud: SiteCloud; now: Date },
): ListFilters {
  const { first, last } = boundsOf(records, cloud, now)
  const offered = dataCentersOffered(records, cloud).flatMap(({ options }) => options)
  return {
    statuses: new Set(site.statuses.map(({ id }) => id)),
    dataCenters: new Set(offered.map(({ value: tid }) => tid)),
    calendar: { first: dayName(first), last: dayName(last), today: dayName(utcDay(now.getTime())) },
  }
}

type Counting<T> = (records: readonly EditionRecord[], cloud: SiteCloud, now: Date) => T

/**
 * Counted once for each list and day: these are the most expensive parts of a list, and there are thousands of records in
 * some. Lists are immutable; a publication creates new ones.
 */
function oncePerDay<T>(count: Counting<T>): Counting<T> {
  const counted = new WeakMap<readonly EditionRecord[], { cloud: SiteCloud; today: UtcDay; result: T }>()
  return (records, cloud, now) => {
    const today = utcDay(now.getTime())
    const before = counted.get(records)
    if (before?.cloud === cloud && before.today === today) return before.result
    const result = count(records, cloud, now)
    counted.set(records, { cloud, today, result })
    return result
  }
}

const boundsOf = oncePerDay((records, cloud, now) =>
  calendarBounds(eventsOf(records, cloud, now), utcDay(now.getTime())),
)

const calendarOf = oncePerDay((records, cloud, now) =>
  kindsByDay(eventsOf(records, cloud, now), boundsOf(records, cloud, now)),
)

function eventsOf(records: readonly EditionRecord[], cloud: SiteCloud, now: Date): DatedEvent[] {
  const events: DatedEvent[] = []
  for (const record of records) for (const event of eventsOn(record, cloud, now)) events.push(event)
  return events
}

/** An open incident may be milder on this cloud than elsewhere, or already over here. From then on it is only listed. */
function eventsOn(record: EditionRecord, cloud: SiteCloud, now: Date): DatedEvent[] {
  const days = touchedDays(record, now)
  const hasOwnStates = record.closed_on === null && record.placeStates.length > 0
  if (record.kind !== 'incident' || !hasOwnStates || record.severity_tid === OVER_HERE)
    return [{ kind: record.event_type, days }]
  const severity = severityOn(record, cloud)
  const there = severity === OVER_HERE ? spansOn(record, cloud) : []
  return [
    { kind: kindOfSeverity(severity), days },
    ...there.map(({ severityTid, to }) => ({
      kind: kindOfSeverity(severityTid),
      days: { first: days.first, last: Math.max(days.first, utcDay((to ?? now).getTime() - 1)) },
    })),
  ]
}

function kindOfSeverity(severityTid: number): EventKind {
  const state = stateOfSeverity(severityTid)
  return state === 'operational' ? 'informational' : state
}

function spansOn(record: EditionRecord, cloud: SiteCloud): PlaceSpan[] {
  const at = (list: 'services' | 'dataCenters', places: readonly { tid: number }[]) => {
    const spans = placeSpans(record, cloud, list)
    return places.flatMap(({ tid }) => spans.get(tid) ?? [])
  }
  return [...at('services', servicesOf(cloud)), ...at('dataCenters', dataCentersOf(cloud))]
}

function kindsByDay(events: readonly DatedEvent[], bounds: DaySpan): CalendarResponse['calendar'] {
  return Object.fromEntries([...gravestByDay(events, bounds)].map(([day, kind]) => [nameOf(day), kind]))
}

/** Naming the days of ten years would take longer than finding them. At most 30 years of them are asked for. */
function nameOf(day: UtcDay): string {
  const name = names.get(day) ?? dayName(day)
  names.set(day, name)
  return name
}

const names = new Map<UtcDay, string>()

const KINDS: Record<CalendarType, Exclude<RecordKind, 'notification'>> = {
  recent_incident: 'incident',
  scheduled_maintenance: 'maintenance',
  advisory: 'advisory',
}

function concernDataCenters(records: readonly EditionRecord[], { regions }: SiteCloud) {
  const own = new Set(regions.flatMap(({ dataCenters }) => dataCenters.map(({ tid }) => tid)))
  return records.some((record) => record.dataCenters.some((tid) => own.has(tid)))
}

/** Includes decommissioned data centers: their past events are still in the list. */
function dataCentersByRegion({ regions }: SiteCloud) {
  return regions
    .filter(({ dataCenters }) => dataCenters.length > 0)
    .map(({ title, dataCenters }) => ({
      label: title,
      options: dataCenters.map(({ tid, name }) => ({ value: tid, label: name })),
    }))
}

/** A mistyped year must not create a calendar of a million days. */
const MOST_MONTHS_BACK = 25 * 12
const MOST_MONTHS_AHEAD = 5 * 12

export function calendarBounds(events: readonly Pick<DatedEvent, 'days'>[], today: UtcDay): DaySpan {
  const thisMonth = monthOf(today)
  let first = today
  let last = today
  for (const { days } of events) {
    first = Math.min(first, days.first)
    last = Math.max(last, days.last)
  }
  return {
    first: firstDayOf(monthOf(Math.max(first, firstDayOf(monthAfter(thisMonth, -MOST_MONTHS_BACK))))),
    last: lastDayOf(monthOf(Math.min(last, lastDayOf(monthAfter(thisMonth, MOST_MONTHS_AHEAD))))),
  }
}
