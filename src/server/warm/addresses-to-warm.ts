import { FEEDS, feedPath } from '../../domain/feed-name.ts'
import { menuPath, pagesOfMenu, visibleMenu } from '../../domain/menu.ts'
import type { Site } from '../../edition/edition.ts'
import { DISCOVERY_FILES } from '../public-answers/make-discovery.ts'

/** What every open page asks for, whatever it shows. */
export const ADDRESSES_OF_ALL: readonly string[] = ['/api/edition', '/api/global']

/** Every page that a menu leads to, cloud by cloud. */
export function pagesToWarm(site: Site): string[] {
  const paths = site.clouds.flatMap((cloud) =>
    pagesOfMenu(visibleMenu(site.menu.main_menu, cloud)).map((item) => menuPath(item, cloud)),
  )
  // A menu may lead to other sites, and to pages that all clouds share.
  return [...new Set(paths)].filter((path) => path.startsWith('/'))
}

/** What programs fetch. */
export function filesToWarm(site: Site): string[] {
  const clouds = [undefined, ...site.clouds.map(({ machine_name }) => machine_name)]
  const feeds = clouds.flatMap((cloud) => Object.values(FEEDS).map((feed) => feedPath(feed, cloud)))
  return [...feeds, ...DISCOVERY_FILES.keys()]
}
