import type { PostRecord } from '../../contract/records.ts'
import { menuPath, pagesOfMenu, visibleMenu } from '../../domain/menu.ts'
import { NOTIFICATION_ROUTES } from '../../domain/notification-type.ts'
import type { PageContext } from '../page.ts'

export interface ListLink {
  name: string
  path: string
}

export function listOfRecord(
  record: Pick<PostRecord, 'post_type' | 'notification_type'>,
  { global, cloud }: Pick<PageContext, 'global' | 'cloud'>,
): ListLink | undefined {
  const route = routeOf(record)
  const item = pagesOfMenu(visibleMenu(global.menu.main_menu, cloud)).find((page) => page.route === route)
  return item === undefined ? undefined : { name: item.item, path: menuPath(item, cloud) }
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
