import type { Service } from '../../contract/cloud-status.ts'
import { timelineWindow } from '../../domain/timeline-window.ts'
import { type Edition, findCloud, type SiteCloud, type SiteDataCenter } from '../edition.ts'
import type { EditionRecord } from '../edition-record.ts'
import { recordsOfCloud, whenOf } from '../record-shelf.ts'
import { type Answerer, unknownCloud, value } from './answer-outcome.ts'

export const cloudStatusAnswer: Answerer<'/api/cloud-status'> = ({ edition, now }, query) => {
  const cloud = findCloud(edition, query.cloud)
  if (cloud === undefined) return unknownCloud(query.cloud)
  const page = query.dateOffset ?? 0
  const { start, end } = timelineWindow({ now, page })
  const inWindow = recordsOfCloud(edition.records, 'incident', cloud.id).filter((record) =>
    overlaps(record, start, end),
  )
  return value({
    data: {
      category:
        query.requestType === 'core_cloud_services'
          ? serviceCategories(edition, cloud, inWindow)
          : dataCenterCategories(edition, cloud, inWindow, query.requestType === 'premium'),
      severity: edition.site.severities
        .filter((severity) => severity.isInLegend)
        .map(({ tid, name, color_code, status_icon }) => ({ tid, name, color_code, status_icon })),
      start_date: start.toISOString().slice(0, 10),
      end_date: lastDay(end).toISOString().slice(0, 10),
      current_time: now.toISOString(),
      page_number: page,
    },
  })
}

function overlaps(record: EditionRecord, start: Date, end: Date) {
  const began = whenOf(record)
  const ended = record.closed_on?.getTime() ?? Number.POSITIVE_INFINITY
  return began < end.getTime() && ended >= start.getTime()
}

function lastDay(end: Date) {
  return new Date(end.getTime() - 1)
}

function serviceCategories(edition: Edition, cloud: SiteCloud, records: EditionRecord[]) {
  return cloud.serviceCategories.map(({ tid, title, services }) => ({
    tid,
    title,
    subCategory: services.map((service) =>
      toService(edition, service, {
        startDate: service.startedOn,
        endDate: service.endedOn,
        records: records.filter((record) => record.services.includes(service.tid)),
      }),
    ),
  }))
}

function dataCenterCategories(
  edition: Edition,
  cloud: SiteCloud,
  records: EditionRecord[],
  isPremiumWanted: boolean,
) {
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
            startDate: center.openedOn,
            endDate: center.closedOn,
            records: records.filter((record) => record.dataCenters.includes(center.tid)),
          },
        ),
      ),
    }))
    .filter((region) => region.subCategory.length > 0)
}

function toService(
  { site }: Edition,
  bar: { tid: number; name: string; info: string; isActive: boolean },
  life: { startDate: string; endDate: string | null; records: EditionRecord[] },
): Service {
  const statusName = (id: number) => site.statuses.find((status) => status.id === id)?.name ?? ''
  return {
    tid: bar.tid,
    name: bar.name,
    subscribed: 0,
    status: bar.isActive ? 1 : 0,
    info: bar.info,
    startDate: life.startDate,
    endDate: life.endDate,
    issues: life.records.map((record) => ({
      id: record.id,
      severityTid: record.severity_tid,
      startTime: new Date(whenOf(record)).toISOString(),
      endTime: record.closed_on?.toISOString() ?? null,
    })),
    category_status: life.records.map((record) => ({
      id: record.id,
      title: record.title,
      alias: record.alias,
      short_description: record.summary,
      description: record.body,
      from: new Date(whenOf(record)).toISOString(),
      to: record.closed_on?.toISOString() ?? null,
      status: statusName(record.status_id),
      severityTid: record.severity_tid,
      name: bar.name,
    })),
  }
}
