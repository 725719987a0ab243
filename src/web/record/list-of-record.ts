import type { NotificationType, PostRecord } from '../../contract/records.ts'
import { menuPath, pagesOfMenu, visibleMenu } from '../../domain/menu.ts'
import type { PageContext } from '../page.ts'

export interface ListLink {
  name: string
  path: string
}

/** The list that a record is in, when the menu of this cloud has it. */
export function listOfRecord(
  record: Pick<PostRecord, 'post_type' | 'notification_type'>,
  { global, cloud }: Pick<PageContext, 'global' | 'cloud'>,
): ListLink | undefined {
  const route = routeOf(record)
  const item = pagesOfMenu(visibleMenu(global.menu.main_menu, cloud)).find((page) => page.route === route)
  return item === undefined ? undefined : { name: item.item, path: menuPath(item, cloud) }
}

const NOTIFICATION_ROUTES: Record<NotificationType, string> = {
  url_change_notification: '/url-category-notification',
  cloud_app: '/cloud-app-notification',
  advisories: '/advisory-notification',
  sub_processor: '/sub-processor-notification',
}

function routeOf({ post_type, notification_type }: Pick<PostRecord, 'post_type' | 'notification_type'>) {
  switch (post_type) {
    case 'incident':
      return '/incidents'
    case 'maintenance':
      return '/maintenance'
    case 'advisory':
      return '/security-advisories'
    case 'notification':
      return notification_type === undefined ? undefined : NOTIFICATION_ROUTES[notification_type]
  }
}
