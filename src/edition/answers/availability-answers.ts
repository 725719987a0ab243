import type { ReadAnswer } from '../../contract/public-reads.ts'
import {
  availability,
  byDay,
  byMonth,
  gravestIn,
  type Period,
  sumOfTimes,
  type TimeByState,
} from '../../domain/availability.ts'
import type { GoalCheck } from '../../domain/availability-goals.ts'
import { type Month, monthOf } from '../../domain/calendar/month.ts'
import { goalIn } from '../../domain/dated-goals.ts'
import { CENTER_STATES, type CenterState, gravity } from '../../domain/map/center-state.ts'
import { DAY_MS, dayName, hasHappened, MINUTE_MS, utcDay } from '../../domain/time.ts'
import { partInWords, type Reach } from '../../domain/verdict.ts'
import { workPhase } from '../../domain/work-phase.ts'
import { type Edition, findCloud, type SiteCloud } from '../edition.ts'
import type { EditionRecord } from '../edition-record.ts'
import {
  type CausedSpan,
  findPlace,
  goalOf,
  harmlessWorksAt,
  lifeOf,
  type PlaceWithPage,
  placesWithPages,
  spansAt,
} from '../place-history.ts'
import { partsOnCloud, placesOf } from '../record-reach.ts'
import { type Answerer, unknownCloud, value } from './answer-outcome.ts'

const DAYS_SHOWN = 90
const MONTHS_SHOWN = 12
const YEAR_MS = 365 * DAY_MS
const PAST_AT_MOST = 50

type PlaceData = NonNullable<ReadAnswer<'/api/place'>['data']>
type Row = ReadAnswer<'/api/availability'>['data']['services'][number]

export const placeAnswer: Answerer<'/api/place'> = ({ edition, now }, input) => {
  const cloud = findCloud(edition, input.cloud)
  if (cloud === undefined) return unknownCloud(input.cloud)
  const place = findPlace(cloud, input.kind, input.name)
  if (place === undefined) return value({ data: null })
  const spans = spansAt(edition, cloud, place)
  const harmless = harmlessWorksAt(edition, cloud, place)
  const all = [...spans, ...harmless].sort((a, b) => b.from - a.from || b.record.id - a.record.id)
  const life = lifeOf(place, now)
  const open = openNow(spans, now)
  const [gravest] = open
  const data: PlaceData = {
    ...namesOf(place),
    kind: place.kind,
    info: place.info,
    group: place.group,
    starts_on: place.startsOn,
    ends_on: place.endsOn,
    state: place.isActive ? (gravest?.state ?? 'operational') : null,
    part: partInWords(
      placesOf(cloud),
      place.kind,
      open
        .filter(({ state }) => state === gravest?.state)
        .flatMap(({ record }) => gravestReaches(record, cloud, place)),
    ),
    since: gravest === undefined || !place.isActive ? null : new Date(gravest.from).toISOString(),
    open: [...open, ...openNow(harmless, now)].map(openStory),
    upcoming: all
      .filter(({ record }) => record.kind === 'maintenance' && workPhase(record, now) === 'ahead')
      .toReversed()
      .map(toStory),
    past: pastStories(all, now),
    goal: goalNow(place, now),
    days: byDay(spans, { life, now: now.getTime(), days: DAYS_SHOWN }).map(({ name, times }) => ({
      day: dayName(name),
      state: times && gravestIn(times),
      minutes: toMinutes(times),
    })),
    months: byMonth(spans, { life, now: now.getTime(), months: MONTHS_SHOWN }).map(({ name, times }) => ({
      month: name,
      availability: times && availability(times),
      minutes: toMinutes(times),
      goal: toGoal(goalOf(place, { name, times }, now)),
    })),
  }
  return value({ data })
}

function gravestReaches(record: EditionRecord, cloud: SiteCloud, { kind, tid }: PlaceWithPage): Reach[] {
  const list = kind === 'service' ? 'services' : 'dataCenters'
  const here = partsOnCloud(record, cloud).filter(
    ({ reach }) => reach.isWholeCloud || reach[list].some((place) => place.tid === tid),
  )
  return here.filter(({ severityTid }) => severityTid === here[0]?.severityTid).map(({ reach }) => reach)
}

export const availabilityAnswer: Answerer<'/api/availability'> = ({ edition, now }, input) => {
  const cloud = findCloud(edition, input.cloud)
  if (cloud === undefined) return unknownCloud(input.cloud)
  const places = placesWithPages(cloud)
  const centers = new Map(places['data-center'].map((center) => [center.tid, center]))
  return value({
    data: {
      months: byMonth([], { life: { from: 0, to: 0 }, now: now.getTime(), months: MONTHS_SHOWN }).map(
        ({ name }) => name,
      ),
      services: places.service.map((place) => toRow(place, monthsOf(edition, cloud, place, now), now)),
      regions: cloud.regions
        .map(({ tid, title, dataCenters }) => {
          const rows = dataCenters
            .flatMap((center) => centers.get(center.tid) ?? [])
            .map((place) => ({ place, months: monthsOf(edition, cloud, place, now) }))
          return {
            tid,
            title,
            months: together(rows.map(({ months }) => months)),
            data_centers: rows.map(({ place, months }) => toRow(place, months, now)),
          }
        })
        .filter(({ data_centers }) => data_centers.length > 0),
    },
  })
}

function monthsOf(edition: Edition, cloud: SiteCloud, place: PlaceWithPage, now: Date): Period<Month>[] {
  const life = lifeOf(place, now)
  const spans = spansAt(edition, cloud, place)
  return byMonth(spans, { life, now: now.getTime(), months: MONTHS_SHOWN })
}

function together(all: readonly (readonly Period<Month>[])[]): (number | null)[] {
  return Array.from({ length: MONTHS_SHOWN }, (_, month) =>
    availability(sumOfTimes(all.flatMap((months) => months[month]?.times ?? []))),
  )
}

function toRow(place: PlaceWithPage, months: readonly Period<Month>[], now: Date): Row {
  const goals = months.map((month) => toGoal(goalOf(place, month, now)))
  return {
    ...namesOf(place),
    months: months.map(({ times }) => times && availability(times)),
    goal: goalNow(place, now),
    goals: goals.some((goal) => goal !== null) ? goals : [],
  }
}

function goalNow({ goals, isActive }: PlaceWithPage, now: Date): number | null {
  return isActive ? goalIn(goals, monthOf(utcDay(now.getTime()))) : null
}

function toGoal(checked: GoalCheck | null): Row['goals'][number] {
  return (
    checked && {
      percent: checked.percent,
      result: checked.result,
      minutes_allowed: tenthsOf(checked.allowedMs),
      minutes_lost: tenthsOf(checked.lostMs),
    }
  )
}

function namesOf({ tid, name, slug, isActive }: PlaceWithPage) {
  return { tid, name, slug, is_active: isActive }
}

function openNow(spans: readonly CausedSpan[], now: Date): CausedSpan[] {
  return spans
    .filter(({ from, to }) => to === null && hasHappened(from, now))
    .toSorted((a, b) => gravity(b.state) - gravity(a.state) || a.from - b.from)
}

/** Each record once, from its first moment here to its last, with its worst severity. */
function pastStories(spans: readonly CausedSpan[], now: Date): PlaceData['past'] {
  const open = new Set(spans.filter(({ to }) => to === null).map(({ record }) => record))
  const ended = spans.filter(
    ({ record, to }) =>
      !open.has(record) && to !== null && hasHappened(to, now) && to > now.getTime() - YEAR_MS,
  )
  const whole = new Map<number, CausedSpan>()
  for (const span of ended) {
    const known = whole.get(span.record.id)
    whole.set(span.record.id, known === undefined ? span : around(known, span))
  }
  return [...whole.values()].slice(0, PAST_AT_MOST).map(toStory)
}

function around(a: CausedSpan, b: CausedSpan): CausedSpan {
  const state = gravity(a.state) > gravity(b.state) ? a.state : b.state
  const to = a.to === null || b.to === null ? null : Math.max(a.to, b.to)
  return { ...a, state, from: Math.min(a.from, b.from), to }
}

/** Maintenance lasts until it is closed, whatever end was planned. */
function openStory(span: CausedSpan): PlaceData['open'][number] {
  const planned = span.record.kind === 'maintenance' ? span.record.to_time : null
  return { ...toStory(span), to: null, ...(planned !== null && { planned_to: planned.toISOString() }) }
}

function toStory({ record, state, from, to }: CausedSpan): PlaceData['open'][number] {
  const isWork = record.kind === 'maintenance'
  const planned = isWork && to === null ? record.to_time : null
  return {
    id: record.id,
    title: record.title,
    post_type: isWork ? 'maintenance' : 'incident',
    state,
    from: new Date(from).toISOString(),
    to: to === null ? (planned?.toISOString() ?? null) : new Date(to).toISOString(),
  }
}

function toMinutes(times: TimeByState | null): Partial<Record<CenterState, number>> {
  if (times === null) return {}
  return Object.fromEntries(
    CENTER_STATES.filter((state) => times[state] > 0).map((state) => [state, tenthsOf(times[state])]),
  )
}

function tenthsOf(ms: number): number {
  return Math.round((ms / MINUTE_MS) * 10) / 10
}
