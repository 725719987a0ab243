import type { FeedName } from '../../domain/feed-name.ts'
import { menuPath, pagesOfMenu, visibleMenu } from '../../domain/menu.ts'
import type { Site, SiteCloud } from '../edition.ts'

export function listOfFeed(
  { menu, clouds }: Pick<Site, 'menu' | 'clouds'>,
  { route }: Pick<FeedName, 'route'>,
  cloud: SiteCloud | undefined,
): string {
  const candidates = cloud === undefined ? clouds : [cloud]
  for (const candidate of candidates) {
    const pages = pagesOfMenu(visibleMenu(menu.main_menu, candidate))
    const page = pages.find((each) => each.route === route)
    if (page !== undefined) return menuPath(page, candidate)
  }
  return cloud === undefined ? '/' : `/${cloud.domain}`
}
