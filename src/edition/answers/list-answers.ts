import type { ListQuery, ListResponse } from '../../contract/records.ts'
import { WEEKDAYS } from '../../domain/calendar/day-words.ts'
import { touchedDays, touchesDay } from '../../domain/calendar/touched-days.ts'
import { dayFromName } from '../../domain/calendar/utc-day.ts'
import { RECORDS_PER_PAGE } from '../../domain/constants.ts'
import { DEFAULT_NOTIFICATION_TYPE } from '../../domain/notification-type.ts'
import type { RecordKind } from '../../domain/record.ts'
import { findCloud, type SiteCloud, type Status } from '../edition.ts'
import type { EditionRecord } from '../edition-record.ts'
import { notificationsOfType, recordsOfCloud } from '../record-shelf.ts'
import { type AnswerContext, type Answerer, unknownCloud, value } from './answer-outcome.ts'
import { presentRecord } from './present-record.ts'

export const incidentsAnswer: Answerer<'/api/incident'> = (context, query) =>
  cloudList(context, query, { kind: 'incident', pageType: 'Incidents' })

export const maintenanceAnswer: Answerer<'/api/maintenance'> = (context, query) =>
  cloudList(context, query, { kind: 'maintenance', pageType: 'Maintenance' })

export const advisoriesAnswer: Answerer<'/api/advisory'> = (context, query) =>
  cloudList(context, query, { kind: 'advisory', pageType: 'Security Advisories' })

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
  const records = narrowed(context, recordsOfCloud(context.edition.records, kind, cloud.id), query)
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
  const statuses = statusesOffered(site.statuses, wanted.records)
  return {
    records: inStatus.slice(start, start + RECORDS_PER_PAGE).map((record) => presentRecord(context, record)),
    currentPage: wanted.page,
    totalPages: Math.ceil(inStatus.length / RECORDS_PER_PAGE),
    totalRecords: inStatus.length,
    categories: statuses.map(({ id, name }) => ({ id, name })),
    statuses: statuses.map(({ id, name, class: className, icon }) => ({
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

/** A retired one only while something in the list still has it. */
function statusesOffered(statuses: readonly Status[], records: readonly EditionRecord[]) {
  return statuses.filter(
    ({ id, isRetired }) => !isRetired || records.some(({ status_id }) => status_id === id),
  )
}

/** Narrowed to a day, to data centers, or to both. */
function narrowed(
  { now }: AnswerContext,
  records: readonly EditionRecord[],
  { date, datacenter }: Pick<ListQuery, 'date' | 'datacenter'>,
) {
  const day = date === undefined ? undefined : dayFromName(date)
  const tids = datacenter === undefined ? undefined : new Set(datacenter)
  return records.filter(
    (record) =>
      (day === undefined || touchesDay(touchedDays(record, now), day)) &&
      (tids === undefined || record.dataCenters.some((tid) => tids.has(tid))),
  )
}

function scheduleOf(cloud: SiteCloud) {
  return {
    days: WEEKDAYS,
    regions: cloud.schedule.map(({ title, cells }) => ({ title, data: cells })),
  }
}
