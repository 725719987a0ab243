import {
  intervalsOf,
  monthWindow,
  overlapOf,
  PART_LOST,
  type StateInterval,
  type TimeWindow,
} from '../../../domain/availability.ts'
import { type Month, monthAfter, monthOf } from '../../../domain/calendar/month.ts'
import { csvLine } from '../../../domain/csv-cell.ts'
import { PLACE_KINDS, type PlaceKind, placeCsvPath } from '../../../domain/place-address.ts'
import { DAY_MS, MINUTE_MS, utcDay } from '../../../domain/time.ts'
import type { SiteCloud } from '../../edition.ts'
import {
  type CausedSpan,
  findPlace,
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
]

/**
 * Evidence for a claim: every interval of the last twelve complete months and this one, month by month and without a
 * gap. The availability of a month is 1 − (sum of minutes_lost) ÷ (sum of minutes where `counts` is yes).
 */
function writeIntervals(view: DocumentView, cloud: SiteCloud, place: PlaceWithPage): WrittenDocument {
  const today = utcDay(view.now.getTime()) * DAY_MS
  const spans = spansAt(view.edition, cloud, place)
  // Complete days only: today may still change.
  const life = lifeOf(place, new Date(today))
  const thisMonth = monthOf(utcDay(view.now.getTime()))
  const months = Array.from({ length: MONTHS_WRITTEN }, (_, ago) => monthAfter(thisMonth, -ago))
  const rows = months.flatMap((month) =>
    monthRows(month, { spans, life }).map((row) => [
      cloud.machine_name,
      place.kind,
      place.name,
      ...row(`${view.publicUrl}/${cloud.domain}/posts/`),
    ]),
  )
  return { body: [HEADER, ...rows].map(csvLine).join(''), until: new Date(today + DAY_MS) }
}

function monthRows(month: Month, { spans, life }: { spans: readonly CausedSpan[]; life: TimeWindow }) {
  const lived = overlapOf(life, monthWindow(month))
  if (lived === undefined) return []
  return intervalsOf(spans, lived).map((interval) => (posts: string) => {
    const { from, to, state } = interval
    const minutes = (to - from) / MINUTE_MS
    return [
      month,
      new Date(from).toISOString(),
      new Date(to).toISOString(),
      state,
      decimal(minutes),
      String(PART_LOST[state]),
      decimal(minutes * PART_LOST[state]),
      state === 'under_maintenance' ? 'no' : 'yes',
      causesOf(interval, spans)
        .map((id) => posts + id)
        .join(' '),
    ]
  })
}

function causesOf(interval: StateInterval, spans: readonly CausedSpan[]): number[] {
  return spans
    .filter(
      ({ state, from, to }) =>
        state === interval.state && from < interval.to && (to ?? interval.to) > interval.from,
    )
    .map(({ record }) => record.id)
}

function decimal(minutes: number): string {
  return String(Math.round(minutes * 1000) / 1000)
}

function csvRoute(kind: PlaceKind): DocumentRoute {
  return {
    path: placeCsvPath(':cloudDomain', kind, ':name'),
    summary: `What a ${kind.replace('-', ' ')} went through in the last year, by interval, as a table`,
    type: 'text/csv; charset=utf-8',
    headers: { 'content-disposition': 'attachment' },
    find(edition, { cloudDomain, name = '' }) {
      const cloud = cloudOfDomain(edition, cloudDomain)
      const place = cloud && findPlace(cloud, kind, name)
      if (cloud === undefined || place === undefined) return undefined
      return {
        address: placeCsvPath(cloud.domain, kind, place.slug),
        cloud: cloud.machine_name,
        write: (view) => writeIntervals(view, cloud, place),
      }
    },
    addresses: ({ site }) =>
      site.clouds.flatMap((cloud) =>
        placesWithPages(cloud)[kind].map(({ slug }) => placeCsvPath(cloud.domain, kind, slug)),
      ),
  }
}

export const availabilityFamily: DocumentFamily = {
  tag: 'Availability',
  routes: PLACE_KINDS.map(csvRoute),
}
