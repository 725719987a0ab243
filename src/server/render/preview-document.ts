import { NOTHING_CHOSEN } from '../../domain/chosen-places.ts'
import { OLDEST_TIMELINE_PAGE, RECORDS_PER_PAGE } from '../../domain/constants.ts'
import { incidentEnd } from '../../domain/incident-end.ts'
import { listAddress, WHOLE_LIST } from '../../domain/list-query.ts'
import { menuPath, pagesOfMenu } from '../../domain/menu.ts'
import { NOTIFICATION_ROUTES } from '../../domain/notification-type.ts'
import { isInWindow, timelineWindow } from '../../domain/timeline/timeline-window.ts'

import { timelineAddress } from '../../domain/timeline-query.ts'
import { AnswerCache } from '../../edition/answer-cache.ts'
import { maintenanceGroups } from '../../edition/answers/maintenance-groups.ts'
import type { Edition, SiteCloud } from '../../edition/edition.ts'
import type { EditionRecord } from '../../edition/edition-record.ts'
import type { Held } from '../../edition/hold-edition.ts'
import { notificationsOfType, recordsOfCloud, whenOf } from '../../edition/record-shelf.ts'
import type { AppContext } from '../context.ts'
import { pageAnswer } from './render-page.ts'

/** Undefined if the menu has no such page. */
export function previewAddress(
  edition: Edition,
  {
    record,
    cloud,
    view,
    now,
  }: { record: EditionRecord; cloud: SiteCloud; view: 'page' | 'timeline'; now: Date },
): string | undefined {
  if (view === 'page')
    return `/${cloud.domain}/${record.kind === 'notification' ? 'notification' : 'posts'}/${record.id}`
  return record.kind === 'incident'
    ? weekAddress(edition, { record, cloud, now })
    : listPageAddress(edition, { record, cloud, now })
}

function weekAddress(
  edition: Edition,
  { record, cloud, now }: { record: EditionRecord; cloud: SiteCloud; now: Date },
) {
  const item = pagesOfMenu(edition.site.menu.main_menu).find(({ component }) => component === 'cloud_status')
  if (item === undefined) return undefined
  const to = incidentEnd({ to: record.to_time, closed: record.closed_on })?.getTime() ?? null
  const weeks = Array.from({ length: OLDEST_TIMELINE_PAGE + 1 }, (_, week) => week)
  const week = weeks.find((page) => isInWindow({ from: whenOf(record), to }, timelineWindow({ now, page })))
  const centers = record.dataCenters.map((tid) => edition.site.dataCenters.get(tid))
  const isPremium = centers.length > 0 && centers.every((center) => center?.isPremium === true)
  return timelineAddress(menuPath(item, cloud), {
    week: week ?? 0,
    centers: isPremium ? 'premium' : 'public',
    isOnlyTroubled: false,
    post: undefined,
    mine: NOTHING_CHOSEN,
    isOnlyMine: false,
  })
}

/** Only incidents are on the timeline. Others appear in their list, on this page of it. */
function listPageAddress(
  edition: Edition,
  { record, cloud, now }: { record: EditionRecord; cloud: SiteCloud; now: Date },
) {
  const route = listRoute(record)
  const item = pagesOfMenu(edition.site.menu.main_menu).find((page) => page.route === route)
  if (item === undefined) return undefined
  const list =
    record.notification_type === null
      ? recordsOfCloud(edition.records, record.kind, cloud.id)
      : notificationsOfType(edition.records, record.notification_type)
  const inOrder =
    record.kind === 'maintenance' ? maintenanceGroups(list, now).grouped.map(({ work }) => work) : list
  const place = Math.max(0, inOrder.indexOf(record))
  return listAddress(menuPath(item, cloud), { ...WHOLE_LIST, page: Math.floor(place / RECORDS_PER_PAGE) })
}

function listRoute({ kind, notification_type }: EditionRecord) {
  switch (kind) {
    case 'incident':
      return '/incidents'
    case 'maintenance':
      return '/maintenance'
    case 'advisory':
      return '/security-advisories'
    case 'notification':
      return notification_type === null ? undefined : NOTIFICATION_ROUTES[notification_type]
  }
}

export async function previewDocument(
  context: AppContext,
  edition: Edition,
  address: string,
): Promise<string> {
  const held: Held = { edition, staleSince: null, answers: new AnswerCache({ maxBytes: 0 }) }
  const { pathname: path, searchParams: query } = new URL(address, context.config.publicUrl)
  const { variants } = await pageAnswer(context, held, { path, query, client: 'staff' })
  const html = variants.at(-1)?.bytes.toString() ?? ''
  return withoutScripts(html)
}

/**
 * The preview is shown in a frame that runs no scripts and opens no windows. The content itself has no such
 * elements: bodies are sanitized, everything else is escaped.
 */
function withoutScripts(html: string): string {
  return html
    .replaceAll(/<script\b[^>]*>[\s\S]*?<\/script>\s*/g, '')
    .replaceAll(/<link rel="(?:modulepreload|manifest|canonical|alternate)"[^>]*>\s*/g, '')
    .replace('<head>', '<head>\n<base target="_blank">')
}
