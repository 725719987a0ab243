import type { ListGroup, ListResponse, RecordListQuery } from '../../contract/records.ts'
import { WEEKDAYS } from '../../domain/calendar/day-words.ts'
import { chosenAmong, isChosen, parseChosen } from '../../domain/chosen-places.ts'
import { RECORDS_PER_PAGE } from '../../domain/constants.ts'
import type { ListQuery as ListView } from '../../domain/list-query.ts'
import { DEFAULT_NOTIFICATION_TYPE, type NotificationType } from '../../domain/notification-type.ts'
import type { RecordKind } from '../../domain/record.ts'
import { type MessageList, slugOfMessage } from '../../domain/site-editing/list-message.ts'
import { dayFromName } from '../../domain/time.ts'
import { type Edition, findCloud, type SiteCloud, type Status } from '../edition.ts'
import type { EditionRecord } from '../edition-record.ts'
import { recordsAt, worksAt } from '../place-records.ts'
import { placesOf } from '../record-reach.ts'
import { notificationsOfType, recordsOfCloud } from '../record-shelf.ts'
import { type AnswerContext, type Answerer, unknownCloud, value } from './answer-outcome.ts'
import { maintenanceGroups } from './maintenance-groups.ts'
import { pageOf } from './page-answers.ts'
import { presentRecord } from './present-record.ts'
import { touchedDays, touchesDay } from './touched-days.ts'

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

/** P-02: only notifications about cloud apps belong to a cloud. All others concern everyone. */
export const notificationsAnswer: Answerer<'/api/notifications'> = (context, query) => {
  const {
    notification_type: type = DEFAULT_NOTIFICATION_TYPE,
    cloud: machineName,
    page = 0,
    category,
    mine,
  } = query
  const cloud = machineName === undefined ? undefined : findCloud(context.edition, machineName)
  if (machineName !== undefined && cloud === undefined) return unknownCloud(machineName)
  const ofCloud = type === 'cloud_app' ? cloud : undefined
  const all = notificationsListed(context.edition, type, ofCloud)
  const records = mine === undefined ? all : notificationsAbout(all, mine)
  const topMessage = messageAbove(context, type, ofCloud?.id)
  const pageType = NOTIFICATION_PAGE_TYPES[type]
  const own = mine === undefined ? undefined : { mine: chosenOn(cloud, mine) }
  return value(listOf(context, { records, cloud, page, category, topMessage, pageType, ...own }))
}

/** Most notifications name no place: they are about categories, and not about these services. */
export function notificationsAbout(records: readonly EditionRecord[], mine: string): EditionRecord[] {
  const places = parseChosen(mine)
  return records.filter(
    ({ services, dataCenters }) =>
      services.some((tid) => isChosen(places, 'service', tid)) ||
      dataCenters.some((tid) => isChosen(places, 'data-center', tid)),
  )
}

function notificationsListed({ records }: Edition, type: string, cloud: SiteCloud | undefined) {
  const all = notificationsOfType(records, type)
  return cloud === undefined ? all : all.filter(({ clouds }) => clouds.includes(cloud.id))
}

export function notificationsOnPage(edition: Edition, type: NotificationType, cloud: SiteCloud) {
  return notificationsListed(edition, type, type === 'cloud_app' ? cloud : undefined)
}

export function pagesInView(
  records: readonly EditionRecord[],
  { category, day, dataCenters }: Omit<ListView, 'page'>,
  now: Date,
): number {
  const asked = { date: day, ...(dataCenters.length > 0 && { datacenter: [...dataCenters] }) }
  return pagesOf(inCategory(narrowed({ now }, records, asked), category).length)
}

function pagesOf(count: number) {
  return Math.ceil(count / RECORDS_PER_PAGE)
}

function inCategory(records: readonly EditionRecord[], category: number | undefined) {
  return category === undefined ? records : records.filter(({ status_id }) => status_id === category)
}

function cloudList(
  context: AnswerContext,
  query: RecordListQuery,
  { kind, pageType }: { kind: Exclude<RecordKind, 'notification'>; pageType: string },
) {
  const cloud = findCloud(context.edition, query.cloud)
  if (cloud === undefined) return unknownCloud(query.cloud)
  const records = narrowed(context, recordsInList(context.edition, cloud, kind, query.mine), query)
  const wanted = {
    records,
    cloud,
    page: query.page ?? 0,
    category: query.category,
    topMessage: messageAbove(context, kind, cloud.id),
    pageType,
    ...(query.mine !== undefined && { mine: chosenOn(cloud, query.mine) }),
  }
  return kind === 'maintenance' ? maintenanceList(context, wanted, cloud) : value(listOf(context, wanted))
}

export function recordsInList(
  { records }: Edition,
  cloud: SiteCloud,
  kind: Exclude<RecordKind, 'notification'>,
  mine: string | undefined,
): readonly EditionRecord[] {
  const all = recordsOfCloud(records, kind, cloud.id)
  if (mine === undefined) return all
  const places = parseChosen(mine)
  const about =
    kind === 'maintenance'
      ? worksAt(records, cloud, places)
      : new Set(recordsAt(records, cloud, { places, kinds: [kind] }).flat())
  return all.filter((record) => about.has(record))
}

function chosenOn(cloud: SiteCloud | undefined, mine: string) {
  const chosen = parseChosen(mine)
  const { services, dataCenters } = cloud === undefined ? chosen : chosenAmong(chosen, placesOf(cloud))
  return { services: services.length, datacenters: dataCenters.length }
}

function maintenanceList(context: AnswerContext, wanted: WantedList, cloud: SiteCloud) {
  const { grouped, until } = maintenanceGroups(wanted.records, context.now)
  const groups = new Map(grouped.map(({ work, group }) => [work.id, group]))
  const list = listOf(context, { ...wanted, records: grouped.map(({ work }) => work), groups })
  const hasSchedule = cloud.schedule.length > 0
  return value(hasSchedule ? { ...list, maintenanceSchedule: scheduleOf(cloud) } : list, { until })
}

interface WantedList {
  records: readonly EditionRecord[]
  cloud: SiteCloud | undefined
  page: number
  category: number | undefined
  topMessage: string
  pageType: string
  mine?: ListResponse['mine']
  groups?: ReadonlyMap<number, ListGroup>
}

function listOf(context: AnswerContext, wanted: WantedList): ListResponse {
  const { site } = context.edition
  const inStatus = inCategory(wanted.records, wanted.category)
  const start = wanted.page * RECORDS_PER_PAGE
  const statuses = statusesOffered(site.statuses, wanted)
  return {
    records: inStatus.slice(start, start + RECORDS_PER_PAGE).map((record) => {
      const group = wanted.groups?.get(record.id)
      return { ...presentRecord(context, record, wanted), ...(group !== undefined && { list_group: group }) }
    }),
    currentPage: wanted.page,
    totalPages: pagesOf(inStatus.length),
    totalRecords: inStatus.length,
    categories: statuses.map(({ id, name }) => ({ id, name })),
    statuses: statuses.map(({ id, name, class: className, icon }) => ({
      id,
      name,
      class: className,
      icon,
    })),
    severity: site.severities.map(({ tid, name, color_code }) => ({ tid, name, color_code })),
    topMessage: wanted.topMessage,
    pageType: wanted.pageType,
    ...(wanted.mine !== undefined && { mine: wanted.mine }),
  }
}

/** L-12: the message for this cloud, or the one for all clouds. */
function messageAbove({ edition }: AnswerContext, list: MessageList, cloudId: number | undefined): string {
  return pageOf(edition, slugOfMessage(list), cloudId)?.body ?? ''
}

/** L-02: a status without records is not offered, unless it is the selected one: the filter must be able to name it. */
function statusesOffered(statuses: readonly Status[], { records, category }: WantedList) {
  const present = new Set(records.map(({ status_id }) => status_id))
  return statuses.filter(({ id }) => present.has(id) || id === category)
}

function narrowed(
  { now }: Pick<AnswerContext, 'now'>,
  records: readonly EditionRecord[],
  { date, datacenter }: { date?: string | undefined; datacenter?: readonly number[] | undefined },
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
