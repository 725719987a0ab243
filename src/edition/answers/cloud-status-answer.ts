import type { Service } from '../../contract/cloud-status.ts'
import { incidentEnd } from '../../domain/incident-end.ts'
import { isInWindow, timelineWindow } from '../../domain/timeline/timeline-window.ts'

import { type Edition, findCloud, type SiteCloud, type SiteDataCenter, statusName } from '../edition.ts'
import type { EditionRecord } from '../edition-record.ts'
import { helpOnCloud, recordWithHelp } from '../help-on-cloud.ts'
import { slugsOf } from '../place-history.ts'
import { type PlaceSpan, placeSpans } from '../place-spans.ts'
import {
  centersAffected,
  isOverThere,
  runningWorks,
  servicesAffected,
  takesOutOfService,
} from '../record-reach.ts'
import { recordsOfCloud, whenOf } from '../record-shelf.ts'
import { type Answerer, unknownCloud, value } from './answer-outcome.ts'

export const cloudStatusAnswer: Answerer<'/api/cloud-status'> = ({ edition, now, deployment }, query) => {
  const cloud = findCloud(edition, query.cloud)
  if (cloud === undefined) return unknownCloud(query.cloud)
  const page = query.dateOffset ?? 0
  const window = timelineWindow({ now, page })
  const help = helpOnCloud(edition, cloud, deployment.isGov)
  const inWindow = recordsOfCloud(edition.records, 'incident', cloud.id)
    .filter((record) => isInWindow({ from: whenOf(record), to: endOf(record)?.getTime() ?? null }, window))
    .map((record) => recordWithHelp(record, help))
  const works = page === 0 ? runningWorks(edition.records, cloud, now).filter(takesOutOfService) : []
  const shown = { incidents: inWindow, works, window }
  return value({
    data: {
      category:
        query.requestType === 'core_cloud_services'
          ? serviceCategories(edition, cloud, shown)
          : dataCenterCategories(edition, cloud, shown, query.requestType === 'premium'),
      severity: edition.site.severities
        .filter((severity) => severity.isInLegend)
        .map(({ tid, name, color_code, status_icon }) => ({ tid, name, color_code, status_icon })),
      start_date: window.start.toISOString().slice(0, 10),
      end_date: lastDay(window.end).toISOString().slice(0, 10),
      current_time: now.toISOString(),
      page_number: page,
    },
  })
}

function endOf({ to_time, closed_on }: EditionRecord) {
  return incidentEnd({ to: to_time, closed: closed_on })
}

function lastDay(end: Date) {
  return new Date(end.getTime() - 1)
}

interface Shown {
  incidents: readonly EditionRecord[]
  works: readonly EditionRecord[]
  window: ReturnType<typeof timelineWindow>
}

function serviceCategories(edition: Edition, cloud: SiteCloud, { incidents, works, window }: Shown) {
  const slugs = slugsOf(cloud, 'service')
  const spansOf = spansByPlace(incidents, window, (record) => placeSpans(record, cloud, 'services'))
  const worksOf = byPlace(works, (work) =>
    servicesAffected(work, cloud).filter((tid) => !isOverThere(work, cloud, 'service', tid)),
  )
  return cloud.serviceCategories.map(({ tid, title, services }) => ({
    tid,
    title,
    subCategory: services.map((service) =>
      toService(edition, service, {
        slug: slugs.get(service.tid) ?? '',
        startDate: service.startedOn,
        endDate: service.endedOn,
        spans: spansOf.get(service.tid) ?? [],
        works: worksOf.get(service.tid) ?? [],
      }),
    ),
  }))
}

function dataCenterCategories(
  edition: Edition,
  cloud: SiteCloud,
  { incidents, works, window }: Shown,
  isPremiumWanted: boolean,
) {
  const slugs = slugsOf(cloud, 'data-center')
  const spansOf = spansByPlace(incidents, window, (record) => placeSpans(record, cloud, 'dataCenters'))
  const worksOf = byPlace(works, (work) =>
    centersAffected(work, cloud).filter((tid) => !isOverThere(work, cloud, 'data-center', tid)),
  )
  const isWanted = (center: SiteDataCenter) => center.isPremium === isPremiumWanted
  return cloud.regions
    .map(({ tid, title, dataCenters }) => ({
      tid,
      title,
      subCategory: dataCenters.filter(isWanted).map((center) =>
        toService(
          edition,
          { ...center, info: center.city },
          {
            slug: slugs.get(center.tid) ?? '',
            startDate: center.openedOn,
            endDate: center.closedOn,
            spans: spansOf.get(center.tid) ?? [],
            works: worksOf.get(center.tid) ?? [],
          },
        ),
      ),
    }))
    .filter((region) => region.subCategory.length > 0)
}

/** Only within the window: a place may have been affected for a part of the incident only. */
function spansByPlace(
  records: readonly EditionRecord[],
  window: Shown['window'],
  spansOf: (record: EditionRecord) => ReadonlyMap<number, PlaceSpan>,
) {
  const found = new Map<number, PlaceSpan[]>()
  for (const record of records) {
    for (const [place, span] of spansOf(record)) {
      if (!isInWindow({ from: span.from.getTime(), to: span.to?.getTime() ?? null }, window)) continue
      const there = found.get(place)
      if (there === undefined) found.set(place, [span])
      else there.push(span)
    }
  }
  return found
}

/** A single pass: filtering all records for each place would take 160 times as long. */
function byPlace(records: readonly EditionRecord[], placesOf: (record: EditionRecord) => readonly number[]) {
  const found = new Map<number, EditionRecord[]>()
  for (const record of records) {
    for (const place of placesOf(record)) {
      const there = found.get(place)
      if (there === undefined) found.set(place, [record])
      else there.push(record)
    }
  }
  return found
}

function toService(
  { site }: Edition,
  bar: { tid: number; name: string; info: string; isActive: boolean },
  life: {
    slug: string
    startDate: string
    endDate: string | null
    spans: PlaceSpan[]
    works: EditionRecord[]
  },
): Service {
  return {
    tid: bar.tid,
    name: bar.name,
    slug: life.slug,
    subscribed: 0,
    status: bar.isActive ? 1 : 0,
    info: bar.info,
    startDate: life.startDate,
    endDate: life.endDate,
    issues: life.spans.map(({ record, severityTid, from, to }) => ({
      id: record.id,
      severityTid,
      startTime: from.toISOString(),
      endTime: to?.toISOString() ?? null,
    })),
    category_status: life.spans.map(({ record, severityTid, from, to }) => ({
      id: record.id,
      title: record.title,
      alias: record.alias,
      short_description: record.summary,
      description: record.body,
      from: from.toISOString(),
      to: to?.toISOString() ?? null,
      status: statusName(site, record.status_id),
      severityTid,
      name: bar.name,
      updated_on: record.updated_on.toISOString(),
    })),
    maintenance: life.works.map((work) => ({
      id: work.id,
      title: work.title,
      from: (work.actual_from_time ?? new Date(whenOf(work))).toISOString(),
      to: work.to_time?.toISOString() ?? null,
    })),
  }
}
