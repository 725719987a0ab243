import { Type } from 'typebox'
import {
  AVAILABILITY_DEFINED,
  availability,
  intervalsOf,
  monthWindow,
  overlapOf,
  PART_LOST,
  percentWords,
  type StateInterval,
  type TimeWindow,
  timeByState,
} from '../../../domain/availability.ts'
import { type Month, monthAfter, monthOf } from '../../../domain/calendar/month.ts'
import { csvLine } from '../../../domain/csv-cell.ts'
import { CENTER_STATES } from '../../../domain/map/center-state.ts'
import { PLACE_KINDS, type PlaceKind, placeCsvPath } from '../../../domain/place-address.ts'
import { DAY_MS, MINUTE_MS, utcDay } from '../../../domain/time.ts'
import type { Edition, SiteCloud } from '../../edition.ts'
import {
  type CausedSpan,
  findPlace,
  goalOf,
  lifeOf,
  type PlaceWithPage,
  placesWithPages,
  spansAt,
} from '../../place-history.ts'
import { cloudOfDomain } from '../cloud-of-domain.ts'
import type { DocumentFamily, DocumentRoute, DocumentView, WrittenDocument } from '../document.ts'

const MONTHS_WRITTEN = 13

const HEADER = [
  'cloud',
  'kind',
  'name',
  'month',
  'from',
  'to',
  'state',
  'minutes',
  'part_lost',
  'minutes_lost',
  'counts',
  'posts',
  'availability',
  'goal',
  'goal_result',
  'definition',
]

interface Reported {
  place: PlaceWithPage
  spans: readonly CausedSpan[]
  life: TimeWindow
  today: Date
  posts: string
}

/**
 * Evidence for a claim: every interval of a month, or of the last twelve complete months and this one,
 * without a gap, and the total of each month. The intervals that count add up to that total, which is the
 * one of the published figure.
 */
function writeIntervals(
  view: DocumentView,
  cloud: SiteCloud,
  { place, month: asked }: { place: PlaceWithPage; month: Month | undefined },
): WrittenDocument {
  // Complete days only: today may still change.
  const today = new Date(utcDay(view.now.getTime()) * DAY_MS)
  const reported: Reported = {
    place,
    spans: spansAt(view.edition, cloud, place),
    life: lifeOf(place, today),
    today,
    posts: `${view.publicUrl}/${cloud.domain}/posts/`,
  }
  const thisMonth = monthOf(utcDay(view.now.getTime()))
  const months =
    asked === undefined
      ? Array.from({ length: MONTHS_WRITTEN }, (_, ago) => monthAfter(thisMonth, -ago))
      : [asked]
  const rows = months.flatMap((month) =>
    monthRows(month, reported).map((row) => [cloud.machine_name, place.kind, place.name, month, ...row]),
  )
  return {
    body: [HEADER, ...rows].map(csvLine).join(''),
    until: new Date(today.getTime() + DAY_MS),
  }
}

function monthRows(month: Month, reported: Reported): string[][] {
  const lived = overlapOf(reported.life, monthWindow(month))
  if (lived === undefined) return []
  return [
    ...intervalsOf(reported.spans, lived).map((interval) => intervalRow(interval, reported)),
    totalRow(month, lived, reported),
  ]
}

function intervalRow(interval: StateInterval, { spans, posts }: Reported): string[] {
  const { from, to, state } = interval
  return [
    new Date(from).toISOString(),
    new Date(to).toISOString(),
    state,
    minutesOf(to - from),
    String(PART_LOST[state]),
    minutesOf((to - from) * PART_LOST[state]),
    state === 'under_maintenance' ? 'no' : 'yes',
    causesOf(interval, spans)
      .map((id) => posts + id)
      .join(' '),
    '',
    '',
    '',
    '',
  ]
}

function totalRow(month: Month, lived: TimeWindow, { place, spans, today }: Reported): string[] {
  const times = timeByState(spans, lived)
  const share = availability(times)
  const goal = goalOf(place, { name: month, times }, today)
  const lostMs = CENTER_STATES.reduce((sum, state) => sum + times[state] * PART_LOST[state], 0)
  return [
    new Date(lived.from).toISOString(),
    new Date(lived.to).toISOString(),
    'total',
    minutesOf(lived.to - lived.from - times.under_maintenance),
    '',
    minutesOf(lostMs),
    '',
    '',
    share === null ? '' : percentWords(share),
    goal === null ? '' : `${goal.percent}%`,
    goal === null ? '' : goal.result,
    AVAILABILITY_DEFINED,
  ]
}

function causesOf(interval: StateInterval, spans: readonly CausedSpan[]): number[] {
  const ids = spans
    .filter(
      ({ state, from, to }) =>
        state === interval.state && from < interval.to && (to ?? interval.to) > interval.from,
    )
    .map(({ record }) => record.id)
  return [...new Set(ids)]
}

/** Six decimals are finer than a millisecond, so the rows add up. */
function minutesOf(ms: number): string {
  return String(Number((ms / MINUTE_MS).toFixed(6)))
}

const MonthQuery = Type.Object({
  month: Type.Optional(
    Type.String({
      pattern: '^\\d{4}-(0[1-9]|1[0-2])$',
      description: 'YYYY-MM in UTC; without it, the last twelve complete months and this one',
    }),
  ),
})

function csvRoute(kind: PlaceKind): DocumentRoute {
  return {
    path: placeCsvPath(':cloudDomain', kind, ':name'),
    summary: `The history of a ${kind.replace('-', ' ')} in a month or in the last year, by interval, as a table`,
    type: 'text/csv; charset=utf-8',
    query: MonthQuery,
    isWholeInExport: true,
    headers: { 'content-disposition': 'attachment' },
    find(edition, { cloudDomain, name = '', month }) {
      const cloud = cloudOfDomain(edition, cloudDomain)
      const place = cloud && findPlace(cloud, kind, name)
      if (cloud === undefined || place === undefined) return undefined
      if (month !== undefined && month < place.startsOn.slice(0, month.length)) return undefined
      return {
        address: placeCsvPath(cloud.domain, kind, place.slug, month),
        cloud: cloud.machine_name,
        isKept: month === undefined || isLinked(edition, month),
        write: (view) => writeIntervals(view, cloud, { place, month }),
      }
    },
    addresses: ({ site }) =>
      site.clouds.flatMap((cloud) =>
        placesWithPages(cloud)[kind].map(({ slug }) => placeCsvPath(cloud.domain, kind, slug)),
      ),
  }
}

/** Pages link to the last months. Others are rare, and cached they would evict other answers. */
function isLinked({ publishedAt }: Edition, month: Month): boolean {
  const published = monthOf(utcDay(publishedAt.getTime()))
  return month > monthAfter(published, -MONTHS_WRITTEN) && month <= monthAfter(published, 1)
}

export const availabilityFamily: DocumentFamily = {
  tag: 'Availability',
  routes: PLACE_KINDS.map(csvRoute),
}
