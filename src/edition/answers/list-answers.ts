import type { ListQuery, ListResponse } from '../../contract/records.ts'
import { RECORDS_PER_PAGE } from '../../domain/constants.ts'
import type { RecordKind } from '../../domain/record.ts'
import { findCloud, type SiteCloud } from '../edition.ts'
import type { EditionRecord } from '../edition-record.ts'
import { notificationsOfType, recordsOfCloud, whenOf } from '../record-shelf.ts'
import { type AnswerContext, type Answerer, unknownCloud, value } from './answer-outcome.ts'
import { presentRecord } from './present-record.ts'

export const incidentsAnswer: Answerer<'/api/incident'> = (context, query) =>
  cloudList(context, query, { kind: 'incident', pageType: 'Incidents' })

export const maintenanceAnswer: Answerer<'/api/maintenance'> = (context, query) =>
  cloudList(context, query, { kind: 'maintenance', pageType: 'Maintenance' })

export const advisoriesAnswer: Answerer<'/api/advisory'> = (context, query) =>
  cloudList(context, query, { kind: 'advisory', pageType: 'Security Advisories' })

const DEFAULT_NOTIFICATION_TYPE = 'url_change_notification'

const NOTIFICATION_PAGE_TYPES = {
  url_change_notification: 'URL Category Changes',
  cloud_app: 'Cloud App Notifications',
  advisories: 'Advisories',
  sub_processor: 'Sub-processors',
}

/** P-02: only notifications about cloud apps are of a cloud; the others concern everyone. */
export const notificationsAnswer: Answerer<'/api/notifications'> = (context, query) => {
  const {
    notification_type: type = DEFAULT_NOTIFICATION_TYPE,
    cloud: machineName,
    page = 0,
    category,
  } = query
  const cloud = machineName === undefined ? undefined : findCloud(context.edition, machineName)
  if (machineName !== undefined && cloud === undefined) return unknownCloud(machineName)
  const isOfCloud = type === 'cloud_app' && cloud !== undefined
  const all = notificationsOfType(context.edition.records, type)
  const records = isOfCloud ? all.filter((record) => record.clouds.includes(cloud.id)) : all
  return value(listOf(context, { records, page, category, pageType: NOTIFICATION_PAGE_TYPES[type] }))
}

function cloudList(
  context: AnswerContext,
  query: ListQuery,
  { kind, pageType }: { kind: RecordKind; pageType: string },
) {
  const cloud = findCloud(context.edition, query.cloud)
  if (cloud === undefined) return unknownCloud(query.cloud)
  const records = recordsOfCloud(context.edition.records, kind, cloud.id)
    .filter((record) => query.date === undefined || touchesDay(record, query.date))
    .filter((record) => query.datacenter === undefined || concernsOneOf(record, query.datacenter))
  const list = listOf(context, { records, page: query.page ?? 0, category: query.category, pageType })
  const hasSchedule = kind === 'maintenance' && cloud.schedule.length > 0
  return value(hasSchedule ? { ...list, maintenanceSchedule: scheduleOf(cloud) } : list)
}

function listOf(
  context: AnswerContext,
  wanted: {
    records: readonly EditionRecord[]
    page: number
    category: number | undefined
    pageType: string
  },
): ListResponse {
  const { site } = context.edition
  const inStatus = wanted.records.filter(
    (record) => wanted.category === undefined || record.status_id === wanted.category,
  )
  const start = wanted.page * RECORDS_PER_PAGE
  return {
    records: inStatus.slice(start, start + RECORDS_PER_PAGE).map((record) => presentRecord(context, record)),
    currentPage: wanted.page,
    totalPages: Math.ceil(inStatus.length / RECORDS_PER_PAGE),
    totalRecords: inStatus.length,
    categories: site.statuses.map(({ id, name }) => ({ id, name })),
    statuses: site.statuses.map(({ id, name, class: className, icon }) => ({
      id,
      name,
      class: className,
      icon,
    })),
    severity: site.severities.map(({ tid, name, color_code }) => ({ tid, name, color_code })),
    topMessage: '',
    pageType: wanted.pageType,
  }
}

const DAY_MS = 86_400_000

/** A record is of every day that it touched; one still open touches all days since. */
function touchesDay(record: EditionRecord, day: string) {
  const start = Date.parse(`${day}T00:00:00Z`)
  const from = whenOf(record)
  const isStillOpen = record.closed_on === null && record.to_time === null && record.from_time !== null
  const to =
    (record.closed_on ?? record.to_time)?.getTime() ?? (isStillOpen ? Number.POSITIVE_INFINITY : from)
  return from < start + DAY_MS && to >= start
}

function concernsOneOf(record: EditionRecord, dataCenterTids: readonly number[]) {
  return record.dataCenters.some((tid) => dataCenterTids.includes(tid))
}

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

function scheduleOf(cloud: SiteCloud) {
  return {
    days: WEEKDAYS,
    regions: cloud.schedule.map(({ title, cells }) => ({ title, data: cells })),
  }
}
